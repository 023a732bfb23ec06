import { cosine, type WordTable } from '../../../text/word-vectors/word-table.ts';
import type { Entry } from '../entry.ts';
import type { Meaning } from './meaning.ts';
import {
  createAlignment,
  likenessOf,
  questionWords,
  type Alignment,
  type QuestionWord,
} from './question-words.ts';
import { matchModel, signalsOf, type Signals } from './signals.ts';

/** A question of an answer. */
export interface Stored {
  readonly entry: Entry;
  readonly question: string;
  readonly key: string;
  readonly words: readonly QuestionWord[];
  /** As far as its letters tell. */
  readonly language: string;
}

/** An answer that may be meant, with that question of it which is most alike. */
export interface Candidate {
  readonly entry: Entry;
  readonly question: string;
  readonly signals: Signals;
}

/** Answers whose own words are read, by each of the measures. */
const mostRead = 6;
/** An answer says what it is about in its first words. */
const answerStart = 400;
const answerMeant = 2000;

/** The weights were learned with so many answers and more. */
const manyAnswers = 50;

interface Asked {
  readonly question: string;
  readonly own: readonly QuestionWord[];
  readonly table: WordTable;
  /** How alike the letters of question and answer are, by id. */
  readonly byLetters: ReadonlyMap<string, number>;
  readonly meaning: Meaning | undefined;
  /** Number of all answers. */
  readonly answersInAll: number;
  /** Answers that were read before. */
  readonly answers: WeakMap<Entry, ReadAnswer>;
}

/** What an answer is about. */
export interface ReadAnswer {
  readonly words: readonly QuestionWord[];
  readonly meaning: Float32Array;
}

interface Measured {
  readonly one: Stored;
  readonly alignment: Alignment;
  readonly likeness: number;
  readonly letters: number;
  readonly standing: number | undefined;
}

/**
 * Compares a question with those answers that are most alike by any measure. Ids of the articles found for it tell of their sources; with
 * none given, each source counts as found first.
 */
export function compareAnswers(
  near: readonly Stored[],
  asked: Asked,
): (found: readonly string[] | undefined) => readonly Candidate[] {
  const measured = bestQuestions(near, asked);
  const read = [
    ...new Set(
      (
        [({ likeness }) => likeness, ({ letters }) => letters, ({ standing = 0 }) => standing] as Measure[]
      ).flatMap((measure) => measured.toSorted((a, b) => measure(b) - measure(a)).slice(0, mostRead)),
    ),
  ];
  const isFew = asked.answersInAll < manyAnswers;
  const whole = asked.table.embed(asked.question);
  const align = createAlignment(asked.own);
  const compared = read.map(({ one, alignment, likeness, letters, standing }) => {
    const { entry, question } = one;
    // The same question of other pages or another period is no other answer.
    const others = read.filter((other) => other.one.entry !== entry && other.one.key !== one.key);
    const most = (measure: Measure, typical: number) =>
      others.reduce((top, other) => Math.max(top, measure(other)), isFew ? typical : 0);
    const answer = readAnswer(entry, asked);
    return {
      entry,
      question: asked.question,
      other: question,
      counts: [asked.own.length, one.words.length] as const,
      alignment,
      answerAlignment: align(answer.words),
      answerMeaning: cosine(whole, answer.meaning),
      letters,
      standing,
      likeness,
      hasSources: Object.keys(entry.known).length > 0,
      next: {
        letters: most((other) => other.letters, matchModel.typicalNext.letters),
        likeness: most((other) => other.likeness, matchModel.typicalNext.likeness),
        standing: most((other) => other.standing ?? 0, matchModel.typicalNext.standing),
      },
    };
  });
  return (found) =>
    compared.map((one) => ({
      entry: one.entry,
      question: one.other,
      signals: signalsOf({
        ...one,
        sourceRank: found ? rankOf(one.entry, found) : one.hasSources ? 0 : undefined,
      }),
    }));
}

function readAnswer(entry: Entry, { table, answers }: Asked): ReadAnswer {
  const read = answers.get(entry) ?? {
    words: questionWords(entry.answer.slice(0, answerStart), table, { known: new Map(), learns: false }),
    meaning: table.embed(entry.answer.slice(0, answerMeant)),
  };
  answers.set(entry, read);
  return read;
}

type Measure = (one: Measured) => number;

/** Of each answer the question that is most alike. */
function bestQuestions(near: readonly Stored[], { own, byLetters, meaning }: Asked): Measured[] {
  const align = createAlignment(own);
  const byEntry = new Map<string, Measured>();
  for (const one of new Set(near)) {
    const alignment = align(one.words);
    const likeness = likenessOf(alignment);
    const standing = meaning?.standing(one.question);
    const before = byEntry.get(one.entry.id);
    if (before && before.likeness + (before.standing ?? 0) >= likeness + (standing ?? 0)) continue;
    byEntry.set(one.entry.id, {
      one,
      alignment,
      likeness,
      standing,
      letters: byLetters.get(one.entry.id) ?? 0,
    });
  }
  return [...byEntry.values()];
}

function rankOf({ known }: Entry, found: readonly string[]): number | undefined {
  const ranks = Object.values(known).flatMap(({ id }) => {
    const rank = found.indexOf(id);
    return rank < 0 ? [] : [rank];
  });
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}
