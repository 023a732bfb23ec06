import { LRUCache } from 'lru-cache';
import type { Hit } from '../../../../ports/search-index.ts';
import { withinFolded } from '../../../../text/text.ts';
import { shippedWords, type OpenWords } from '../../../../text/word-vectors/shipped-words.ts';
import { cosine, type WordTable } from '../../../../text/word-vectors/word-table.ts';
import { createYieldEvery } from '../../../../work/event-loop.ts';
import { embeddedText } from '../../cutting/cut-article.ts';
import type { Generation, IndexedArticle, KnowledgeStore, StoredChunk } from '../../store.ts';
import { createTitleVectors } from './title-vectors.ts';
import fitted from './meaning.json' with { type: 'json' };

/** What the nearness of a passage to a question is made of; cosines are by the table of words. */
export interface MeaningSignals {
  /** Cosine of question and title of the article. */
  readonly title: number;
  /** Cosine of question and passage under its title and headings. */
  readonly passage: number;
  /** The ranker's score by words, 0 where they did not find the passage: names are the same in every language. */
  readonly words: number;
}

/** Weights, and the score from which on an article may have to do with the question; `tools/train` learns them. */
export const meaningModel = fitted;

export const meaningNames = [
  'title',
  'passage',
  'words',
] as const satisfies readonly (keyof MeaningSignals)[];

/** A passage that was found by the meaning of its words. */
export interface MeaningHit {
  readonly articleId: string;
  readonly chunk: StoredChunk;
  readonly signals: MeaningSignals;
  readonly score: number;
}

export type MeaningSearch = (
  question: string,
  byWords: readonly Pick<Hit, 'articleId' | 'chunkId' | 'score'>[],
  signal: AbortSignal,
) => Promise<readonly MeaningHit[]>;

/**
 * Finds passages in another language than the question, where no dictionary joins the two: those of the articles whose titles are nearest
 * by the table of words, best first; none without the table. Vectors are made when they are first needed, and kept for the last of them.
 */
export function createMeaningSearch({
  live,
  store,
  words = shippedWords,
}: {
  readonly live: {
    readonly generation: Pick<Generation, 'generation'> | undefined;
    readonly articles: ReadonlyMap<string, Pick<IndexedArticle, 'id' | 'title'>>;
  };
  readonly store: Pick<KnowledgeStore, 'chunksOf'>;
  readonly words?: OpenWords;
}): MeaningSearch {
  const nearTitles = createTitleVectors();
  const vectors = new LRUCache<string, Float32Array>({ max: MOST_KEPT });
  const vectorOf = (table: WordTable, text: string): Float32Array => {
    const vector = vectors.get(text) ?? table.embed(text);
    vectors.set(text, vector);
    return vector;
  };
  return async (question, byWords, signal) => {
    const { generation, articles } = live;
    const yieldIfDue = createYieldEvery(TURN_MS, signal);
    // Whoever asks meanwhile waits for the same table: it is opened to the end even if this caller leaves.
    const table = await words(createYieldEvery(TURN_MS));
    if (table === undefined || generation === undefined) return [];
    const asked = table.embed(withinFolded(question, LONGEST_QUESTION));
    if (asked.every((value) => value === 0)) return [];
    const nearnessTo = (text: string) => cosine(asked, vectorOf(table, text));
    const nearest = (await nearTitles(table, asked, articles, yieldIfDue)).slice(0, MOST_ARTICLES);
    const ids = new Set([...nearest.map(({ id }) => id), ...byWords.map(({ articleId }) => articleId)]);
    const scores = new Map(
      byWords.map(({ articleId, chunkId, score }) => [`${articleId} ${chunkId}`, score]),
    );
    const found: MeaningHit[] = [];
    for (const [articleId, chunks] of await store.chunksOf(generation.generation, [...ids])) {
      const title = articles.get(articleId)?.title ?? '';
      const ofTitle = nearnessTo(title);
      for (const chunk of chunks.slice(0, MOST_OF_AN_ARTICLE)) {
        const passage = nearnessTo(embeddedText(title, chunk.headingPath, chunk.text));
        const signals = { title: ofTitle, passage, words: scores.get(`${articleId} ${chunk.identity}`) ?? 0 };
        found.push({ articleId, chunk, signals, score: scoreOf(signals) });
        await yieldIfDue();
      }
    }
    return found.toSorted((a, b) => b.score - a.score);
  };
}

export const scoreOf = (signals: MeaningSignals, weights: MeaningSignals = meaningModel.weights): number =>
  meaningNames.reduce((sum, name) => sum + weights[name] * signals[name], 0);

/** A vector takes 1 KB. */
const MOST_KEPT = 8_000;
/** Of 100 French, German, Spanish and Japanese questions about 293 pages in English, 81 have the right one among those of so many titles. */
const MOST_ARTICLES = 50;
/** Passages of one article that are compared: a book on one page takes no second. */
const MOST_OF_AN_ARTICLE = 60;
const LONGEST_QUESTION = 400;
/** The longest stretch of work without a yield to the event loop. */
const TURN_MS = 8;
