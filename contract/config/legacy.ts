import { configLimits } from './fields.ts';
import type { ShortcutItem } from './shortcuts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A stored group in today's shape; what is no object counts as empty. */
export function modernize(group: string, stored: unknown): Record<string, unknown> {
  const fields = asFields(stored);
  if (group === 'models') return { ...modernModels(fields) };
  if (group === 'chat') return { ...modernChat(fields) };
  return { ...fields };
}

/** Model names once stood in an object `aiFoundation`; while it is there it wins over the flat names. */
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

/** The switch `reasoningDefaultEnabled` was once the word `enabled` in `reasoningMode`. */
function modernChat({ reasoningMode, ...fields }: Fields): Fields {
  return { ...(reasoningMode === 'enabled' ? { reasoningDefaultEnabled: true } : {}), ...fields };
}

/** Words of a question that say which built-in route answers it; the first that occurs decides. */
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
