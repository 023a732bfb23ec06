import type { CuratedAnswer } from '../../../contract/curated-answers/entry-fields.ts';
import { questionKey } from '../../text/question/question-key.ts';
import { dateOf, dayAt } from '../../kit/calendar.ts';
import type { Entry } from './entry.ts';
import { normalPath } from './source-articles.ts';

/** Finds which other answers hold a question of an answer for the same language, pages and days, so that only the latest change is given; `at` is epoch milliseconds. */
export function createSameQuestions(): (
  entry: Entry,
  entries: readonly Entry[],
  at: number,
) => CuratedAnswer['sameQuestions'] {
  let read: { readonly entries: readonly Entry[]; readonly byKey: Map<string, Entry[]> } | undefined;
  return (entry, entries, at) => {
    if (read?.entries !== entries) read = { entries, byKey: byQuestion(entries) };
    const today = dateOf(dayAt(at));
    const told = new Map<string, string>();
    if (!isLeft(entry, today)) return [];
    for (const question of entry.questions)
      for (const other of read.byKey.get(keyOf(entry, question)) ?? []) {
        if (told.size === mostTold) break;
        if (other.id !== entry.id && isLeft(other, today) && shareDay(entry, other))
          told.set(other.id, question);
      }
    return Array.from(told, ([id, question]) => ({ question, id }));
  };
}

const mostTold = 20;

function byQuestion(entries: readonly Entry[]): Map<string, Entry[]> {
  const byKey = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const key of new Set(entry.questions.map((question) => keyOf(entry, question)))) {
      const list = byKey.get(key);
      if (list) list.push(entry);
      else byKey.set(key, [entry]);
    }
  return byKey;
}

const keyOf = ({ language, pages }: Entry, question: string): string =>
  JSON.stringify([questionKey(question), language, pages.map(normalPath).toSorted()]);

/** Whether it is given on this day or one to come. */
const isLeft = ({ enabled, until }: Entry, today: string): boolean =>
  enabled && (until === '' || today <= until);

/** Whether there is a day in the periods of both. */
const shareDay = (one: Entry, other: Entry): boolean =>
  (one.until === '' || other.from <= one.until) && (other.until === '' || one.from <= other.until);
