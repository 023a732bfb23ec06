import { addBm25, inverseFrequency, type WeightedTerm } from './bm25.ts';
import { addNgramSimilarity } from './character-ngrams.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { KeyedTerm, Question } from './parse-query.ts';
import type { Postings } from './postings.ts';
import { byRank, topScores, type Scored } from './top-k.ts';

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
  /** The best chunks by the blend of everything, 0 … 1: at least as many as asked for and `CANDIDATES`. */
  readonly best: readonly Scored[];
  /** The blend for each chunk number, 0 … 1; valid until the next question. */
  readonly blended: Float32Array;
  /** Signals of one chunk, 0 … 1 each, for the evidence; valid until the next question. */
  signals(chunk: number): Signals;
}

export interface Signals {
  /** Share of the question's neighbouring words or characters that stand side by side in the chunk too. */
  readonly phrase: number;
  /** Share of the question's subject, by idf, that the article speaks of anywhere. */
  readonly coverage: number;
  /** Share of the words of the article's title that the question names. */
  readonly title: number;
}

/** Chunks that are looked at more closely, at least. */
export const CANDIDATES = 100;

/**
 * What the blend is made of. The three retrievers count alike, each divided by its best; the signals tell apart
 * what they rank alike. One recipe for every site: weights are round numbers from a flat optimum of the mean over
 * the evaluation sets (`bench/retrieval-quality.ts`). Unlike those of the evidence they were not checked with each set left out.
 */
const blend = { retrievers: 1, phrase: 0.3, coverage: 0.3, title: 0.1 } as const;
const WHOLE = blend.retrievers + blend.phrase + blend.coverage + blend.title;

export type LexicalSearch = (question: Question, depth: number) => LexicalRun;

/** The lexical retrievers over an index: for a question, each retriever's best `depth` and their blend. */
export function createLexical(index: InvertedIndex): LexicalSearch {
  // Accumulators are kept from question to question; a question is answered without a pause in between.
  let passages = new Float32Array(0);
  let articles = new Float32Array(0);
  let grams = new Float32Array(0);
  let phrase = new Float32Array(0);
  let coverage = new Float32Array(0);
  let blended = new Float32Array(0);

  return (question, depth) => {
    const { chunks } = index;
    const { articleOf } = index.directory;
    passages = cleared(passages, chunks.limit);
    grams = cleared(grams, chunks.limit);
    phrase = cleared(phrase, chunks.limit);
    blended = cleared(blended, chunks.limit);
    articles = cleared(articles, index.articles.limit);
    coverage = cleared(coverage, index.articles.limit);
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
    addPresence(chunks, numbered(index, question.pairs), 1 / Math.max(1, question.pairs.length), phrase);
    addCoverage(index.articles, index, question.subject, coverage);
    const [ofPassage = 0, ofArticle = 0, ofGrams = 0] = retrievers.map(({ best }) =>
      shareOfBest(best, retrievers.length),
    );
    for (let chunk = 0; chunk < chunks.limit; chunk++) {
      const article = articleOf[chunk] ?? 0;
      const found =
        ofPassage * (passages[chunk] ?? 0) +
        ofArticle * (articles[article] ?? 0) +
        ofGrams * (grams[chunk] ?? 0);
      if (found === 0) continue;
      const signals = blend.phrase * (phrase[chunk] ?? 0) + blend.coverage * (coverage[article] ?? 0);
      blended[chunk] = (blend.retrievers * found + signals) / WHOLE;
    }

    const asked = new Set(passage.map(({ term }) => term));
    const titleShare = (article: number): number => {
      const terms = index.directory.titleTerms[article] ?? [];
      let named = 0;
      for (const term of terms) if (asked.has(term)) named++;
      return terms.length > 0 ? named / terms.length : 0;
    };
    const candidates = topScores(blended, chunks.limit, Math.max(depth, CANDIDATES), chunks.isAlive);
    // Articles in the language of the question come first where the site has any.
    const own = question.language !== undefined && index.directory.articlesIn(question.language) > 0;
    for (const { document } of candidates) {
      const article = articleOf[document] ?? 0;
      const score = (blended[document] ?? 0) + (blend.title * titleShare(article)) / WHOLE;
      const isForeign = own && index.directory.languages[article] !== question.language;
      blended[document] = isForeign ? score * FOREIGN_SHARE : score;
    }
    return {
      retrievers,
      best: candidates.map(({ document }) => ({ document, score: blended[document] ?? 0 })).toSorted(byRank),
      blended,
      signals: (chunk) => ({
        phrase: Math.min(1, phrase[chunk] ?? 0),
        coverage: coverage[articleOf[chunk] ?? 0] ?? 0,
        title: titleShare(articleOf[chunk] ?? 0),
      }),
    };
  };
}

/** What an article in another language than the question keeps of its score. */
const FOREIGN_SHARE = 0.6;

/** Adds `gain` to each document that holds a term, however often it does. */
function addPresence(
  postings: Postings,
  terms: readonly WeightedTerm[],
  gain: number,
  scores: Float32Array,
): void {
  for (const { term } of terms) {
    for (const { packed, from, to } of postings.slices(term)) {
      for (let i = from; i < to; i++) {
        const document = (packed[i] ?? 0) >>> 8;
        scores[document] = (scores[document] ?? 0) + gain;
      }
    }
  }
}

/** Adds to each document the share of the question's terms, by idf, that it holds; unknown terms count as missing. */
function addCoverage(
  postings: Postings,
  index: InvertedIndex,
  subject: readonly KeyedTerm[],
  scores: Float32Array,
): void {
  const gains = subject.map(({ high, low, weight }) => {
    const term = index.terms.find(high, low);
    const frequency = term < 0 ? 0 : postings.frequency(term);
    return { term, weight, gain: weight * (inverseFrequency(postings.total, frequency) + 1) };
  });
  const most = gains.reduce((sum, { gain }) => sum + gain, 0);
  for (const { term, weight, gain } of gains) {
    if (term >= 0) addPresence(postings, [{ term, weight }], gain / most, scores);
  }
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
