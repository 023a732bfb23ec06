import type { ConfigGroups } from '../../../contract/config-groups.ts';
import type { Database } from '../../kit/database.ts';
import { disabled, invalid, notFound, unavailable } from '../../kit/fault.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Article, Host } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';
import { createMindmapStore } from './store.ts';

export interface MindMaps {
  /**
   * The cached map of a public article; never draws one. Throws `invalid` without a name, `not-found` for an article
   * that visitors cannot read, `disabled` when the feature is off, `unavailable` when there is no fresh map.
   */
  read(articleId: string): Promise<{ readonly markdown: string; readonly cached: true }>;
}

export function createMindMaps(deps: {
  readonly db: Database;
  readonly host: Host;
  readonly config: Pick<Config, 'read'>;
}): MindMaps {
  const store = createMindmapStore(deps.db);
  return {
    async read(articleId) {
      if (articleId === '') throw invalid('postName is required');
      const article = await deps.host.article(articleId);
      if (!article || article.visibility !== 'public') throw notFound('Article');
      const settings = await deps.config.read('mindmap');
      if (!settings.enabled) throw disabled('Mind maps are not enabled');
      const { aiFoundationChatModelName } = await deps.config.read('models');
      const map = await store.read(articleId);
      if (!map) throw unavailable('The mind map has not been generated yet');
      const fresh =
        map.contentHash === contentHashOf(article) &&
        map.settingsHash === settingsHashOf(settings, aiFoundationChatModelName);
      if (!fresh) throw unavailable('The mind map is waiting for an update');
      return { markdown: map.markdown, cached: true };
    },
  };
}

/** What a map depends on in its article. */
export const contentHashOf = (article: Article): string =>
  sha256(JSON.stringify([article.title, article.body.text]));

/** What a map depends on in the settings; theme and colour do not change it. */
export const settingsHashOf = (settings: ConfigGroups['mindmap'], model: string): string => {
  const { temperature, maxTokens, maxInputLength, maxDepth, extraPrompt } = settings;
  return sha256(
    JSON.stringify([model, temperature, maxTokens, maxInputLength, maxDepth, extraPrompt.trim()]),
  );
};
