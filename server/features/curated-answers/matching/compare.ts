import { cosine, type WordTable } from '../../../text/word-vectors/word-table.ts';
import { guessLanguage } from '../../../text/language.ts';
import { stemLanguage } from '../../../text/morphology/stem.ts';
import { foldText, stem, words } from '../../../text/text.ts';
import type { Entry } from '../entry.ts';
import type { Meaning } from './meaning.ts';
import {
  createAlignment,
  likenessOf,
  questionWords,
  type Alignment,
  type QuestionWord,
} from './question-words.ts';
import { signalsOf, type Compared, type Signals } from './signals.ts';

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
  /** What the signals are made of. */
  readonly compared: Compared;
}

/** Answers whose own words are read, by each of the measures. */
const mostRead = 6;
/** An answer says what it is about in its first words. */
const answerStart = 400;
const answerMeant = 2000;

interface Asked {
  readonly question: string;
  readonly own: readonly QuestionWord[];
  readonly table: WordTable;
  /** How alike the letters of question and answer are, by id. */
  readonly byLetters: ReadonlyMap<string, number>;
  readonly meaning: Meaning | undefined;
  /** Answers that were read before. */
  readonly answers: WeakMap<Entry, ReadAnswer>;
}

/** What an answer is about. */
export interface ReadAnswer {
  readonly words: readonly QuestionWord[];
  readonly meaning: Float32Array;
  /** Its questions and all of its text, folded, and the stems of their words between blanks. */
  readonly told: string;
}

interface Measured {
  readonly one: Stored;
  readonly alignment: Alignment;
  readonly likeness: number;
  readonly letters: number;
  readonly standing: number | undefined;
  /** How near any question of the answer comes to each word of the asked one. */
  readonly nearest: Float32Array;
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
  const whole = asked.table.embed(asked.question);
  const align = createAlignment(asked.own);
  const compared = read.map(({ one, alignment, likeness, letters, standing, nearest }) => {
    const { entry, question } = one;
    // The same question of other pages or another period is no other answer.
    const others = read.filter((other) => other.one.entry !== entry && other.one.key !== one.key);
    const most = (measure: Measure) => others.reduce((top, other) => Math.max(top, measure(other)), 0);
    const answer = readAnswer(entry, asked);
    const answerAlignment = align(answer.words);
    return {
      entry,
      question: asked.question,
      other: question,
      counts: [asked.own.length, one.words.length] as const,
      alignment,
      answerAlignment,
      lack: lackOf(asked.own, answer, [nearest, answerAlignment.nearest]),
      answerMeaning: cosine(whole, answer.meaning),
      letters,
      standing,
      likeness,
      hasSources: Object.keys(entry.known).length > 0,
      next: {
        letters: most((other) => other.letters),
        likeness: most((other) => other.likeness),
        standing: most((other) => other.standing ?? 0),
      },
    };
  });
  return (found) =>
    compared.map(({ entry, ...one }) => {
      const sourceRank = found ? rankOf(entry, found) : one.hasSources ? 0 : undefined;
      const whole = { ...one, sourceRank };
      return { entry, question: one.other, signals: signalsOf(whole), compared: whole };
    });
}

function readAnswer(entry: Entry, { table, answers }: Asked): ReadAnswer {
  const known = answers.get(entry);
  if (known) return known;
  const folded = foldText([...entry.questions, entry.answer].join('\n'));
  const language = stemLanguage(guessLanguage(folded));
  const read = {
    words: questionWords(entry.answer.slice(0, answerStart), table, { known: new Map(), learns: false }),
    meaning: table.embed(entry.answer.slice(0, answerMeant)),
    told: `${folded} ${[...new Set(words(folded).map((word) => stem(word, language)))].join(' ')} `,
  };
  answers.set(entry, read);
  return read;
}

/** Of the word of the question that is farthest from all that an answer tells: how far, by its weight. */
function lackOf(own: readonly QuestionWord[], { told }: ReadAnswer, near: readonly Float32Array[]): number {
  const lacks = own.map(({ stem: word, weight }, place) => {
    const isTold = told.includes(isDense(word) ? word : ` ${word} `);
    return isTold ? 0 : weight * (1 - Math.max(0, ...near.map((nearest) => nearest[place] ?? 0)));
  });
  return Math.max(0, ...lacks);
}

/** Two characters and more, which stand in a text without blanks around them. */
const isDense = (word: string) => /^\p{sc=Han}{2,}$/u.test(word);

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
    const nearest = before
      ? before.nearest.map((like, place) => Math.max(like, alignment.nearest[place] ?? 0))
      : alignment.nearest;
    const isNearer = !before || before.likeness + (before.standing ?? 0) < likeness + (standing ?? 0);
    const letters = bounded(byLetters.get(one.entry.id) ?? 0);
    byEntry.set(one.entry.id, {
      ...(isNearer ? { one, alignment, likeness, standing, letters } : before),
      nearest,
    });
  }
  return [...byEntry.values()];
}

/** Letters of a long question may be alike without end. */
const bounded = (letters: number) => letters / (1 + letters);

function rankOf({ known }: Entry, found: readonly string[]): number | undefined {
  const ranks = Object.values(known).flatMap(({ id }) => {
    const rank = found.indexOf(id);
    return rank < 0 ? [] : [rank];
  });
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}
