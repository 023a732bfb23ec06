import type { LiveIndex } from './live-index.ts';

/** Ids of the articles that the index ranks highest for a text, by its words alone, the best first. */
export type ArticlesLike = (text: string, limit: number, signal?: AbortSignal) => Promise<readonly string[]>;

/** Passages that are looked at for each article wanted: an article may have several among the best. */
const passagesEach = 6;

export const createArticlesLike =
  ({ live }: { readonly live: LiveIndex }): ArticlesLike =>
  async (text, limit, signal) => {
    if (!live.generation || text.trim() === '') return [];
    const query = { question: text, mode: 'keyword', topK: limit * passagesEach } as const;
    const { hits } = await live.index.retrieve(query, signal);
    return [...new Set(hits.map(({ articleId }) => articleId))].slice(0, limit);
  };
