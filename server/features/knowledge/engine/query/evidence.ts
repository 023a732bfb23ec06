import type { Evidence, EvidenceLevel } from '../../../../ports/search-index.ts';
import { inverseFrequency, type WeightedTerm } from '../postings/bm25.ts';
import { chanceScore } from './fuse.ts';
import type { Signals } from './signals.ts';
import type { Postings } from '../postings/postings.ts';

/**
 * Weights of the evidence: signals between 0 and 1 that add to it, and penalties. The values are the round numbers at
 * which the fewest uncovered questions pass for a given share of answered ones, mean over the evaluation sets;
 * leaving any one set out gives the same signs and nearly the same weights.
 */
export const evidenceWeights = {
  support: 1,
  phrase: 0.3,
  title: 0.25,
  /** Penalty when the best article lacks the question's numbers: another year or version is another question. */
  missingNumbers: 0.15,
  /**
   * Penalty when the best article lacks the question's unknown names, in proportion to the missing share: it is about
   * another subject of the same kind.
   */
  missingNames: 0.3,
  /**
   * Penalty of a yes-no question when the site knows at most half of its subject words ("Is there a sauna in the
   * hut?"), or not all and the support is low.
   */
  unknownWords: 0.2,
  /** Share of its support that a question loses when every passage contains its words; one with a word of a single passage loses none. */
  commonWords: 0.4,
  /** Further penalty of such a question when neither its wording nor the title shows that the passage is about it. */
  unconfirmed: 0.3,
  /** Penalty there of a question of a single word, which any text may mention. */
  loneWord: 0.1,
} as const;

export type EvidenceWeights = { readonly [K in keyof typeof evidenceWeights]: number };

/** The parts of the evidence, each from 0 to 1. */
export interface EvidenceSignals extends Pick<Signals, 'phrase' | 'title' | 'numbers' | 'names'> {
  /** Share of the question that the best passage or article covers. */
  readonly support: number;
  /** Rarity of the rarest subject word that the site knows. */
  readonly rarity: number;
  /** 1 for a question of a single word. */
  readonly lone: number;
  /** 1 for a yes-no question that gets the penalty `unknownWords`. */
  readonly unknown: number;
}

/** The score of the signals. */
export function evidenceScore(
  { support, phrase, title, numbers, names, rarity, lone, unknown }: EvidenceSignals,
  weights: EvidenceWeights = evidenceWeights,
): number {
  const common = 1 - rarity;
  const gains =
    weights.support * support * (1 - weights.commonWords * common) +
    weights.phrase * phrase +
    weights.title * title;
  const isConfirmed = phrase > 0 || title > 0;
  const unconfirmed = isConfirmed ? 0 : weights.unconfirmed * common + weights.loneWord * lone;
  const missing =
    (numbers < 1 ? weights.missingNumbers : 0) +
    weights.missingNames * (1 - names) +
    weights.unknownWords * unknown;
  return gains - missing - unconfirmed;
}

/**
 * Thresholds of the levels, the same for every site (`bench/retrieval-quality.ts` prints the whole curve). With
 * `answers`, about 86 in 100 answerable questions of the evaluation sets are answered; with `close`, nearly all are.
 */
export const evidenceLevels = { answers: 0.44, close: 0.2 } as const;

/**
 * On a site of a few pages most words of a question are unknown, so the score is low whatever is found. The level is
 * also `close` when one article contains all that the site knows of the question, at least this share of it and a
 * word as rare as this, and all retrievers rank it first; not for one word of several ("capital"), unless the title
 * names it. On the evaluation sets, which are larger, this changes nothing.
 */
const leastKnown = 0.3;
const leastRarity = 0.6;
const ROUNDING = 0.01;

/**
 * An article that all retrievers rank first is also `close` when it contains this many rare words of a long question
 * and this share of its subject.
 */
const broad = { words: 3, coverage: 0.6 } as const;

/**
 * Minimum score for `close` when a passage shares fewer than two subject words; when it shares none although there
 * are some, the score counts half, since common wording ("how do I make …") alone shows nothing.
 */
const closeByOneWord = 0.24;
const sharesNoWord = 0.5;

/** Minimum support that makes up for a word that the site does not know, in a yes-no question. */
const leastSupportOfUnknown = 0.3;

/** The level of a score. */
function levelOf(
  score: number,
  closeFrom: number,
  answersFrom: number = evidenceLevels.answers,
): EvidenceLevel {
  if (score >= answersFrom) return 'answers';
  return score >= closeFrom ? 'close' : 'not_covered';
}

export interface EvidenceInput {
  readonly passages: Postings;
  readonly articles: Postings;
  /** Terms of the subject; `term` is -1 for one that no document holds. */
  readonly subject: readonly WeightedTerm[];
  /** The highest `supportGain` of the subject reached by any passage and by any article. */
  readonly reached: { readonly passage: number; readonly article: number };
  /** Signals of the best chunk, none when nothing was found. */
  readonly signals: Signals | undefined;
  /** Share of the retrievers whose best article is the best of all, 0 … 1. */
  readonly agreement: number;
  /** The terms of each subject word. */
  readonly words: readonly (readonly WeightedTerm[])[];
  readonly asksWhether: boolean;
  /** Of a translated question, see `Translation`. */
  readonly certainty?: number | undefined;
  /** The best standard score of the vector retriever and the number of vectors, when it ran. */
  readonly vectors?: { readonly best: number; readonly size: number };
}

const nothingFound: Signals = { phrase: 0, coverage: 0, title: 0, numbers: 1, names: 1, words: 0 };

/** Computes the evidence from the signals; `answersFrom` is the threshold of the level `answers`. */
export function weighEvidence(input: EvidenceInput, answersFrom?: number): Evidence {
  const ofArticle = lexicalSupport(input.articles, input.subject, input.reached.article);
  const ofPassage = lexicalSupport(input.passages, input.subject, input.reached.passage);
  // A long page among short ones scores low in BM25, but one of its passages may cover everything.
  const support = Math.max(ofArticle.support, ofPassage.support);
  const { phrase, coverage, title, numbers, names, words } = input.signals ?? nothingFound;
  const rarity = rarityOf(input.passages, input.subject);
  const lone = input.subject.reduce((sum, { weight }) => sum + weight, 0) <= 1 ? 1 : 0;
  const known = input.words.filter((terms) => terms.some((one) => isKnown(input.passages, one))).length;
  const isUnknown =
    known <= input.words.length / 2 || (known < input.words.length && support < leastSupportOfUnknown);
  const unknown = input.asksWhether && known > 0 && isUnknown ? 1 : 0;
  const parts: [string, number][] = [
    ['support', support],
    ['phrase', phrase],
    ['title', title],
    ['numbers', numbers],
    ['names', names],
    ['rarity', rarity],
    ['lone word', lone],
    ['unknown words', unknown],
    ['shared words', words],
    ['coverage', coverage],
    ['known terms', ofArticle.known],
    ['agreement of retrievers', input.agreement],
  ];
  const isShared = words > 0 || input.words.length === 0;
  const share =
    input.certainty === undefined ? 1 : translatedShare(input.certainty, words, input.words.length);
  if (input.certainty !== undefined) parts.push(['translation', share]);
  let score =
    evidenceScore({ support, phrase, title, numbers, names, rarity, lone, unknown }) *
    (isShared ? 1 : sharesNoWord) *
    share;
  if (input.vectors !== undefined) {
    const vectors = vectorSupport(input.vectors.best, input.vectors.size);
    parts.push(['vectors', vectors]);
    score = Math.max(score, vectors);
  }
  const holdsAllKnown =
    words > 0 &&
    (words > 1 || words === input.words.length || title > 0) &&
    ofArticle.known >= leastKnown &&
    coverage >= ofArticle.known - ROUNDING &&
    rarity >= leastRarity;
  const holdsMost = words >= broad.words && coverage >= broad.coverage;
  const isCloseAtLeast =
    input.certainty === undefined && input.agreement === 1 && (holdsAllKnown || holdsMost);
  const closeFrom = Math.min(words < 2 ? closeByOneWord : evidenceLevels.close, answersFrom ?? 1);
  // A passage about another subject of the same kind does not answer, but it may be close.
  const doubted = evidenceWeights.missingNames * (1 - names) + evidenceWeights.unknownWords * unknown;
  const isClose = isCloseAtLeast || score + doubted >= closeFrom;
  const level = levelOf(isClose ? Math.max(score, closeFrom) : score, closeFrom, answersFrom);
  return {
    score: Math.min(1, Math.max(0, score)),
    level,
    covered: level === 'answers',
    reasons: parts.map(([name, value]) => `${name} ${value.toFixed(2)}`),
  };
}

/**
 * Share of its score that a translated question keeps. Its wording was chosen for an article that has it, so a word or two that are found
 * say little. Measured on questions in the other language to sites that answer them and to sites of other subjects (decision 19).
 */
const translatedShare = (certainty: number, words: number, asked: number): number =>
  certainty * Math.min(1, (words === asked ? OF_ALL_WORDS : OF_FEW_WORDS) + OF_EACH_WORD * words);

const OF_FEW_WORDS = 0.4;
const OF_ALL_WORDS = 0.6;
const OF_EACH_WORD = 0.2;

/**
 * The best document's BM25 relative to the maximum for this question, where a term that the site does not know counts
 * in full against it.
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
    if (isKnown(postings, one)) known += gain;
  }
  return most > 0 ? { support: reached / most, known: known / most } : { support: 0, known: 0 };
}

const isKnown = (postings: Postings, { term }: WeightedTerm): boolean =>
  term >= 0 && postings.frequency(term) > 0;

/**
 * Rarity of the rarest subject word that the site knows, 0 … 1: its inverse document frequency relative to that of a
 * word of a single passage.
 */
function rarityOf(passages: Postings, subject: readonly WeightedTerm[]): number {
  const most = Math.log(1 + passages.total);
  const rarest = subject.reduce((best, { term }) => {
    const frequency = term < 0 ? 0 : passages.frequency(term);
    return frequency === 0 ? best : Math.max(best, inverseFrequency(passages.total, frequency));
  }, 0);
  return most === 0 ? 0 : Math.min(1, rarest / most);
}

/**
 * Upper bound of what a subject term adds to a document's support: its idf plus one, so that the topic of the whole
 * site, which every article names, still counts.
 */
export function supportGain(postings: Postings, { term, weight }: WeightedTerm): number {
  const frequency = term < 0 ? 0 : postings.frequency(term);
  return weight * (inverseFrequency(postings.total, frequency) + 1);
}

/** Maximum support of a document for the subject. */
export const wholeSupport = (postings: Postings, subject: readonly WeightedTerm[]): number =>
  subject.reduce((sum, one) => sum + supportGain(postings, one), 0);

/**
 * Evidence of vectors alone, 0 … ¾: 0 up to what chance explains, ¾ from twice that. It lets a question in other
 * words or another language than the articles count as covered.
 */
function vectorSupport(best: number, size: number): number {
  const chance = chanceScore(size);
  return Math.min(1, Math.max(0, (best - chance) / chance)) * VECTORS_ALONE;
}

const VECTORS_ALONE = 0.75;
