import type { MindMapRow } from '../../../contract/mindmap.ts';
import { isFault } from '../../kit/fault.ts';
import type { Article, ArticleHead, Host } from '../../ports/host.ts';
import { contentHashOf } from '../../kit/ids.ts';
import type { MapRecord, MindmapStore } from './store.ts';

export type MapStatus = MindMapRow['status'];

/** True when the map matches the current article and settings. */
export const isFresh = (record: MapRecord, contentHash: string, settingsHash: string): boolean =>
  record.readable && record.settingsHash === settingsHash && record.contentHash === contentHash;

/** State of an article's map. The article is read only when its revision is new. */
export function createStaleness(deps: {
  readonly store: Pick<MindmapStore, 'saw'>;
  readonly host: Pick<Host, 'article'>;
}) {
  /** Fingerprint of the current article; `''` when it cannot be read, which makes its map stale. */
  const look = async (id: string): Promise<string> => {
    const article = await articleOrNothing(deps.host, id);
    if (!article) return '';
    const hash = contentHashOf(article);
    await deps.store.saw(id, article.revision, hash);
    return hash;
  };

  return {
    async statusOf(
      head: Pick<ArticleHead, 'id' | 'revision'>,
      record: MapRecord | undefined,
      settingsHash: string,
    ): Promise<MapStatus> {
      if (!record) return 'not_generated';
      if (!record.readable) return 'invalid';
      if (record.settingsHash !== settingsHash) return 'stale';
      const hash = record.seenRevision === head.revision ? record.seenHash : await look(head.id);
      return isFresh(record, hash, settingsHash) ? 'generated' : 'stale';
    },
  };
}

export type Staleness = ReturnType<typeof createStaleness>;

async function articleOrNothing(host: Pick<Host, 'article'>, id: string): Promise<Article | undefined> {
  try {
    return await host.article(id);
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}
