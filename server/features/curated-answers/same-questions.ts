import type { CuratedAnswer } from '../../../contract/curated-answers/entry-fields.ts';
import { questionKey } from '../../text/question/question-key.ts';
import { stateAt, type Entry } from './entry.ts';
import { normalPath } from './source-articles.ts';

type SameQuestions = CuratedAnswer['sameQuestions'];

/** Finds which other answers hold a question of an answer for the same language, pages and days, so that only the latest change is given; `at` is epoch milliseconds. */
export function createSameQuestions(): (
  entry: Entry,
  entries: readonly Entry[],
  at: number,
) => CuratedAnswer['sameQuestions'] {
  let read: { readonly entries: readonly Entry[]; readonly byKey: Map<string, Entry[]> } | undefined;
  return (entry, entries, at) => {
    if (read?.entries !== entries) read = { entries, byKey: byQuestion(entries) };
    const { byKey } = read;
    const found = entry.questions.flatMap((question): SameQuestions =>
      (byKey.get(keyOf(entry, question)) ?? [])
        .filter((other) => other.id !== entry.id && areGivenTogether([entry, other], at))
        .map(({ id }) => ({ question, id })),
    );
    return [...new Map(found.map((one) => [one.id, one])).values()].slice(0, mostTold);
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

/** Whether a day is left on which both are given. */
function areGivenTogether(both: readonly [Entry, Entry], at: number): boolean {
  const [one, other] = both;
  return (
    both.every((entry) => ['active', 'scheduled'].includes(stateAt(entry, at))) &&
    (one.until === '' || other.from <= one.until) &&
    (other.until === '' || one.from <= other.until)
  );
}
