import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Article } from '../../ports/host.ts';

/** Fingerprint of the article's content that a map depends on. */
export const contentHashOf = (article: Pick<Article, 'title' | 'body'>): string =>
  sha256(JSON.stringify([article.title, article.body.text]));

/** Fingerprint of settings and model that a map depends on; theme, colour and the switch are left out. */
export const settingsHashOf = (settings: ConfigGroups['mindmap'], model: string): string => {
  const { temperature, maxTokens, maxInputLength, maxDepth, extraPrompt } = settings;
  return sha256(
    JSON.stringify([model, temperature, maxTokens, maxInputLength, maxDepth, extraPrompt.trim()]),
  );
};
