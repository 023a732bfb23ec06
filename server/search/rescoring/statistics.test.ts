import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TermCount, TermKey } from '../../ports/candidates.ts';
import { createStatistics } from './statistics.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const [known, missing] = [
  { high: 1, low: 2 },
  { high: 3, low: 4 },
];
const never = new AbortController().signal;

/** A site of so many passages, of which `held` are the terms that it has. */
function site(passages: number) {
  const held = new Map<TermKey, number>([[known, 12]]);
  const asked: TermKey[] = [];
  let totals = 0;
  let version = 1;
  const statistics = createStatistics(
    {
      async totals() {
        totals += 1;
        return {
          passages,
          articles: 2,
          vectors: 0,
          passageLengths: 9,
          articleLengths: 9,
          languages: [['en', 2]],
        };
      },
      async counts(terms) {
        asked.push(...terms);
        return terms.map((term): TermCount => ({ passages: held.get(term) ?? 0, articles: 0 }));
      },
    },
    () => version,
  );
  return {
    held,
    asked,
    statistics,
    totals: () => totals,
    change: () => void (version += 1),
    async ask(terms: readonly TermKey[]) {
      await statistics.refresh(never);
      await statistics.read(terms, never);
      return terms.map(({ high, low }) => statistics.countOfTerm(high, low)?.passages);
    },
  };
}

test('terms are counted once while nothing changes', async () => {
  const { ask, asked, totals, statistics } = site(900);
  const terms = [known, missing];
  expect(await ask(terms)).toEqual([12, 0]);
  expect(await ask(terms)).toEqual([12, 0]);
  expect(asked).toHaveLength(2);
  expect(totals()).toBe(1);
  expect(statistics.countOfTerm(1, 2)).toEqual({ passages: 12, articles: 0 });
  expect(statistics.countOfTerm(2, 1)).toBeUndefined();
});

test('of a small site everything is counted anew after a change', async () => {
  const { ask, asked, change, totals } = site(900);
  await ask([known]);
  change();
  await ask([known]);
  expect(asked).toHaveLength(2);
  expect(totals()).toBe(2);
});

test('of a large site that is being written a change counts what was missing, and the totals not at once', async () => {
  const { ask, asked, change, held, totals } = site(900_000);
  await ask([known, missing]);
  held.set(missing, 1).set(known, 13);
  change();
  expect(await ask([known, missing])).toEqual([12, 1]);
  expect(asked).toHaveLength(3);
  expect(totals()).toBe(1);
  vi.advanceTimersByTime(15_000);
  change();
  await ask([known]);
  expect(totals()).toBe(2);
  vi.advanceTimersByTime(600_000);
  expect(await ask([known])).toEqual([13]);
});
