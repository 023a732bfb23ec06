import type { IndexedArticle, Generation, KnowledgeStore } from '../store.ts';
import type { SavedState } from '../../../ports/search-index.ts';

type Records = Pick<KnowledgeStore, 'articlesOf' | 'lastSeq'>;

/**
 * The articles of a snapshot as the store has them, or `undefined` when the two do not belong together: every article
 * that has not changed since must be the very writing that the snapshot holds, and none may be missing on either side.
 * Articles that have changed since are left out; whoever follows the store from the snapshot's number on meets them.
 */
export async function articlesBehind(
  store: Records,
  { generation }: Generation,
  { seq, articles }: SavedState,
): Promise<Map<string, IndexedArticle> | undefined> {
  // A database that was put back to an earlier state gives out numbers again that the snapshot has seen.
  if ((await store.lastSeq()) < seq) return undefined;
  const known = new Map(articles.map((article) => [article.id, article]));
  const agreed = new Map<string, IndexedArticle>();
  const later = new Set<string>();
  for await (const page of store.articlesOf(generation)) {
    for (const article of page) {
      const own = known.get(article.id);
      if (article.seq > seq) later.add(article.id);
      else if (article.state === 'removed' ? own : !isSameWriting(article, own)) return undefined;
      else if (article.state !== 'removed') agreed.set(article.id, article);
    }
  }
  return articles.every(({ id }) => agreed.has(id) || later.has(id)) ? agreed : undefined;
}

const isSameWriting = (article: IndexedArticle, own: SavedState['articles'][number] | undefined): boolean =>
  own?.seq === article.seq && own.indexedAt === article.indexedAt;
