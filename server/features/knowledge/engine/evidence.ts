import { addSaturated, inverseFrequency, type WeightedTerm } from './bm25.ts';
import { chanceScore } from './fuse.ts';
import type { Postings } from './postings.ts';
import { topScores } from './top-k.ts';

/**
 * How much of an answer the site seems to hold: `answers` – a passage that speaks of what was asked; `close` – nothing
 * that clearly answers, but places that a visitor may want to see; `not_covered` – nothing on the matter.
 */
export type EvidenceLevel = 'answers' | 'close' | 'not_covered';

/** Whether the site seems to cover a question, decided from the retrieval alone. */
export interface Evidence {
  /** 0 … 1: how much of what the question speaks of the best passage or article speaks of. */
  readonly score: number;
  readonly level: EvidenceLevel;
  /** True for the level `answers`. */
  readonly covered: boolean;
  /** What the score was made from, for the trace: a name and a number each. */
  readonly reasons: readonly string[];
}

/**
 * Chosen as the highest value that keeps 85 in 100 answerable questions of every evaluation set, which is 94 on their
 * mean; a lower one calls many more uncovered questions covered (`bench/retrieval-quality.ts` prints both).
 */
export const COVERED_FROM = 0.28;

/** From this share of the threshold on, what was found is close to the question. */
const CLOSE_SHARE = 0.5;

/** The level of a score: `answers` from the threshold on. */
export function levelOf(score: number, answersFrom = COVERED_FROM): EvidenceLevel {
  if (score >= answersFrom) return 'answers';
  return score >= CLOSE_SHARE * answersFrom ? 'close' : 'not_covered';
}

export interface EvidenceInput {
  readonly passages: Postings;
  readonly articles: Postings;
  /** Terms of the subject; `term` is -1 for one that no document holds. */
  readonly subject: readonly WeightedTerm[];
  /** Share of the retrievers whose best article is the best of all, 0 … 1. */
  readonly agreement: number;
  /** The best standard score of the vector retriever and how many vectors there are, when it ran. */
  readonly vectors?: { readonly best: number; readonly size: number };
}

/** Weighs what was found: a question is covered when its score reaches `threshold`. */
export function weighEvidence(input: EvidenceInput, threshold = COVERED_FROM): Evidence {
  const ofArticle = lexicalSupport(input.articles, input.subject);
  const ofPassage = lexicalSupport(input.passages, input.subject);
  // A long page among short ones says little in BM25, but one of its passages may say all.
  const support = Math.max(ofArticle.support, ofPassage.support);
  const parts: [string, number][] = [
    ['support', support],
    ['known terms', ofArticle.known],
    ['agreement of retrievers', input.agreement],
  ];
  let score = support;
  if (input.vectors !== undefined) {
    const vectors = vectorSupport(input.vectors.best, input.vectors.size);
    parts.push(['vectors', vectors]);
    score = Math.max(score, vectors);
  }
  const level = levelOf(score, threshold);
  return {
    score,
    level,
    covered: level === 'answers',
    reasons: parts.map(([name, value]) => `${name} ${value.toFixed(2)}`),
  };
}

/**
 * The best document's BM25 against the most that any could reach for this question, where a term that the
 * site does not know counts in full against it. Each term weighs its idf plus one, so that the topic of the whole
 * site, which every article names, still counts for something.
 */
function lexicalSupport(
  postings: Postings,
  subject: readonly WeightedTerm[],
): { support: number; known: number } {
  const reached = new Float32Array(postings.limit);
  let most = 0;
  let known = 0;
  for (const { term, weight } of subject) {
    const frequency = term < 0 ? 0 : postings.frequency(term);
    const gain = weight * (inverseFrequency(postings.total, frequency) + 1);
    most += gain;
    if (frequency === 0) continue;
    known += gain;
    addSaturated(postings, term, gain, reached);
  }
  const [best] = topScores(reached, postings.limit, 1, postings.isAlive);
  return most > 0 ? { support: (best?.score ?? 0) / most, known: known / most } : { support: 0, known: 0 };
}

/**
 * What vectors alone can say, 0 … ½: nothing up to what chance explains, all of it at twice that. It lets
 * a question in other words or another language than the articles count as covered.
 */
function vectorSupport(best: number, size: number): number {
  const chance = chanceScore(size);
  return Math.min(1, Math.max(0, (best - chance) / chance)) / 2;
}
