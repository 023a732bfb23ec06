import model from './match-model.json' with { type: 'json' };
import { likenessOf, type Alignment } from './question-words.ts';

/** What tells whether a question asks what an answer is written for, in the order of the weights. */
export const signalNames = [
  'asked',
  'kept',
  'askedSame',
  'keptSame',
  'least',
  'length',
  'latin',
  'letters',
  'lettersLead',
  'likenessLead',
  'answerMeaning',
  'answered',
  'answeredSame',
  'said',
  'source',
  'hasSources',
] as const;
/** With an embedding model also what its vectors tell. */
export const signalNamesWithVectors = [...signalNames, 'standing', 'standingLead'] as const;

export type Signals = Readonly<Record<(typeof signalNames)[number], number>> & {
  readonly standing?: number;
  readonly standingLead?: number;
};

/** What is compared: the asked question, a question of an answer, and the answer. */
export interface Compared {
  readonly question: string;
  readonly other: string;
  /** Number of words of both. */
  readonly counts: readonly [number, number];
  readonly alignment: Alignment;
  readonly answerAlignment: Alignment;
  readonly answerMeaning: number;
  readonly letters: number;
  /** Rank of the best of its sources among the articles found for the question, from 0; `undefined` where none is among them. */
  readonly sourceRank: number | undefined;
  readonly hasSources: boolean;
  /** Deviations above what questions have that differ, by an embedding model. */
  readonly standing?: number | undefined;
  /** The best of the other answers. */
  readonly next: { readonly letters: number; readonly likeness: number; readonly standing: number };
}

export function signalsOf(one: Compared): Signals {
  const { alignment, answerAlignment, counts, next } = one;
  const { asked, kept } = alignment;
  return {
    ...alignment,
    least: Math.min(asked, kept),
    length: Math.log((counts[0] + 1) / (counts[1] + 1)),
    latin: latinWords(one.question).symmetricDifference(latinWords(one.other)).size,
    letters: one.letters,
    lettersLead: one.letters - next.letters,
    likenessLead: likenessOf(alignment) - next.likeness,
    answerMeaning: one.answerMeaning,
    answered: answerAlignment.asked,
    answeredSame: answerAlignment.askedSame,
    said: Math.max(asked, answerAlignment.asked),
    source: one.sourceRank === undefined ? 0 : 1 / (1 + one.sourceRank),
    hasSources: one.hasSources ? 1 : 0,
    ...(one.standing !== undefined && {
      standing: one.standing,
      standingLead: one.standing - next.standing,
    }),
  };
}

/** Words in Latin letters; between Chinese characters they are names. */
const latinWords = (text: string): Set<string> =>
  new Set((text.match(/[A-Za-z][A-Za-z0-9_.+-]+/g) ?? []).map((word) => word.toLowerCase()));

interface Weights {
  readonly constant: number;
  readonly weights: Readonly<Record<string, number>>;
  /** From `same` on a question gets the answer; from `near` on the answer is offered to the language model as a passage. */
  readonly limits: { readonly same: number; readonly near: number };
}

/** The learned weights; `tools/train/curated-answers.ts` writes them. */
export const matchModel: {
  readonly byWords: Weights;
  readonly withVectors: Weights;
  /**
   * How near the next answer is in the median of what was learned from. Where there are few answers, one that is far from a question is still
   * far from the others, which tells nothing.
   */
  readonly typicalNext: { readonly letters: number; readonly likeness: number; readonly standing: number };
} = model;

/** Probability that a question asks what an answer is written for. */
export function sameness(signals: Signals): number {
  const { constant, weights } = weightsFor(signals);
  const named: Readonly<Record<string, number>> = signals;
  const sum = Object.entries(weights).reduce(
    (all, [name, weight]) => all + weight * (named[name] ?? 0),
    constant,
  );
  return 1 / (1 + Math.exp(-sum));
}

export const limitsFor = (signals: Signals): Weights['limits'] => weightsFor(signals).limits;

const weightsFor = ({ standing }: Signals): Weights =>
  standing === undefined ? matchModel.byWords : matchModel.withVectors;
