import { configLimits } from './fields.ts';
import type { ShortcutItem } from './shortcuts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Converts a stored group to the current shape; a non-object counts as empty. */
export function modernize(group: string, stored: unknown): Record<string, unknown> {
  const fields = asFields(stored);
  if (group === 'models') return { ...modernModels(fields) };
  if (group === 'chat') return { ...modernChat(fields) };
  return { ...fields };
}

/** Models were once nested in `aiFoundation`, which wins over the flat names. */
function modernModels({ aiFoundation, ...flat }: Fields): Fields {
  const nested = asFields(aiFoundation);
  const names = {
    aiFoundationChatModelName: nested.chatModelName,
    aiFoundationEmbeddingModelName: nested.embeddingModelName,
    aiFoundationRerankModelName: nested.rerankModelName,
    aiFoundationQueryRewriteModelName: nested.queryRewriteModelName,
  };
  const known = Object.entries(names).filter(([, name]) => typeof name === 'string' && name !== '');
  return { ...flat, ...Object.fromEntries(known) };
}

/** `reasoningDefaultEnabled` was once `reasoningMode: 'enabled'`. */
function modernChat({ reasoningMode, ...fields }: Fields): Fields {
  return { ...(reasoningMode === 'enabled' ? { reasoningDefaultEnabled: true } : {}), ...fields };
}

/** Words that assign a question to a built-in route; the first match counts. */
const routeWords = [
  { words: ['热门', '热文'], icon: 'fire', intentRouteId: 'builtin-hot-articles' },
  { words: ['最新', '最近'], icon: 'clock', intentRouteId: 'builtin-latest-posts' },
  { words: ['标签'], icon: 'tag', intentRouteId: 'builtin-by-tag' },
  { words: ['分类'], icon: 'category', intentRouteId: 'builtin-by-category' },
] as const;

/** Shortcuts from the older `shortcutQuestions`, one question per line. */
export function shortcutsFromLines(lines: string): ShortcutItem[] {
  const questions = lines.split(/\r?\n/).map((line) => line.trim());
  return questions
    .filter((question) => question !== '')
    .slice(0, configLimits.shortcutItems)
    .map((question, index) => {
      const known = routeWords.find(({ words }) => words.some((word) => question.includes(word)));
      const query = question.slice(0, configLimits.shortcutQueryLength);
      return {
        id: `legacy-${index + 1}`,
        label: query.slice(0, configLimits.shortcutLabelLength),
        query,
        icon: known?.icon ?? 'sparkles',
        intentRouteId: known?.intentRouteId ?? '',
        enabled: true,
      };
    });
}

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
