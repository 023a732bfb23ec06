import { bm25Gain, type WeightedTerm } from '../postings/bm25.ts';
import { likenessGains } from '../analysis/character-ngrams.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { KeyedTerm, ParsedQuery } from './parse-query.ts';
import { ranker, scoreByWords, type WordSignals } from '../ranking/ranker.ts';
import type { Gain, Scores } from '../scores/scores.ts';
import { isPairKind, kindOf, kinds } from '../analysis/term.ts';
import type { Admission } from './scoped.ts';
import { createTitles } from './title-share.ts';
import { byRank, type Scored } from './top-k.ts';

export interface LexicalRun {
  /** The best chunks by the ranker's weights: at least as many as asked for and `CANDIDATES`; valid until the next question. */
  readonly best: readonly Scored[];
  /** Valid until the next question. */
  signals(chunk: number): WordSignals;
  /** What those words of the question tell that an article has, in any of its chunks. */
  told(article: number): number;
  /** The chunks with all pairs of the question side by side, as a phrase has them, in the ranker's order. */
  phrased(): readonly Scored[];
}

/** Minimum number of chunks that are ranked together with the nearest vectors. */
export const CANDIDATES = 100;

/** Terms of a short chunk: from there on its length counts by its logarithm. */
const SHORT = 100;

/** What a list of articles shows beside those of the best chunks, all of which may be of one long article. */
interface Further {
  readonly articles: readonly number[];
  /** Number of articles that are the best by their words. */
  readonly byWords: number;
}

/** Ranks at least so many chunks, those of further articles among them. */
export type LexicalSearch = (question: ParsedQuery, depth: number, further?: Further) => LexicalRun;

/** Creates the search by words over an index: by the words of the articles and the n-grams of the chunks. */
export function createLexical(index: InvertedIndex, scores: Scores, admission: Admission): LexicalSearch {
  const titlesFor = createTitles(index);
  return (question, depth, further = { articles: [], byWords: 0 }) => {
    const { articleOf } = index.directory;
    const subject = question.subject.map((term) => gained(index, term));
    const words = subject.filter(({ high }) => !isPairKind(kindOf(high)));
    const apart = subject.filter(({ high }) => kindOf(high) !== kinds.wordPair);
    const terms = [...subject, ...question.alternatives.map((term) => gained(index, term))];
    const likeness = likenessGains(index.chunks, numbered(index, question.grams));

    index.wanted?.({
      likeness: question.grams,
      articles: terms.map((term) => [term]),
      titles: words.map((term) => [term]),
    });
    scores.ask({
      articles: terms.filter(({ term }) => term >= 0),
      ngrams: likeness.terms,
      scale: likeness.scale,
    });
    const reach = subject.reduce((sum, { gain }) => sum + gain, 0) || 1;
    const { weights } = ranker;
    const titles = titlesFor(words, [...numbered(index, question.passage), ...terms]);
    const ofArticles = new Map<number, Pick<WordSignals, 'article' | 'title'>>();
    const ofArticle = (article: number) => {
      const known = ofArticles.get(article) ?? {
        // Synonyms come on top of the question's own words.
        article: Math.min(1, scores.article(article) / reach),
        title: titles.share(article),
      };
      ofArticles.set(article, known);
      return known;
    };
    const signals = (chunk: number): WordSignals => {
      const { article, title } = ofArticle(articleOf[chunk] ?? 0);
      return {
        article,
        ngrams: scores.chunk(chunk),
        title,
        length: Math.log1p((index.chunks.lengths[chunk] ?? 0) / SHORT),
      };
    };
    const score = (chunk: number): number => scoreByWords(signals(chunk));
    const ranked = (documents: Iterable<number>) =>
      Array.from(documents, (document) => ({ document, score: score(document) })).toSorted(byRank);
    const candidates = (): ReadonlySet<number> => {
      const found = new Set(
        scores
          .best(
            { ngrams: weights.ngrams, article: weights.article / reach },
            { count: Math.max(depth, CANDIDATES), admits: admission.admits },
          )
          .map(({ document }) => document),
      );
      // Chunks of one article differ by their n-grams alone; more of them than are asked for are never among the best.
      const { articles, byWords } = further;
      const told = byWords > 0 ? scores.bestArticles({ count: byWords, admits: admission.admits }) : [];
      for (const article of new Set([...titles.best(admission.admits), ...articles, ...told])) {
        const own = Array.from(index.directory.chunksOf(article), (document) => ({
          document,
          score: scores.chunk(document),
        }));
        for (const { document } of own.toSorted(byRank).slice(0, depth)) found.add(document);
      }
      return found;
    };
    let best: readonly Scored[] | undefined;
    return {
      get best() {
        return (best ??= ranked(candidates()));
      },
      signals,
      told: (article) =>
        apart.reduce(
          (sum, { term, gain }) => (term >= 0 && index.articles.holds(term, article) ? sum + gain : sum),
          0,
        ),
      phrased: () =>
        ranked(
          chunksWithAll(index, question.pairs).filter((document) =>
            admission.admits(articleOf[document] ?? 0),
          ),
        ),
    };
  };
}

/** The chunks that contain all of the terms, in no order; the rarest term leaves few to look for in the lists of the others. */
function chunksWithAll(index: InvertedIndex, wanted: readonly KeyedTerm[]): readonly number[] {
  const { chunks } = index;
  const terms = numbered(index, wanted).map(({ term }) => term);
  if (terms.length < wanted.length) return [];
  let held: Set<number> | undefined;
  for (const term of terms.toSorted((a, b) => chunks.frequency(a) - chunks.frequency(b))) {
    const before = held;
    held = new Set();
    for (const { packed, from, to } of chunks.slices(term)) {
      for (let at = from; at < to; at++) {
        const chunk = (packed[at] ?? 0) >>> 8;
        if (before === undefined || before.has(chunk)) held.add(chunk);
      }
    }
    if (held.size === 0) break;
  }
  return [...(held ?? [])].filter(chunks.isAlive);
}

/** A term with its number and what it adds to the BM25 of an article at most. */
const gained = (index: InvertedIndex, key: KeyedTerm): KeyedTerm & Gain => {
  const one = numberOf(index, key);
  return { ...key, term: one.term, gain: bm25Gain(index.articles, one) };
};

/** The number of a term, -1 when the index does not know it. */
const numberOf = (index: InvertedIndex, { high, low, weight }: KeyedTerm): WeightedTerm => ({
  term: index.terms.find(high, low),
  weight,
});

/** The question's terms that the index knows, by number. */
const numbered = (index: InvertedIndex, terms: readonly KeyedTerm[]): WeightedTerm[] =>
  terms.map((term) => numberOf(index, term)).filter(({ term }) => term >= 0);
