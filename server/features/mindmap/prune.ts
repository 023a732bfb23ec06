import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Host } from '../../ports/host.ts';
import type { MindmapStore } from './store.ts';

/**
 * Deletes the maps of missing articles; resolves with their number. Asks the host about each article, and deletes
 * nothing when the host lists no article at all, because maps have a cost.
 */
export async function pruneMaps(deps: {
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly host: Pick<Host, 'article'>;
  readonly store: Pick<MindmapStore, 'idsAfter' | 'clear'>;
}): Promise<number> {
  const published = new Set((await deps.catalogue.heads()).map(({ id }) => id));
  if (published.size === 0) return 0;
  let gone = 0;
  for (
    let ids = await deps.store.idsAfter('');
    ids.length > 0;
    ids = await deps.store.idsAfter(ids.at(-1) ?? '')
  ) {
    for (const id of ids) {
      if (published.has(id) || (await deps.host.article(id))) continue;
      await deps.store.clear(id);
      gone += 1;
    }
  }
  return gone;
}
