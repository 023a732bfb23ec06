import { LRUCache } from 'lru-cache';
import { relatedArticles } from '../../../contract/articles/related.ts';
import { implement, type Feature } from '../../http/implement.ts';
import { createFairQueue } from '../../work/fair-queue.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';

/** Articles whose list is kept, and for how long, in milliseconds. */
const mostKept = 2_000;
const keptMs = 10 * 60_000;
/** Longest list; a shorter one is its beginning. */
const longest = 10;
/** Length of what is searched for: the article's own words about itself. */
const wordsLength = 400;

/** Articles to read next: what the index finds for the title, terms and summary of an article, without a model. */
export function createRelated(deps: {
  readonly articles: Knowledge['heads']['of'];
  /** The article of a page by its address. */
  readonly page: (address: string) => Promise<{ readonly id: string } | undefined>;
  readonly like: Knowledge['articlesLike'];
  readonly languageOf: (text: string) => Promise<string>;
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
      return deps.like(wordsOf(article), longest + 1, signal);
    });
    const ids = await inLanguage(
      article,
      found.filter((other) => other !== id),
    );
    kept.set(id, { seq: article.seq, ids });
    return ids;
  };

  /** Articles in the language of the article first: whoever reads it can read them. */
  const inLanguage = async (article: Told, ids: readonly string[]): Promise<readonly string[]> => {
    const own = await deps.languageOf(toldBy(article));
    const articles = await deps.articles(ids);
    const others: string[] = [];
    const same: string[] = [];
    for (const id of ids) {
      const other = articles.get(id);
      if (other) ((await deps.languageOf(toldBy(other))) === own ? same : others).push(id);
    }
    return [...same, ...others];
  };

  const routes = implement(relatedArticles, {
    list: async ({ query: { postName, page, size } }, { visitor, signal }) => {
      const id = postName !== '' ? postName : page === '' ? undefined : (await deps.page(page))?.id;
      const ids = id === undefined ? [] : await idsOf(id, visitor.address, signal);
      const known = await deps.articles(ids);
      const articles = ids
        .flatMap((other) => known.get(other) ?? [])
        .slice(0, size)
        .map((article) => ({
          postId: article.id,
          title: article.title,
          url: article.url,
          excerpt: article.excerpt,
        }));
      return { articles };
    },
  });
  return { routes: [routes] };
}

/** What an article says of itself. */
interface Told {
  readonly title: string;
  readonly tags: readonly { readonly name: string }[];
  readonly categories: readonly { readonly name: string }[];
  readonly excerpt: string;
}

const toldBy = ({ title, excerpt }: Pick<Told, 'title' | 'excerpt'>): string => `${title} ${excerpt}`;

const wordsOf = ({ title, tags, categories, excerpt }: Told): string =>
  [title, ...[...tags, ...categories].map(({ name }) => name), excerpt]
    .join(' ')
    .slice(0, wordsLength)
    .toWellFormed();
