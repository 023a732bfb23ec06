import { addBm25, type WeightedTerm } from './bm25.ts';
import { addGramLikeness } from './grams.ts';
import type { Library } from './library.ts';
import type { KeyedTerm, Question } from './question.ts';
import { topScores, type Scored } from './top.ts';

/** `passages`: BM25 of the chunk; `articles`: BM25 of its article; `grams`: likeness in writing; `vectors`: cosine. */
export type LegName = 'passages' | 'articles' | 'grams' | 'vectors';

/** What one leg found: chunks by number, for `articles` articles by number. */
export interface LegRun {
  readonly name: LegName;
  readonly tookMs: number;
  readonly best: readonly Scored[];
}

export interface LexicalRun {
  readonly legs: readonly LegRun[];
  /** The blend of all legs for each chunk number, 0 … 1; valid until the next question. */
  readonly blended: Float32Array;
}

/**
 * The lexical legs over a library: for a question, each leg's best `depth` and their blend. The blend is the
 * mean of the legs' scores, each divided by its best: with one recipe for all sites it ranks better than
 * any leg alone and than a fusion of ranks (`bench/retrieval-quality.ts`).
 */
export function createLexical(library: Library): (question: Question, depth: number) => LexicalRun {
  // Accumulators are kept from question to question; a question is answered without a pause in between.
  let passages = new Float32Array(0);
  let articles = new Float32Array(0);
  let grams = new Float32Array(0);
  let blended = new Float32Array(0);

  return (question, depth) => {
    const { chunks } = library;
    passages = cleared(passages, chunks.limit);
    grams = cleared(grams, chunks.limit);
    blended = cleared(blended, chunks.limit);
    articles = cleared(articles, library.articles.limit);
    const passage = numbered(library, question.passage);
    const legs = [
      timed('passages', () => {
        addBm25(chunks, passage, passages);
        return topScores(passages, chunks.limit, depth, chunks.isAlive);
      }),
      timed('articles', () => {
        addBm25(library.articles, passage, articles);
        return topScores(articles, library.articles.limit, depth, library.articles.isAlive);
      }),
      timed('grams', () => {
        addGramLikeness(chunks, numbered(library, question.grams), grams);
        return topScores(grams, chunks.limit, depth, chunks.isAlive);
      }),
    ];
    const [ofPassage = 0, ofArticle = 0, ofGrams = 0] = legs.map(({ best }) =>
      shareOfBest(best, legs.length),
    );
    const { articleOf } = library;
    for (let chunk = 0; chunk < chunks.limit; chunk++) {
      const article = articles[articleOf[chunk] ?? 0] ?? 0;
      blended[chunk] =
        ofPassage * (passages[chunk] ?? 0) + ofArticle * article + ofGrams * (grams[chunk] ?? 0);
    }
    return { legs, blended };
  };
}

/** Runs a leg and keeps the time. */
export function timed(name: LegName, run: () => readonly Scored[]): LegRun {
  const started = performance.now();
  const best = run();
  return { name, tookMs: performance.now() - started, best };
}

/** The terms of a question that the library knows, by their numbers. */
export function numbered(library: Library, terms: readonly KeyedTerm[]): WeightedTerm[] {
  const known: WeightedTerm[] = [];
  for (const { high, low, weight } of terms) {
    const term = library.terms.find(high, low);
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

const shareOfBest = ([first]: readonly Scored[], legs: number): number =>
  first === undefined ? 0 : 1 / (legs * first.score);
