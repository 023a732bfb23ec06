import { words } from '../../../text/text.ts';
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

/** What tells a question about another thing in the words of a known one: these say nothing of how likely an answer is meant. */
export const thingSignalNames = ['frame', 'lack', 'lost'] as const;

export type Signals = Readonly<
  Record<(typeof signalNames)[number] | (typeof thingSignalNames)[number], number>
> & {
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
  /** Of the word of the question that is farthest from all that the answer and its questions tell: how far, by its weight. */
  readonly lack: number;
  /** The best of the other answers. */
  readonly next: Next;
}

interface Next {
  readonly letters: number;
  readonly likeness: number;
  readonly standing: number;
}

/** `typical` stands in for a next answer that is farther off. */
export function signalsOf(one: Compared, typical: Next = matchModel.typicalNext): Signals {
  const { alignment, answerAlignment, counts, next } = one;
  const { asked, kept } = alignment;
  return {
    asked,
    kept,
    askedSame: alignment.askedSame,
    keptSame: alignment.keptSame,
    least: Math.min(asked, kept),
    length: Math.log((counts[0] + 1) / (counts[1] + 1)),
    latin: latinWords(one.question).symmetricDifference(latinWords(one.other)).size,
    letters: one.letters,
    lettersLead: one.letters - Math.max(next.letters, typical.letters),
    likenessLead: likenessOf(alignment) - Math.max(next.likeness, typical.likeness),
    answerMeaning: one.answerMeaning,
    answered: answerAlignment.asked,
    answeredSame: answerAlignment.askedSame,
    said: Math.max(asked, answerAlignment.asked),
    source: one.sourceRank === undefined ? 0 : 1 / (1 + one.sourceRank),
    hasSources: one.hasSources ? 1 : 0,
    frame: frameOf(words(one.question), words(one.other)),
    lack: one.lack,
    lost: alignment.lost,
    ...(one.standing !== undefined && {
      standing: one.standing,
      standingLead: one.standing - Math.max(next.standing, typical.standing),
    }),
  };
}

/** Share of the words of two questions, small ones too, that are the same in the same order. */
function frameOf(one: readonly string[], other: readonly string[]): number {
  // The longest common subsequence, row by row.
  let longest = other.map(() => 0);
  for (const word of one) {
    let [before, left] = [0, 0];
    longest = longest.map((above, place) => {
      left = other[place] === word ? before + 1 : Math.max(above, left);
      before = above;
      return left;
    });
  }
  return (longest.at(-1) ?? 0) / Math.max(1, one.length, other.length);
}

/** Words in Latin letters; between Chinese characters they are names. */
const latinWords = (text: string): Set<string> =>
  new Set((text.match(/[A-Za-z][A-Za-z0-9_.+-]+/g) ?? []).map((word) => word.toLowerCase()));

interface Regression {
  readonly constant: number;
  readonly weights: Readonly<Record<string, number>>;
}

interface Weights extends Regression {
  /** From `same` on a question gets the answer; from `near` on the answer is offered to the language model as a passage. */
  readonly limits: { readonly same: number; readonly near: number };
}

/** The learned weights; `tools/train/curated-answers.ts` writes them. */
export const matchModel: {
  readonly byWords: Weights;
  readonly withVectors: Weights;
  /** Told from questions in which one word was exchanged for another thing. */
  readonly sameThing: Regression & { readonly limit: number };
  /**
   * How near the next answer is in the median of what was learned from. Where there are few answers, or one is alone in its subject, what is
   * far from a question is still far from the others, which tells nothing.
   */
  readonly typicalNext: Next;
} = model;

/** Probability that a question asks what an answer is written for. */
export const sameness = (signals: Signals): number => probability(weightsFor(signals), signals);

/** False for a question in the words of a known one that is likely about another thing, whatever its `sameness`. */
export const isSameThing = (signals: Signals): boolean =>
  probability(matchModel.sameThing, signals) >= matchModel.sameThing.limit;

function probability({ constant, weights }: Regression, signals: Signals): number {
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
