import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { explained } from '../../kit/explained.ts';
import { busy, disabled, invalid, notFound, unavailable } from '../../kit/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Article, Host } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';
import { generateMap, type MapDeps } from './generate.ts';
import { contentHashOf } from '../../kit/ids.ts';
import { settingsHashOf } from './fingerprint.ts';
import { isFresh } from './staleness.ts';
import type { MindmapStore } from './store.ts';

export interface GenerationDeps extends MapDeps {
  readonly host: Pick<Host, 'article'>;
  readonly config: Pick<Config, 'read'>;
  readonly clock: Clock;
}

/** Current settings and model of maps. */
export interface Today {
  readonly settings: ConfigGroups['mindmap'];
  readonly model: string;
  readonly settingsHash: string;
}

export type GeneratedMap = { readonly postName: string; readonly markdown: string; readonly cached: boolean };

/** Reads stored maps and generates new ones on demand. */
export function createGeneration(deps: GenerationDeps & { readonly store: MindmapStore }) {
  const { host, config, store } = deps;
  const atWork = new Set<string>();

  const today = async (): Promise<Today> => {
    const settings = await config.read('mindmap');
    const { aiFoundationChatModelName: model } = await config.read('models');
    const used = model || (deps.models.defaultOf('chat')?.name ?? '');
    return { settings, model, settingsHash: settingsHashOf(settings, used) };
  };

  /** The article as every visitor may read it. */
  const publicArticle = async (id: string, signal?: AbortSignal): Promise<Article> => {
    const article = await host.article(id, signal);
    if (article?.visibility !== 'public') throw notFound('Article');
    return article;
  };

  const switchedOn = async (): Promise<Today> => {
    const now = await today();
    if (!now.settings.enabled) throw disabled(explained('mindmap_off'));
    return now;
  };

  const freshText = async (article: Article, { settingsHash }: Today): Promise<string | undefined> => {
    const record = await store.record(article.id);
    return record && isFresh(record, contentHashOf(article), settingsHash)
      ? store.markdown(article.id)
      : undefined;
  };

  const drawAnew = async (article: Article, now: Today, signal: AbortSignal): Promise<string> => {
    if (atWork.has(article.id)) throw busy(explained('mindmap_busy'));
    atWork.add(article.id);
    try {
      const markdown = await generateMap(deps, article, now, signal);
      await store.write(article.id, {
        markdown,
        contentHash: contentHashOf(article),
        settingsHash: now.settingsHash,
        createdAt: deps.clock.now(),
        revision: article.revision,
      });
      return markdown;
    } finally {
      atWork.delete(article.id);
    }
  };

  return {
    today,
    switchedOn,

    /** The stored map for visitors; never generates one. */
    async read(id: string): Promise<{ readonly title: string; readonly markdown: string }> {
      if (id === '') throw invalid('postName is required');
      const article = await publicArticle(id);
      const now = await switchedOn();
      const record = await store.record(id);
      if (!record) throw unavailable(explained('mindmap_none'));
      const markdown = await freshText(article, now);
      if (markdown === undefined) throw unavailable(explained('mindmap_waiting'));
      return { title: article.title, markdown };
    },

    /** Generates a map, with `anew` even if the stored one is fresh; a failure keeps the stored one. */
    async generate(
      id: string,
      { anew }: { readonly anew: boolean },
      signal: AbortSignal,
    ): Promise<GeneratedMap> {
      const article = await publicArticle(id, signal);
      const now = await switchedOn();
      const stored = anew ? undefined : await freshText(article, now);
      if (stored !== undefined) return { postName: id, markdown: stored, cached: true };
      return { postName: id, markdown: await drawAnew(article, now, signal), cached: false };
    },
  };
}

export type Generation = ReturnType<typeof createGeneration>;
