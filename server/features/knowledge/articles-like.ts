import { sentences } from '../../text/sentences.ts';
import { forEachConcurrent } from '../../work/concurrency.ts';
import type { LiveIndex } from './live-index.ts';
import type { IndexedArticle } from './store.ts';

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

/** The articles that a text may name by their titles or tags: all of them in memory, or else those that are likest to its sentences. */
export type NamedArticles = (text: string, signal?: AbortSignal) => Promise<Iterable<IndexedArticle>>;

export const createNamedArticles =
  ({
    live,
    articlesLike,
  }: {
    readonly live: LiveIndex;
    readonly articlesLike: ArticlesLike;
  }): NamedArticles =>
  async (text, signal) => {
    const { inMemory } = live.heads;
    if (inMemory) return inMemory.values();
    const ids = new Set<string>();
    await forEachConcurrent(SENTENCES_AT_ONCE, sentences(text).slice(0, MOST_SENTENCES), async (sentence) => {
      for (const id of await articlesLike(sentence.text, LIKE_A_SENTENCE, signal)) ids.add(id);
    });
    return (await live.heads.of([...ids])).values();
  };

const SENTENCES_AT_ONCE = 4;
/** An author waits for some seconds for so many questions. */
const MOST_SENTENCES = 60;
const LIKE_A_SENTENCE = 10;
