import type { Evidence, EvidenceLevel } from '../../../../ports/search-index.ts';
import { inverseFrequency, type WeightedTerm } from '../postings/bm25.ts';
import { chanceScore } from './fuse.ts';
import type { Signals } from './signals.ts';
import type { Postings } from '../postings/postings.ts';

/**
 * The model of the evidence: a sum of three signals between 0 and 1. `support` says how much of the question the
 * best passage or article speaks of, `phrase` how much of its wording stands side by side there, `title` how
 * much of the article's title the question names. The weights are the round numbers at which the fewest uncovered
 * questions pass for a given share of answered ones, mean over the evaluation sets; leaving any one set out gives
 * the same signs and nearly the same weights.
 */
export const evidenceWeights = { support: 1, phrase: 0.3, title: 0.25 } as const;

/** What a question loses whose numbers the best article does not hold: another year or version is another question. */
const MISSING_NUMBERS = 0.15;

/**
 * Where the levels begin, the same for every site (`bench/retrieval-quality.ts` prints the whole curve). From
 * `answers` on about 86 in 100 answerable questions of the evaluation sets are answered; from `close` on nearly all
 * are.
 */
export const evidenceLevels = { answers: 0.46, close: 0.24 } as const;

/** The level of a score. */
function levelOf(score: number, answersFrom: number = evidenceLevels.answers): EvidenceLevel {
  if (score >= answersFrom) return 'answers';
  return score >= Math.min(evidenceLevels.close, answersFrom) ? 'close' : 'not_covered';
}

export interface EvidenceInput {
  readonly passages: Postings;
  readonly articles: Postings;
  /** Terms of the subject; `term` is -1 for one that no document holds. */
  readonly subject: readonly WeightedTerm[];
  /** The most that any passage and any article reaches by `supportGain` of the subject. */
  readonly reached: { readonly passage: number; readonly article: number };
  /** Signals of the best chunk, none when nothing was found. */
  readonly signals: Signals | undefined;
  /** Share of the retrievers whose best article is the best of all, 0 … 1. */
  readonly agreement: number;
  /** The best standard score of the vector retriever and how many vectors there are, when it ran. */
  readonly vectors?: { readonly best: number; readonly size: number };
}

const nothingFound: Signals = { phrase: 0, coverage: 0, title: 0, numbers: 1 };

/** Weighs what was found; `answersFrom` is where the level `answers` begins. */
export function weighEvidence(input: EvidenceInput, answersFrom?: number): Evidence {
  const ofArticle = lexicalSupport(input.articles, input.subject, input.reached.article);
  const ofPassage = lexicalSupport(input.passages, input.subject, input.reached.passage);
  // A long page among short ones says little in BM25, but one of its passages may say all.
  const support = Math.max(ofArticle.support, ofPassage.support);
  const { phrase, coverage, title, numbers } = input.signals ?? nothingFound;
  const parts: [string, number][] = [
    ['support', support],
    ['phrase', phrase],
    ['title', title],
    ['numbers', numbers],
    ['coverage', coverage],
    ['known terms', ofArticle.known],
    ['agreement of retrievers', input.agreement],
  ];
  let score =
    evidenceWeights.support * support +
    evidenceWeights.phrase * phrase +
    evidenceWeights.title * title -
    (numbers < 1 ? MISSING_NUMBERS : 0);
  if (input.vectors !== undefined) {
    const vectors = vectorSupport(input.vectors.best, input.vectors.size);
    parts.push(['vectors', vectors]);
    score = Math.max(score, vectors);
  }
  const level = levelOf(score, answersFrom);
  return {
    score: Math.min(1, Math.max(0, score)),
    level,
    covered: level === 'answers',
    reasons: parts.map(([name, value]) => `${name} ${value.toFixed(2)}`),
  };
}

/**
 * The best document's BM25 against the most that any could reach for this question, where a term that the
 * site does not know counts in full against it.
 */
function lexicalSupport(
  postings: Postings,
  subject: readonly WeightedTerm[],
  reached: number,
): { support: number; known: number } {
  let most = 0;
  let known = 0;
  for (const one of subject) {
    const gain = supportGain(postings, one);
    most += gain;
    if (one.term >= 0 && postings.frequency(one.term) > 0) known += gain;
  }
  return most > 0 ? { support: reached / most, known: known / most } : { support: 0, known: 0 };
}

/**
 * What a term of the subject adds at most to a document's support: its idf plus one, so that the topic of the whole
 * site, which every article names, still counts for something.
 */
export function supportGain(postings: Postings, { term, weight }: WeightedTerm): number {
  const frequency = term < 0 ? 0 : postings.frequency(term);
  return weight * (inverseFrequency(postings.total, frequency) + 1);
}

/**
 * What vectors alone can say, 0 … ¾: nothing up to what chance explains, all of it at twice that. It lets
 * a question in other words or another language than the articles count as covered.
 */
function vectorSupport(best: number, size: number): number {
  const chance = chanceScore(size);
  return Math.min(1, Math.max(0, (best - chance) / chance)) * VECTORS_ALONE;
}

const VECTORS_ALONE = 0.75;
