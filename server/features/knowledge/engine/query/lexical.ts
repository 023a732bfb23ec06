import type { RetrieverName } from '../../../../ports/search-index.ts';
import { bm25Gain, type WeightedTerm } from '../postings/bm25.ts';
import { likenessGains, type LikenessGains } from '../analysis/character-ngrams.ts';
import { supportGain, wholeSupport } from './evidence.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { KeyedTerm, Question } from './parse-query.ts';
import { createGains, type Scores } from '../scores/scores.ts';
import { byRank, type Scored } from './top-k.ts';
import type { Signals } from './signals.ts';

/** Results of one retriever: chunks by number, for `articles` articles by number. */
export interface RetrieverRun {
  readonly name: RetrieverName;
  readonly tookMs: number;
  readonly best: readonly Scored[];
}

export interface LexicalRun {
  readonly retrievers: readonly RetrieverRun[];
  /** The best chunks by the blended score, 0 … 1: at least as many as asked for and `CANDIDATES`. */
  readonly best: readonly Scored[];
  /** The blended score of each chunk number, 0 … 1; valid until the next question. */
  readonly blended: Float32Array;
  /** The highest sum of the subject's gains of any chunk and of any article, for the evidence. */
  readonly reached: { readonly passage: number; readonly article: number };
  /** Signals of one chunk, 0 … 1 each, for the evidence; valid until the next question. */
  signals(chunk: number): Signals;
}

/** Minimum number of chunks that get the detailed signals. */
export const CANDIDATES = 100;

/**
 * Weights of the blended score. The three retrievers count alike, each relative to its best; the signals separate
 * chunks that they rank alike. The same for every site: round numbers from a flat optimum of the mean over the
 * evaluation sets (`bench/retrieval-quality.ts`). Unlike those of the evidence they were not checked with each set
 * left out.
 */
const blend = { retrievers: 1, phrase: 0.3, coverage: 0.3, title: 0.1, topic: 0.5 } as const;
const WHOLE = blend.retrievers + blend.phrase + blend.coverage + blend.title + blend.topic;

/**
 * A title is the topic of a question where it names at least this share of what is asked for, and this share of its own words is
 * asked for: "Connecting a model" for "How do I connect a model?". A lower share made the ranking of the evaluation sets worse. A title
 * of several words that are all asked for may name fewer: "Connecting a model" for "How do I connect a language model?".
 */
const isTopic = { asked: 0.75, title: 0.6, wordsOfWhole: 0.6 } as const;

export type LexicalSearch = (question: Question, depth: number) => LexicalRun;

/** Creates the lexical retrievers over an index: each retriever's best `depth` results for a question, and their blended score. */
export function createLexical(index: InvertedIndex, scores: Scores): LexicalSearch {
  return (question, depth) => {
    const started = performance.now();
    const { articleOf } = index.directory;
    const asked = numbered(index, question.passage);
    const passage = [...asked, ...numbered(index, question.alternatives)];
    const subject = question.subject.map((term) => numberOf(index, term));
    const likeness = likenessGains(index.chunks, numbered(index, question.grams));

    scores.begin();
    addToChunks(index, question, { passage, subject, likeness }, scores);
    addToArticles(index, passage, subject, scores);
    scores.chunks.settle(likeness.scale);
    scores.articles.settle(1);
    const found = {
      passages: scores.chunks.best('bm25', depth),
      articles: scores.articles.best('bm25', depth),
      ngrams: scores.chunks.best('ngrams', depth),
    };
    // The retrievers share one pass over the postings, so they share its time.
    const tookMs = performance.now() - started;
    const retrievers: RetrieverRun[] = [
      { name: 'passages', tookMs, best: found.passages },
      { name: 'articles', tookMs, best: found.articles },
      { name: 'ngrams', tookMs, best: found.ngrams },
    ];
    blendAll(scores, retrievers);
    const { blended } = scores;
    const titleShare = createTitleShare(index, passage);
    const askedTitleShare = createTitleShare(index, asked);
    const hasTopic = createHasTopic(index, subject);
    const candidates = withTitled(
      scores.bestBlended(Math.max(depth, CANDIDATES)),
      articlesTitled(index, subject).filter((article) => hasTopic(article, titleShare(article))),
      index,
      blended,
    );
    const isForeign = createIsForeign(index, question);
    for (const { document } of candidates) {
      const article = articleOf[document] ?? 0;
      const titled = titleShare(article);
      const topic = hasTopic(article, titled) ? titled : 0;
      const score = (blended[document] ?? 0) + (blend.title * titled + blend.topic * topic) / WHOLE;
      blended[document] = isForeign(article) ? score * FOREIGN_SHARE : score;
    }
    return {
      retrievers,
      best: candidates.map(({ document }) => ({ document, score: blended[document] ?? 0 })).toSorted(byRank),
      blended,
      reached: {
        passage: scores.chunks.best('support', 1)[0]?.score ?? 0,
        article: scores.articles.best('support', 1)[0]?.score ?? 0,
      },
      signals: (chunk) => {
        const article = articleOf[chunk] ?? 0;
        return {
          phrase: Math.min(1, scores.chunks.score(chunk, 'presence')),
          coverage: scores.articles.score(article, 'presence'),
          title: askedTitleShare(article),
          // Computed for the best chunk only.
          get numbers() {
            return shareHeld(index, question.numbers, article);
          },
          get names() {
            const shares = question.names.map((pairs) => shareHeld(index, pairs, article));
            return shares.reduce((sum, share) => sum + share / shares.length, shares.length === 0 ? 1 : 0);
          },
          get words() {
            return question.words.filter((terms) => terms.some((term) => holds(index, term, article))).length;
          },
        };
      },
    };
  };
}

/** Share of the words of an article's title that are among the terms. */
function createTitleShare({ directory }: InvertedIndex, named: readonly WeightedTerm[]) {
  const asked = new Set(named.map(({ term }) => term));
  return (article: number): number => {
    const terms = directory.titleTerms[article] ?? [];
    let named = 0;
    for (const term of terms) if (asked.has(term)) named++;
    return terms.length > 0 ? named / terms.length : 0;
  };
}

/** Tells whether an article's title is the topic of the question, of which share of the title's words are asked for. */
function createHasTopic({ directory, articles }: InvertedIndex, subject: readonly WeightedTerm[]) {
  const gains = new Map(subject.map((one) => [one.term, supportGain(articles, one)]));
  const most = wholeSupport(articles, subject);
  return (article: number, titled: number): boolean => {
    if (titled < isTopic.title || most === 0) return false;
    const terms = directory.titleTerms[article] ?? [];
    let held = 0;
    let words = 0;
    for (const term of terms) {
      const gain = gains.get(term);
      if (gain === undefined) continue;
      held += gain;
      words++;
    }
    if (held / most >= isTopic.asked) return true;
    return titled === 1 && terms.length > 1 && words / gains.size >= isTopic.wordsOfWhole;
  };
}

/** Articles with a word of the subject in their title, those of the rarest words first, at most `TITLED`. */
function articlesTitled({ directory }: InvertedIndex, subject: readonly WeightedTerm[]): readonly number[] {
  const lists = subject.map(({ term }) => directory.titledWith(term)).toSorted((a, b) => a.length - b.length);
  const found = new Set<number>();
  for (const list of lists) {
    if (found.size + list.length > TITLED) break;
    for (const article of list) found.add(article);
  }
  return [...found];
}

/** Titles that are looked at for a question, at most: their lists are short unless most titles begin alike. */
const TITLED = 2_000;

/** The best chunks, and the best one of each article that has none among them. */
function withTitled(
  best: readonly Scored[],
  articles: readonly number[],
  { directory }: InvertedIndex,
  blended: Float32Array,
): readonly Scored[] {
  const held = new Set(best.map(({ document }) => directory.articleOf[document]));
  const added = articles
    .filter((article) => !held.has(article))
    .flatMap((article) => {
      const scored = directory
        .chunksOf(article)
        .map((document) => ({ document, score: blended[document] ?? 0 }));
      return scored.toSorted(byRank).slice(0, 1);
    });
  return [...best, ...added];
}

/** Articles in the language of the question come first where the site has any. */
function createIsForeign({ directory }: InvertedIndex, { language }: Question) {
  const own = language !== undefined && directory.articlesIn(language) > 0;
  return (article: number): boolean => own && directory.languages[article] !== language;
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
  for (const [term, one] of gains.byTerm) scores.chunks.add(term, one);
}

/** Presence is the share of the subject, by idf, that the article contains; unknown terms count as missing. */
function addToArticles(
  { articles }: InvertedIndex,
  passage: readonly WeightedTerm[],
  subject: readonly WeightedTerm[],
  scores: Scores,
): void {
  const gains = createGains();
  const most = wholeSupport(articles, subject);
  for (const one of passage) gains.add(one.term, 'bm25', bm25Gain(articles, one));
  for (const one of subject) {
    const gain = supportGain(articles, one);
    gains.add(one.term, 'support', gain);
    gains.add(one.term, 'presence', gain / most);
  }
  for (const [term, one] of gains.byTerm) scores.articles.add(term, one);
}

/** Each retriever's scores are divided by its best. */
function blendAll(scores: Scores, retrievers: readonly RetrieverRun[]): void {
  const [passage = 0, article = 0, ngrams = 0] = retrievers.map(
    ({ best }) => (blend.retrievers / WHOLE) * shareOfBest(best, retrievers.length),
  );
  scores.blend(
    { bm25: passage, support: 0, ngrams, presence: blend.phrase / WHOLE },
    { bm25: article, support: 0, ngrams: 0, presence: blend.coverage / WHOLE },
  );
}

/** Share of its score that an article in another language than the question keeps. */
const FOREIGN_SHARE = 0.6;

/** Share of the terms that an article contains; 1 for no terms. */
function shareHeld(index: InvertedIndex, terms: readonly KeyedTerm[], article: number): number {
  if (terms.length === 0) return 1;
  return terms.filter((term) => holds(index, term, article)).length / terms.length;
}

/** True when an article contains a term. */
function holds(index: InvertedIndex, key: KeyedTerm, article: number): boolean {
  const { term } = numberOf(index, key);
  return term >= 0 && index.articles.holds(term, article);
}

/** Runs a retriever and measures its time. */
export function timed(name: RetrieverName, run: () => readonly Scored[]): RetrieverRun {
  const started = performance.now();
  const best = run();
  return { name, tookMs: performance.now() - started, best };
}

/** The number of a term, -1 when the index does not know it. */
export const numberOf = (index: InvertedIndex, { high, low, weight }: KeyedTerm): WeightedTerm => ({
  term: index.terms.find(high, low),
  weight,
});

/** The question's terms that the index knows, by number. */
export const numbered = (index: InvertedIndex, terms: readonly KeyedTerm[]): WeightedTerm[] =>
  terms.map((term) => numberOf(index, term)).filter(({ term }) => term >= 0);

const shareOfBest = ([first]: readonly Scored[], retrievers: number): number =>
  first === undefined ? 0 : 1 / (retrievers * first.score);
