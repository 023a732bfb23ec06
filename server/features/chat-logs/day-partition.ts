import { dayOf, firstKeyOf } from './sort-key.ts';

/** Keys from `from` on, and below `below`. */
export interface Span {
  readonly from: number;
  readonly below: number;
}

/** All keys there can be. */
export const everything: Span = { from: Number.MIN_SAFE_INTEGER, below: Number.MAX_SAFE_INTEGER };

/**
 * A span as the days it covers whole, for which there are counters, and what is left at its ends, which has to be
 * counted row by row; each end lies within one day.
 */
interface DayParts {
  /** First and last day covered whole, `undefined` when there is none. */
  readonly days: { readonly first: number; readonly last: number } | undefined;
  readonly ends: readonly Span[];
}

export function dayParts({ from, below }: Span): DayParts {
  if (from >= below) return { days: undefined, ends: [] };
  const bounded = { from: from > everything.from, below: below < everything.below };
  const firstDay = bounded.from ? dayOf(from) : everything.from;
  const lastDay = bounded.below ? dayOf(below) : everything.below;
  const first = bounded.from && firstKeyOf(firstDay) < from ? firstDay + 1 : firstDay;
  const last = bounded.below ? lastDay - 1 : lastDay;
  if (first > last + 1) return { days: undefined, ends: [{ from, below }] };
  const head = bounded.from ? [{ from, below: Math.min(below, firstKeyOf(first)) }] : [];
  const tail = bounded.below ? [{ from: Math.max(from, firstKeyOf(lastDay)), below }] : [];
  return {
    days: first <= last ? { first, last } : undefined,
    ends: [...head, ...tail].filter((end) => end.from < end.below),
  };
}

/** A span, and how many of the wanted logs lie in it. */
export interface Window extends Span {
  readonly logs: number;
}

/**
 * The narrowest span around the `limit` logs that come after the `offset` newest ones, and how many of its own newest
 * to skip; `undefined` when there are none. The windows are newest first and do not overlap.
 */
export function locate(windows: readonly Window[], offset: number, limit: number) {
  let skip = offset;
  let start = 0;
  for (const window of windows) {
    if (skip < window.logs) break;
    skip -= window.logs;
    start++;
  }
  const newest = windows[start];
  if (!newest) return undefined;
  let found = -skip;
  let { from } = newest;
  for (const window of windows.slice(start)) {
    ({ from } = window);
    found += window.logs;
    if (found >= limit) break;
  }
  return { from, below: newest.below, skip };
}

/** Neighbouring windows put together until each holds at least `size` logs. */
export function gather(windows: readonly Window[], size: number): Window[] {
  const gathered: Window[] = [];
  for (const window of windows) {
    const last = gathered.at(-1);
    if (last && last.logs < size)
      gathered[gathered.length - 1] = { ...last, from: window.from, logs: last.logs + window.logs };
    else if (window.logs > 0) gathered.push(window);
  }
  return gathered;
}
