import type { z } from 'zod';
import type { mindmap, MindMapRow } from '../../../contract/mindmap.ts';
import type { Input } from '../../../contract/endpoint.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { forEachConcurrent } from '../../work/concurrency.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { Staleness, MapStatus } from './staleness.ts';
import type { MindmapStore } from './store.ts';

export type ListQuery = Input<(typeof mindmap)['endpoints']['articles']>['query'];

/** Articles checked concurrently. */
const concurrency = 4;

/** A page of public articles with the state of their maps. */
export async function listMaps(
  deps: {
    readonly catalogue: Pick<Catalogue, 'heads'>;
    readonly store: Pick<MindmapStore, 'records' | 'markdowns'>;
    readonly staleness: Staleness;
    readonly settingsHash: string;
  },
  { page, size, sort, status, keyword }: ListQuery,
) {
  const { store, staleness, settingsHash } = deps;
  const named = publicHeads(await deps.catalogue.heads())
    .filter(({ title }) => title.toLowerCase().includes(keyword.toLowerCase()))
    .toSorted((a, b) => byTime(a, b, sort));
  const pageOf = <T>(all: readonly T[]) => all.slice((page - 1) * size, page * size);

  const statusesOf = async (heads: readonly ArticleHead[], ids?: readonly string[]) => {
    const records = await store.records(ids);
    const statuses = new Map<string, MapStatus>();
    await forEachConcurrent(concurrency, heads, async (head) => {
      statuses.set(head.id, await staleness.statusOf(head, records.get(head.id), settingsHash));
    });
    return statuses;
  };
  const rowsOf = async (heads: readonly ArticleHead[], statuses: ReadonlyMap<string, MapStatus>) => {
    const texts = await store.markdowns(heads.map(({ id }) => id));
    return heads.map((head) =>
      rowOf(head, statuses.get(head.id) ?? 'not_generated', texts.get(head.id) ?? ''),
    );
  };

  // Without a filter by state only the page's articles are checked.
  if (status === 'all') {
    const heads = pageOf(named);
    const statuses = await statusesOf(
      heads,
      heads.map(({ id }) => id),
    );
    return { page, size, total: named.length, items: await rowsOf(heads, statuses) };
  }
  const statuses = await statusesOf(named);
  const matching = named.filter(({ id }) => filters[status](statuses.get(id) ?? 'not_generated'));
  return { page, size, total: matching.length, items: await rowsOf(pageOf(matching), statuses) };
}

/** Only public articles have maps, since maps are for visitors. */
export const publicHeads = (heads: readonly ArticleHead[]): ArticleHead[] =>
  heads.filter(({ visibility }) => visibility === 'public');

const hasMap = (status: MapStatus) => status === 'generated' || status === 'stale';
const isStale = (status: MapStatus) => status === 'stale' || status === 'invalid';

const filters: Readonly<Record<Exclude<ListQuery['status'], 'all'>, (status: MapStatus) => boolean>> = {
  generated: (status) => status === 'generated',
  missing: (status) => !hasMap(status),
  stale: isStale,
};

const rowOf = (
  { id, title, publishedAt }: ArticleHead,
  status: MapStatus,
  markdown: string,
): z.infer<typeof MindMapRow> => ({
  postName: id,
  title,
  publishTime: publishedAt,
  hasMindMap: hasMap(status),
  stale: isStale(status),
  status,
  markdown,
});

type InTime = Pick<ArticleHead, 'id' | 'publishedAt'>;

/** Undated articles come last in either order. */
export function byTime(a: InTime, b: InTime, order: 'asc' | 'desc'): number {
  if (a.publishedAt === b.publishedAt) return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
  if (a.publishedAt === '') return 1;
  if (b.publishedAt === '') return -1;
  return (a.publishedAt < b.publishedAt ? -1 : 1) * (order === 'asc' ? 1 : -1);
}
