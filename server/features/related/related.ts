import { LRUCache } from 'lru-cache';
import type { Input } from '../../../contract/endpoint.ts';
import { relatedArticles } from '../../../contract/articles/related.ts';
import { citedTitle } from '../../../contract/articles/cited-title.ts';
import { publicPrefix } from '../../../contract/prefixes.ts';
import { implement, type Feature, type RequestContext } from '../../http/implement.ts';
import { createFairQueue } from '../../work/fair-queue.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { atomFeed } from './feed.ts';

/** Articles whose list is kept, and for how long, in milliseconds. */
const mostKept = 2_000;
const keptMs = 10 * 60_000;
/** Longest list; a shorter one is its beginning. */
const longest = 10;
/** Articles that are looked at for it: some may be closed to visitors. */
const lookedAt = 3 * longest;
/** Length of what is searched for: the article's own words about itself. */
const wordsLength = 400;

/** Articles to read next: what the index finds for the title, terms and summary of an article, without a model. */
export function createRelated(deps: {
  readonly articles: Knowledge['heads']['of'];
  /** The article of a page by its address. */
  readonly page: (address: string) => Promise<{ readonly id: string } | undefined>;
  readonly like: Knowledge['articlesLike'];
  /** The language of each article, by what it says. */
  readonly languagesOf: (articles: readonly Told[]) => Promise<readonly string[]>;
  /** Whether visitors can open the page of an article. */
  readonly isOpen: (id: string) => boolean;
  /** Name of the further source of an article. */
  readonly sourceName: (id: string) => string | undefined;
  /** The whole address of a page, for a request to this origin. */
  readonly addressOf: (url: string, origin: string) => string;
  readonly limits: { search(address: string): Promise<void> };
}): Feature {
  const turns = createFairQueue();
  const kept = new LRUCache<string, { readonly seq: number; readonly ids: readonly string[] }>({
    max: mostKept,
    ttl: keptMs,
  });

  const idsOf = async (id: string, address: string, signal: AbortSignal): Promise<readonly string[]> => {
    const article = (await deps.articles([id])).get(id);
    if (!article) return [];
    const before = kept.get(id);
    if (before?.seq === article.seq) return before.ids;
    await deps.limits.search(address);
    const found = await turns.run(address, async () => {
      signal.throwIfAborted();
      return deps.like(wordsOf(article), lookedAt, signal);
    });
    const open = found.filter((other) => other !== id && deps.isOpen(other));
    const ids = await inLanguage(article, open.slice(0, longest));
    kept.set(id, { seq: article.seq, ids });
    return ids;
  };

  /** Articles in the language of the article first: whoever reads it can read them. */
  const inLanguage = async (article: Told, ids: readonly string[]): Promise<readonly string[]> => {
    const articles = await deps.articles(ids);
    const others = ids.flatMap((id) => articles.get(id) ?? []);
    const [own, ...languages] = await deps.languagesOf([article, ...others]);
    const { same = [], foreign = [] } = Object.groupBy(others, (_, nth) =>
      languages[nth] === own ? 'same' : 'foreign',
    );
    return [...same, ...foreign].map(({ id }) => id);
  };

  /** The article that is asked for, and all of its list. */
  const found = async (
    { postName, page }: Asked,
    { visitor, signal }: Pick<RequestContext, 'visitor' | 'signal'>,
  ) => {
    const id = postName !== '' ? postName : page === '' ? undefined : (await deps.page(page))?.id;
    const ids = id === undefined ? [] : await idsOf(id, visitor.address, signal);
    const known = await deps.articles(id === undefined ? ids : [id, ...ids]);
    return {
      article: known.get(id ?? ''),
      others: ids.filter(deps.isOpen).flatMap((other) => known.get(other) ?? []),
    };
  };

  const shown = ({
    id: postId,
    title,
    url,
  }: {
    readonly id: string;
    readonly title: string;
    readonly url: string;
  }) => {
    const source = deps.sourceName(postId);
    return { postId, title, url, ...(source !== undefined && { source }) };
  };

  const routes = implement(relatedArticles, {
    list: async ({ query }, context) => ({
      articles: (await found(query, context)).others
        .slice(0, query.size)
        .map((article) => ({ ...shown(article), excerpt: article.excerpt })),
    }),
    feed: async ({ query }, context) => {
      const { article, others } = await found(query, context);
      const addressOf = (url: string) => deps.addressOf(url, context.origin);
      const { postName, page, size } = query;
      const entries = others
        .filter(({ url }) => url !== '')
        .slice(0, size)
        .map((other) => ({
          ...other,
          title: citedTitle(shown(other)),
          address: addressOf(other.url),
          changedAt: changedAt(other),
        }));
      const asked = new URLSearchParams({ ...(postName === '' ? { page } : { postName }), size: `${size}` });
      const head = {
        title: article?.title ?? '',
        page: article ? addressOf(article.url) : '',
        self: `${context.origin}${publicPrefix}/related/feed?${asked.toString()}`,
      };
      return {
        status: 200,
        contentType: 'application/atom+xml; charset=utf-8',
        body: atomFeed(head, entries),
        headers: { 'cache-control': 'public, max-age=300' },
      };
    },
  });
  return { routes: [routes] };
}

/** When an article has changed last; of one without a date, when that was seen. */
const changedAt = ({
  modifiedAt,
  publishedAt,
  indexedAt,
}: {
  readonly modifiedAt: string;
  readonly publishedAt: string;
  readonly indexedAt: number;
}): string => modifiedAt || publishedAt || new Date(indexedAt).toISOString();

/** What a request names. */
type Asked = Input<(typeof relatedArticles)['endpoints']['list']>['query'];

/** What an article says of itself. */
interface Told {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly { readonly name: string }[];
  readonly categories: readonly { readonly name: string }[];
  readonly excerpt: string;
}

const wordsOf = ({ title, tags, categories, excerpt }: Told): string =>
  [title, ...[...tags, ...categories].map(({ name }) => name), excerpt]
    .join(' ')
    .slice(0, wordsLength)
    .toWellFormed();
