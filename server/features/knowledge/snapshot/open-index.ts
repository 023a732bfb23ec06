import type { IndexedArticle, Generation, KnowledgeStore } from '../store.ts';
import type { SavedState } from '../../../ports/search-index.ts';

type Records = Pick<KnowledgeStore, 'articlesOf' | 'lastSeq'>;

/**
 * The articles of a snapshot as stored, or `undefined` when the two do not belong together: every unchanged article
 * must be exactly the revision in the snapshot, and neither side may lack one. Articles changed since are left out;
 * following the store from the snapshot's number applies them.
 */
export async function articlesBehind(
  store: Records,
  { generation }: Generation,
  { seq, articles }: SavedState,
): Promise<Map<string, IndexedArticle> | undefined> {
  // A restored database assigns sequence numbers again that the snapshot already contains.
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
