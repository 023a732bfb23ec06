import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { Article, ArticleHead } from '../../../ports/host.ts';
import type { ListingSource } from '../remote/lists/listing.ts';
import { record, text } from '../remote/json-answer.ts';
import { growing, named, pagesAhead, withFirst } from '../remote/lists/pages-ahead.ts';
import { readSettled, type Answered } from '../remote/lists/read-settled.ts';
import { perPage, type createContentApi } from './api.ts';
import { headFields, postTypes, readHead } from './posts.ts';

export interface GhostReading extends ListingSource {
  /** Articles with text, by id; those with limited visibility are missing. */
  articles(ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, Article>>;
}

/** Reads published articles with the key of the Content API. */
export const createGhostReading = (deps: {
  readonly content: ReturnType<typeof createContentApi>;
  readonly pathOf: (address: string) => string | undefined;
  readonly withPages: boolean;
}): GhostReading => {
  const readTypes = deps.withPages ? postTypes : postTypes.filter((type) => type === 'posts');
  const { content, pathOf } = deps;
  const listQuery = { fields: headFields, order: 'id asc' };
  /** Type of each listed article. */
  const kinds = new Map<string, 'posts' | 'pages'>();

  const articles = async (ids: readonly string[], signal: AbortSignal | undefined): Promise<Answered> => {
    const wanted = ids.filter((id) => /^[\da-f]{24}$/.test(id));
    const found = new Map<string, Article>();
    let answered = '';
    for (const type of readTypes) {
      const rest = wanted.filter((id) => !found.has(id) && (kinds.get(id) ?? type) === type);
      if (rest.length === 0) continue;
      const filter = `id:[${rest.join(',')}]`;
      const { posts, answeredAt } = await content.list(type, { filter, formats: 'html' }, signal);
      answered ||= answeredAt;
      for (const post of posts) {
        const head = readHead(post, pathOf, type);
        if (head.visibility === 'public')
          found.set(head.id, { ...head, body: { format: 'html', text: text(record(post)['html']) } });
      }
    }
    return { articles: found, answeredAt: answered };
  };

  return {
    async *listAll(signal) {
      kinds.clear();
      for (const type of readTypes) {
        const read = (page: number) => content.list(type, { ...listQuery, page: String(page) }, signal);
        const first = await read(1);
        let count = 0;
        const pages = withFirst(first, pagesAhead(2, first.pages, read));
        const idsOf = ({ posts }: typeof first) => posts.map((post) => record(post)['id']);
        for await (const { posts, total } of growing(pages, idsOf, named)) {
          // New posts come at the end, but a deletion shifts one from an unread page to one already read.
          if (total < first.total) throw unavailable(explained('site_list_changed'));
          count += posts.length;
          for (const post of posts) {
            const head = readHead(post, pathOf, type);
            kinds.set(head.id, type);
            yield head;
          }
        }
        if (count < first.total) throw unavailable(explained('site_list_changed'));
      }
    },

    async changes(known, signal) {
      // The whole list is just as cheap, and shows renamed tags too.
      if (known.size <= perPage) return 'full';
      const changed: ArticleHead[] = [];
      for (const type of readTypes) {
        const before = [...kinds.values()].filter((kind) => kind === type).length;
        const { posts, total } = await content.list(
          type,
          { fields: headFields, order: 'updated_at desc', page: '1' },
          signal,
        );
        const read = posts.map((post) => readHead(post, pathOf, type));
        const fresh = read.filter(({ id }) => !known.has(id)).length;
        if (total !== before + fresh) return 'full';
        const differ = read.filter((head) => known.get(head.id)?.revision !== head.revision);
        if (differ.length > 0 && differ.length === read.length && total > read.length) return 'full';
        for (const head of read) kinds.set(head.id, type);
        changed.push(...differ);
      }
      return changed;
    },

    articles: (ids, signal) => readSettled(() => articles(ids, signal), signal),
  };
};
