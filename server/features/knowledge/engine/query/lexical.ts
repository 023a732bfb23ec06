import { bm25Gain, type WeightedTerm } from '../postings/bm25.ts';
import { likenessGains, type LikenessGains } from '../analysis/character-ngrams.ts';
import { supportGain } from './evidence.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { KeyedTerm, Question } from './parse-query.ts';
import type { Postings } from '../postings/postings.ts';
import { addTerm, bestOf, createGains, LANES, lanes, type Scores } from './scores.ts';
import { byRank, createTop, type Scored } from './top-k.ts';
import type { Signals } from './signals.ts';

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
  /** The most that any chunk and any article reaches by the gains of the subject, for the evidence. */
  readonly reached: { readonly passage: number; readonly article: number };
  /** Signals of one chunk, 0 … 1 each, for the evidence; valid until the next question. */
  signals(chunk: number): Signals;
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
  let ofChunks: Scores = new Float32Array(0);
  let ofArticles: Scores = new Float32Array(0);
  let blended: Scores = new Float32Array(0);

  return (question, depth) => {
    const started = performance.now();
    const { chunks, articles, directory } = index;
    const { articleOf } = directory;
    ofChunks = cleared(ofChunks, LANES * chunks.limit);
    ofArticles = cleared(ofArticles, LANES * articles.limit);
    if (blended.length < chunks.limit) blended = new Float32Array(Math.ceil(chunks.limit * 1.25));
    const passage = numbered(index, question.passage);
    const subject = question.subject.map((term) => numberOf(index, term));
    const likeness = likenessGains(chunks, numbered(index, question.grams));

    addToChunks(index, question, { passage, subject, likeness }, ofChunks);
    addToArticles(articles, passage, subject, ofArticles);
    const foundChunks = bestOf(chunks, ofChunks, depth, likeness.scale);
    const foundArticles = bestOf(articles, ofArticles, depth, 1);
    // The retrievers share one pass over the postings, so they share its time.
    const tookMs = performance.now() - started;
    const retrievers: RetrieverRun[] = [
      { name: 'passages', tookMs, best: foundChunks.bm25 },
      { name: 'articles', tookMs, best: foundArticles.bm25 },
      { name: 'ngrams', tookMs, best: foundChunks.ngrams },
    ];
    const [ofPassage = 0, ofArticle = 0, ofGrams = 0] = retrievers.map(({ best }) =>
      shareOfBest(best, retrievers.length),
    );
    const shares = { passage: ofPassage, article: ofArticle, ngrams: ofGrams };
    const candidates = blendAll(
      index,
      { ofChunks, ofArticles, blended, shares },
      Math.max(depth, CANDIDATES),
    );

    const asked = new Set(passage.map(({ term }) => term));
    const titleShare = (article: number): number => {
      const terms = directory.titleTerms[article] ?? [];
      let named = 0;
      for (const term of terms) if (asked.has(term)) named++;
      return terms.length > 0 ? named / terms.length : 0;
    };
    // Articles in the language of the question come first where the site has any.
    const own = question.language !== undefined && directory.articlesIn(question.language) > 0;
    for (const { document } of candidates) {
      const article = articleOf[document] ?? 0;
      const score = (blended[document] ?? 0) + (blend.title * titleShare(article)) / WHOLE;
      const isForeign = own && directory.languages[article] !== question.language;
      blended[document] = isForeign ? score * FOREIGN_SHARE : score;
    }
    return {
      retrievers,
      best: candidates.map(({ document }) => ({ document, score: blended[document] ?? 0 })).toSorted(byRank),
      blended,
      reached: { passage: foundChunks.support, article: foundArticles.support },
      signals: (chunk) => {
        const article = articleOf[chunk] ?? 0;
        return {
          phrase: Math.min(1, ofChunks[LANES * chunk + lanes.presence] ?? 0),
          coverage: ofArticles[LANES * article + lanes.presence] ?? 0,
          title: titleShare(article),
          // Asked of the best chunk only.
          get numbers() {
            return shareHeld(index, question.numbers, article);
          },
        };
      },
    };
  };
}

interface Asked {
  readonly passage: readonly WeightedTerm[];
  /** `term` is -1 for one that no document holds. */
  readonly subject: readonly WeightedTerm[];
  readonly likeness: LikenessGains;
}

function addToChunks(index: InvertedIndex, { pairs }: Question, asked: Asked, scores: Scores): void {
  const { chunks } = index;
  const gains = createGains();
  for (const one of asked.passage) gains.add(one.term, 'bm25', bm25Gain(chunks, one));
  for (const one of asked.subject) gains.add(one.term, 'support', supportGain(chunks, one));
  for (const { term, gain } of asked.likeness.terms) gains.add(term, 'ngrams', gain);
  for (const { term } of numbered(index, pairs)) gains.add(term, 'presence', 1 / pairs.length);
  for (const [term, one] of gains.byTerm) addTerm(chunks, term, one, scores);
}

/** Presence is the share of the subject, by idf, that the article holds; unknown terms count as missing. */
function addToArticles(
  articles: Postings,
  passage: readonly WeightedTerm[],
  subject: readonly WeightedTerm[],
  scores: Scores,
): void {
  const gains = createGains();
  const most = subject.reduce((sum, one) => sum + supportGain(articles, one), 0);
  for (const one of passage) gains.add(one.term, 'bm25', bm25Gain(articles, one));
  for (const one of subject) {
    const gain = supportGain(articles, one);
    gains.add(one.term, 'support', gain);
    gains.add(one.term, 'presence', gain / most);
  }
  for (const [term, one] of gains.byTerm) addTerm(articles, term, one, scores);
}

interface Blending {
  readonly ofChunks: Scores;
  readonly ofArticles: Scores;
  readonly blended: Scores;
  /** What a retriever's score is multiplied by. */
  readonly shares: { readonly passage: number; readonly article: number; readonly ngrams: number };
}

/** Writes the blend of each chunk; returns the best. */
function blendAll(
  { chunks, directory }: InvertedIndex,
  { ofChunks, ofArticles, blended, shares }: Blending,
  count: number,
): Scored[] {
  const best = createTop(count);
  const { articleOf } = directory;
  const { passage, article, ngrams } = shares;
  const { limit, isAlive } = chunks;
  const [found, phrase, coverage] = [blend.retrievers / WHOLE, blend.phrase / WHOLE, blend.coverage / WHOLE];
  for (let chunk = 0; chunk < limit; chunk++) {
    const own = LANES * chunk;
    const above = LANES * (articleOf[chunk] ?? 0);
    const retrieved =
      passage * (ofChunks[own] ?? 0) + article * (ofArticles[above] ?? 0) + ngrams * (ofChunks[own + 2] ?? 0);
    const score =
      retrieved === 0
        ? 0
        : found * retrieved + phrase * (ofChunks[own + 3] ?? 0) + coverage * (ofArticles[above + 3] ?? 0);
    blended[chunk] = score;
    if (score > best.floor && isAlive(chunk)) best.offer(chunk, blended[chunk] ?? 0);
  }
  return best.ranked();
}

/** What an article in another language than the question keeps of its score. */
const FOREIGN_SHARE = 0.6;

/** The share of the terms that one article holds; 1 of none. */
function shareHeld(index: InvertedIndex, terms: readonly KeyedTerm[], article: number): number {
  if (terms.length === 0) return 1;
  let held = 0;
  for (const { term } of numbered(index, terms)) {
    for (const { packed, from, to } of index.articles.slices(term)) {
      for (let i = from; i < to; i++) if ((packed[i] ?? 0) >>> 8 === article) held++;
    }
  }
  return Math.min(1, held / terms.length);
}

/** Runs a retriever and keeps the time. */
export function timed(name: RetrieverName, run: () => readonly Scored[]): RetrieverRun {
  const started = performance.now();
  const best = run();
  return { name, tookMs: performance.now() - started, best };
}

/** A term by its number, -1 when the index does not know it. */
export const numberOf = (index: InvertedIndex, { high, low, weight }: KeyedTerm): WeightedTerm => ({
  term: index.terms.find(high, low),
  weight,
});

/** The terms of a question that the index knows, by their numbers. */
export const numbered = (index: InvertedIndex, terms: readonly KeyedTerm[]): WeightedTerm[] =>
  terms.map((term) => numberOf(index, term)).filter(({ term }) => term >= 0);

/** The accumulator with zeros, longer when the index has grown. */
export function cleared(scores: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  if (scores.length < length) return new Float32Array(Math.ceil(length * 1.25));
  scores.fill(0, 0, length);
  return scores;
}

const shareOfBest = ([first]: readonly Scored[], retrievers: number): number =>
  first === undefined ? 0 : 1 / (retrievers * first.score);
