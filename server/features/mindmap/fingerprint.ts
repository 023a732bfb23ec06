import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Article } from '../../ports/host.ts';

/** What a map depends on in its article. */
export const contentHashOf = (article: Pick<Article, 'title' | 'body'>): string =>
  sha256(JSON.stringify([article.title, article.body.text]));

/** What a map depends on in the settings and in the model that draws it; theme, colour and the switch do not matter. */
export const settingsHashOf = (settings: ConfigGroups['mindmap'], model: string): string => {
  const { temperature, maxTokens, maxInputLength, maxDepth, extraPrompt } = settings;
  return sha256(
    JSON.stringify([model, temperature, maxTokens, maxInputLength, maxDepth, extraPrompt.trim()]),
  );
};
