import { explained } from '../../../kit/explained.ts';
import { isFault, unavailable } from '../../../kit/fault.ts';
import type { Article, ArticleHead } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';
import type { ListingSource } from '../remote/lists/listing.ts';
import { counted, growing } from '../remote/lists/pages-ahead.ts';
import { idOf, kindOf, nameOf, publicLists, readHead, type HaloKind } from './posts.ts';

/** Halo's maximum per request. */
const pageSize = 1_000;
const newestSize = 50;
/** Largest site whose whole list is compared at every look: two requests, some 3 MB or 200 KB packed. */
const comparedSize = 2 * pageSize;

/**
 * Reads articles as an anonymous visitor. No token is sent, because with one Halo also lists its owner's private posts.
 */
export const createHaloReading = (client: SiteClient, { withPages }: { readonly withPages: boolean }) => {
  const pathOf = client.address.articlePath;
  const kinds: readonly HaloKind[] = withPages ? ['post', 'page'] : ['post'];
  const ask = async (path: string, signal: AbortSignal | undefined): Promise<unknown> =>
    jsonOf(
      await client.request(path, { signal, headers: { accept: 'application/json' }, maxBytes: 40_000_000 }),
      'Article',
    );
  const part = async (kind: HaloKind, query: string, signal: AbortSignal | undefined) => {
    const answer = record(await ask(`${publicLists[kind]}?${query}`, signal));
    const { total, hasNext } = answer;
    if (typeof total !== 'number') throw unavailable(explained('site_no_total', { platform: 'Halo' }));
    return {
      heads: list(answer['items']).map((item) => readHead(item, kind, pathOf)),
      total,
      hasNext: hasNext === true,
    };
  };

  async function* partsOf(kind: HaloKind, signal: AbortSignal | undefined) {
    for (let number = 1; ; number++) {
      const query = `page=${number}&size=${pageSize}&sort=metadata.creationTimestamp,asc`;
      const read = await part(kind, query, signal);
      yield read;
      if (!read.hasNext) return;
    }
  }

  async function* listKind(kind: HaloKind, signal: AbortSignal | undefined) {
    let count = 0;
    let before = 0;
    const parts = growing(partsOf(kind, signal), ({ heads }) => heads.map(({ id }) => id), counted);
    for await (const { heads, total } of parts) {
      count += heads.length;
      yield* heads;
      // New ones come at the end, but a deletion shifts one from an unread page to one already read.
      if (total < before || count > total) throw unavailable(explained('site_list_changed'));
      before = total;
    }
    if (count < before) throw unavailable(explained('site_list_changed'));
  }

  /** Posts with a new text, by one request; `full` when their number tells that others are gone. */
  const changedPosts = async (
    known: ReadonlyMap<string, ArticleHead>,
    signal: AbortSignal | undefined,
  ): Promise<readonly ArticleHead[] | 'full'> => {
    const { heads, total } = await part(
      'post',
      `page=1&size=${newestSize}&sort=status.lastModifyTime,desc`,
      signal,
    );
    const posts = [...known.keys()].filter((id) => kindOf(id) === 'post').length;
    const fresh = heads.filter(({ id }) => !known.has(id)).length;
    if (total !== posts + fresh) return 'full';
    const differ = heads.filter((head) => known.get(head.id)?.revision !== head.revision);
    return differ.length === newestSize ? 'full' : differ;
  };

  /** Single pages are few, and Halo cannot sort them by their texts: all are compared. */
  const changedPages = async (
    known: ReadonlyMap<string, ArticleHead>,
    signal: AbortSignal | undefined,
  ): Promise<readonly ArticleHead[] | 'full'> => {
    if (!withPages) return [];
    const pages = await Array.fromAsync(listKind('page', signal));
    const ids = new Set(pages.map(({ id }) => id));
    if ([...known.keys()].some((id) => kindOf(id) === 'page' && !ids.has(id))) return 'full';
    return pages.filter((head) => known.get(head.id)?.revision !== head.revision);
  };

  const reading: ListingSource & {
    articles(ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, Article>>;
  } = {
    // A post withdrawn and another one published again between two looks leave the number as it was.
    fullListMs: 2 * 60_000,

    async *listAll(signal) {
      for (const kind of kinds) yield* listKind(kind, signal);
    },

    /**
     * The modification time covers the text only; changed titles, tags and excerpts are found by reading the whole
     * list, which is cheap for most sites.
     */
    async changes(known, signal) {
      if (known.size <= comparedSize) return 'full';
      const posts = await changedPosts(known, signal);
      const pages = posts === 'full' ? 'full' : await changedPages(known, signal);
      return posts === 'full' || pages === 'full' ? 'full' : [...posts, ...pages];
    },

    async articles(ids, signal) {
      const found = new Map<string, Article>();
      for (const id of ids) {
        const name = nameOf(id);
        const kind = kindOf(id);
        if (name === undefined || !kinds.includes(kind)) continue;
        const post = await ask(`${publicLists[kind]}/${name}`, signal).catch(absent);
        if (post === undefined) continue;
        const head = readHead(post, kind, pathOf);
        const body = text(record(record(post)['content'])['content']);
        if (head.visibility === 'public' && head.id === idOf(kind, name))
          found.set(id, { ...head, body: { format: 'html', text: body } });
      }
      return found;
    },
  };
  return reading;
};

const absent = (error: unknown): undefined => {
  if (isFault(error, 'not-found')) return undefined;
  throw error;
};
