import { addBm25, type WeightedTerm } from './bm25.ts';
import { addNgramSimilarity } from './character-ngrams.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { KeyedTerm, Question } from './parse-query.ts';
import { topScores, type Scored } from './top-k.ts';

/** `passages`: BM25 of the chunk; `articles`: BM25 of its article; `ngrams`: likeness in writing; `vectors`: cosine. */
export type RetrieverName = 'passages' | 'articles' | 'ngrams' | 'vectors';

/** What one retriever found: chunks by number, for `articles` articles by number. */
export interface RetrieverRun {
  readonly name: RetrieverName;
  readonly tookMs: number;
  readonly best: readonly Scored[];
}

export interface LexicalRun {
  readonly retrievers: readonly RetrieverRun[];
  /** The blend of all retrievers for each chunk number, 0 … 1; valid until the next question. */
  readonly blended: Float32Array;
}

/**
 * The lexical retrievers over an index: for a question, each retriever's best `depth` and their blend. The blend is the
 * mean of the retrievers' scores, each divided by its best: with one recipe for all sites it ranks better than
 * any retriever alone and than a fusion of ranks (`bench/retrieval-quality.ts`).
 */
export function createLexical(index: InvertedIndex): (question: Question, depth: number) => LexicalRun {
  // Accumulators are kept from question to question; a question is answered without a pause in between.
  let passages = new Float32Array(0);
  let articles = new Float32Array(0);
  let grams = new Float32Array(0);
  let blended = new Float32Array(0);

  return (question, depth) => {
    const { chunks } = index;
    passages = cleared(passages, chunks.limit);
    grams = cleared(grams, chunks.limit);
    blended = cleared(blended, chunks.limit);
    articles = cleared(articles, index.articles.limit);
    const passage = numbered(index, question.passage);
    const retrievers = [
      timed('passages', () => {
        addBm25(chunks, passage, passages);
        return topScores(passages, chunks.limit, depth, chunks.isAlive);
      }),
      timed('articles', () => {
        addBm25(index.articles, passage, articles);
        return topScores(articles, index.articles.limit, depth, index.articles.isAlive);
      }),
      timed('ngrams', () => {
        addNgramSimilarity(chunks, numbered(index, question.grams), grams);
        return topScores(grams, chunks.limit, depth, chunks.isAlive);
      }),
    ];
    const [ofPassage = 0, ofArticle = 0, ofGrams = 0] = retrievers.map(({ best }) =>
      shareOfBest(best, retrievers.length),
    );
    const { articleOf } = index;
    for (let chunk = 0; chunk < chunks.limit; chunk++) {
      const article = articles[articleOf[chunk] ?? 0] ?? 0;
      blended[chunk] =
        ofPassage * (passages[chunk] ?? 0) + ofArticle * article + ofGrams * (grams[chunk] ?? 0);
    }
    return { retrievers, blended };
  };
}

/** Runs a retriever and keeps the time. */
export function timed(name: RetrieverName, run: () => readonly Scored[]): RetrieverRun {
  const started = performance.now();
  const best = run();
  return { name, tookMs: performance.now() - started, best };
}

/** The terms of a question that the index knows, by their numbers. */
export function numbered(index: InvertedIndex, terms: readonly KeyedTerm[]): WeightedTerm[] {
  const known: WeightedTerm[] = [];
  for (const { high, low, weight } of terms) {
    const term = index.terms.find(high, low);
    if (term >= 0) known.push({ term, weight });
  }
  return known;
}

/** The accumulator with zeros, longer when the index has grown. */
export function cleared(scores: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  if (scores.length < length) return new Float32Array(Math.ceil(length * 1.25));
  scores.fill(0, 0, length);
  return scores;
}

const shareOfBest = ([first]: readonly Scored[], retrievers: number): number =>
  first === undefined ? 0 : 1 / (retrievers * first.score);
