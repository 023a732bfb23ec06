import type { LiveIndex } from './live-index.ts';
import { snippet } from './engine/highlight.ts';
import type { KnowledgeStore } from './store.ts';

export interface KeywordHit {
  readonly postId: string;
  readonly title: string;
  readonly url: string;
  /** Escaped text with `<mark>` as its only tag. */
  readonly snippet: string;
  readonly score: number;
}

export type KeywordSearch = (keyword: string, limit: number) => Promise<readonly KeywordHit[]>;

/** The search box: the best passage of each article, title hits first. */
export function createKeywordSearch({
  live,
  store,
}: {
  readonly live: LiveIndex;
  readonly store: KnowledgeStore;
}): KeywordSearch {
  return async (keyword, limit) => {
    const { engine, generation, articles } = live;
    if (!generation || keyword === '') return [];
    const { hits, words } = engine.search({ keyword, limit });
    const texts = await store.passages(
      generation.generation,
      hits.map((hit) => ({ articleId: hit.articleId, identity: hit.chunkId })),
    );
    const byArticle = new Map(texts.map(({ articleId, chunk }) => [articleId, chunk.text]));
    const mark = (text: string) => snippet(text, keyword, { alsoWords: words });
    const best = new Map(hits.map(({ articleId }) => [articleId, mark(byArticle.get(articleId) ?? '')]));
    // An article found by its title may say the word elsewhere than in its best passage.
    const unmarked = [...best].filter(([, text]) => !text.includes('<mark>')).map(([articleId]) => articleId);
    for (const [articleId, chunks] of await store.chunksOf(generation.generation, unmarked)) {
      const telling = chunks.map((chunk) => mark(chunk.text)).find((text) => text.includes('<mark>'));
      if (telling !== undefined) best.set(articleId, telling);
    }
    return hits.flatMap((hit): KeywordHit[] => {
      const article = articles.get(hit.articleId);
      if (!article) return [];
      const marked = best.get(hit.articleId) ?? '';
      return [
        {
          postId: article.id,
          title: article.title,
          url: article.url,
          snippet: marked,
          score: Math.round(hit.score * 100) / 100,
        },
      ];
    });
  };
}
