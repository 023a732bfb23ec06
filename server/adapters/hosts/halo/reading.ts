import { explained } from '../../../kit/explained.ts';
import { isFault, unavailable } from '../../../kit/fault.ts';
import type { Article, ArticleHead } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';
import type { ListingSource } from '../remote/lists/listing.ts';
import { isName, readHead } from './posts.ts';

const posts = '/apis/api.content.halo.run/v1alpha1/posts';
/** Halo's maximum per request. */
const pageSize = 1_000;
const newestSize = 50;

/**
 * Reads articles as an anonymous visitor. No token is sent, because with one Halo also lists its owner's private posts.
 */
export const createHaloReading = (client: SiteClient) => {
  const { pathOf } = client.address;
  const ask = async (path: string, signal: AbortSignal | undefined): Promise<unknown> =>
    jsonOf(
      await client.request(path, { signal, headers: { accept: 'application/json' }, maxBytes: 40_000_000 }),
      'Article',
    );
  const page = async (query: string, signal: AbortSignal | undefined) => {
    const answer = record(await ask(`${posts}?${query}`, signal));
    const { total, hasNext } = answer;
    if (typeof total !== 'number') throw unavailable(explained('site_no_total', { platform: 'Halo' }));
    return {
      heads: list(answer['items']).map((item) => readHead(item, pathOf)),
      total,
      hasNext: hasNext === true,
    };
  };

  const reading: ListingSource & {
    articles(ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, Article>>;
  } = {
    async *listAll(signal) {
      let count = 0;
      let before = 0;
      for (let number = 1; ; number++) {
        const { heads, total, hasNext } = await page(
          `page=${number}&size=${pageSize}&sort=metadata.creationTimestamp,asc`,
          signal,
        );
        count += heads.length;
        yield* heads;
        // New posts come at the end, but a deletion shifts one from an unread page to one already read.
        if (total < before || (!hasNext && count < total)) throw unavailable(explained('site_list_changed'));
        before = total;
        if (!hasNext) return;
      }
    },

    /**
     * The modification time covers the text only; changed titles, tags and excerpts are found by reading the whole
     * list, which is cheap for most sites.
     */
    async changes(known, signal) {
      if (known.size <= pageSize) return 'full';
      const { heads, total } = await page(
        `page=1&size=${newestSize}&sort=status.lastModifyTime,desc`,
        signal,
      );
      const fresh = heads.filter(({ id }) => !known.has(id)).length;
      if (total !== known.size + fresh) return 'full';
      const differ: readonly ArticleHead[] = heads.filter(
        (head) => known.get(head.id)?.revision !== head.revision,
      );
      return differ.length === newestSize ? 'full' : differ;
    },

    async articles(ids, signal) {
      const found = new Map<string, Article>();
      for (const id of ids) {
        if (!isName(id)) continue;
        const post = await ask(`${posts}/${id}`, signal).catch(absent);
        if (post === undefined) continue;
        const head = readHead(post, pathOf);
        const body = text(record(record(post)['content'])['content']);
        if (head.visibility === 'public') found.set(id, { ...head, body: { format: 'html', text: body } });
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
