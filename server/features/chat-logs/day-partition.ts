import { utcDayOf, firstKeyOf } from './sort-key.ts';

/** Sort keys from `from` (inclusive) to `below` (exclusive). */
export interface Span {
  readonly from: number;
  readonly below: number;
}

/** All possible keys. */
export const everything: Span = { from: Number.MIN_SAFE_INTEGER, below: Number.MAX_SAFE_INTEGER };

/**
 * A span split into whole days, which have counters, and the remainders at both ends, which lie within one day and are
 * counted row by row.
 */
interface DayParts {
  /** First and last whole day, `undefined` when there is none. */
  readonly days: { readonly first: number; readonly last: number } | undefined;
  readonly ends: readonly Span[];
}

export function dayParts({ from, below }: Span): DayParts {
  if (from >= below) return { days: undefined, ends: [] };
  const bounded = { from: from > everything.from, below: below < everything.below };
  const firstDay = bounded.from ? utcDayOf(from) : everything.from;
  const lastDay = bounded.below ? utcDayOf(below) : everything.below;
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

/** A span with the number of matching logs in it. */
export interface Window extends Span {
  readonly logs: number;
}

/**
 * The narrowest span that contains the `limit` logs after the `offset` newest ones, and the number of its newest logs
 * to skip; `undefined` when there are none. The windows are newest first and disjoint.
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

/** Merges neighbouring windows until each contains at least `size` logs. */
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
