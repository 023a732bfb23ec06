import type { RankSignals } from '../../ports/search-index.ts';
import { bm25Gain, type WeightedTerm } from '../postings/bm25.ts';
import { likenessGains } from '../analysis/character-ngrams.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { KeyedTerm, ParsedQuery } from './parse-query.ts';
import { ranker, scoreByWords } from '../ranking/ranker.ts';
import type { Scores } from '../scores/scores.ts';
import { kindOf, isPairKind } from '../analysis/term.ts';
import type { Admission } from './scoped.ts';
import { createTitles } from './title-share.ts';
import { byRank, type Scored } from './top-k.ts';

/** The signals of the words. */
export type WordSignals = Omit<RankSignals, 'nearness'>;

export interface LexicalRun {
  /** The best chunks by the ranker's weights: at least as many as asked for and `CANDIDATES`. */
  readonly best: readonly Scored[];
  /** Valid until the next question. */
  signals(chunk: number): WordSignals;
  /** The ranker's score of a chunk by words alone; valid until the next question. */
  score(chunk: number): number;
  /** The chunks with all pairs of the phrase side by side, in the ranker's order; of a search for no phrase none. */
  phrased(): readonly Scored[];
}

/** Minimum number of chunks that are ranked together with the nearest vectors. */
export const CANDIDATES = 100;

/** Terms of a short chunk: from there on its length counts by its logarithm. */
const SHORT = 100;

/** With `isPhrase` the chunks that have the question as it was typed are looked for as well. */
export type LexicalSearch = (
  question: ParsedQuery,
  depth: number,
  how?: { readonly isPhrase: boolean },
) => LexicalRun;

/** Creates the search by words over an index: by the words of the articles and the n-grams of the chunks. */
export function createLexical(index: InvertedIndex, scores: Scores, admission: Admission): LexicalSearch {
  return (question, depth, { isPhrase } = { isPhrase: false }) => {
    const { articleOf } = index.directory;
    const subject = question.subject.map((term) => numberOf(index, term));
    const terms = [...subject, ...question.alternatives.map((term) => numberOf(index, term))];
    const likeness = likenessGains(index.chunks, numbered(index, question.grams));

    index.wanted?.({
      likeness: question.grams,
      articles: [...question.subject, ...question.alternatives].map((term) => [term]),
      titles: question.subject.filter(isWord).map((term) => [term]),
    });
    scores.ask({
      articles: terms
        .filter(({ term }) => term >= 0)
        .map((one) => ({ term: one.term, gain: bm25Gain(index.articles, one) })),
      ngrams: likeness.terms,
      scale: likeness.scale,
    });
    const reach = subject.reduce((sum, term) => sum + bm25Gain(index.articles, term), 0) || 1;
    const { weights } = ranker;
    const titles = createTitles(
      index,
      question.subject.filter(isWord).map((term) => numberOf(index, term)),
      [...numbered(index, question.passage), ...terms],
    );
    const signals = (chunk: number): WordSignals => {
      const article = articleOf[chunk] ?? 0;
      return {
        // Synonyms come on top of the question's own words.
        article: Math.min(1, scores.article(article) / reach),
        ngrams: scores.chunk(chunk),
        title: titles.share(article),
        length: Math.log1p((index.chunks.lengths[chunk] ?? 0) / SHORT),
      };
    };
    const score = (chunk: number): number => scoreByWords(signals(chunk));
    const candidates = new Set(
      scores
        .best(
          { ngrams: weights.ngrams, article: weights.article / reach },
          { count: Math.max(depth, CANDIDATES), admits: admission.admits },
        )
        .map(({ document }) => document),
    );
    // Chunks of one article differ by their n-grams alone; more of them than are asked for are never among the best.
    for (const article of titles.best(admission.admits)) {
      const own = Array.from(index.directory.chunksOf(article), (document) => ({
        document,
        score: scores.chunk(document),
      }));
      for (const { document } of own.toSorted(byRank).slice(0, depth)) candidates.add(document);
    }
    const best = Array.from(candidates, (document) => ({ document, score: score(document) })).toSorted(
      byRank,
    );
    return {
      best,
      score,
      signals,
      phrased: () =>
        (isPhrase ? chunksWithAll(index, question.pairs) : [])
          .filter((document) => admission.admits(articleOf[document] ?? 0))
          .map((document) => ({ document, score: score(document) }))
          .toSorted(byRank),
    };
  };
}

/** A word, or a character of a script without spaces. */
const isWord = ({ high }: KeyedTerm): boolean => !isPairKind(kindOf(high));

/** The chunks that contain all of the terms. */
function chunksWithAll(index: InvertedIndex, wanted: readonly KeyedTerm[]): readonly number[] {
  const { chunks } = index;
  const held = new Uint16Array(chunks.limit);
  for (const { term } of numbered(index, wanted)) {
    for (const { packed, from, to } of chunks.slices(term)) {
      for (let at = from; at < to; at++) {
        const chunk = (packed[at] ?? 0) >>> 8;
        held[chunk] = (held[chunk] ?? 0) + 1;
      }
    }
  }
  const found: number[] = [];
  for (let chunk = 0; chunk < held.length; chunk++)
    if (held[chunk] === wanted.length && chunks.isAlive(chunk)) found.push(chunk);
  return found;
}

/** The number of a term, -1 when the index does not know it. */
const numberOf = (index: InvertedIndex, { high, low, weight }: KeyedTerm): WeightedTerm => ({
  term: index.terms.find(high, low),
  weight,
});

/** The question's terms that the index knows, by number. */
const numbered = (index: InvertedIndex, terms: readonly KeyedTerm[]): WeightedTerm[] =>
  terms.map((term) => numberOf(index, term)).filter(({ term }) => term >= 0);
