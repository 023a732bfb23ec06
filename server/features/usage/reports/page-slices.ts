/** Number of matching calls on a day. */
export interface DayCount {
  readonly day: number;
  readonly calls: number;
}

/** Part of a day's calls on a page. */
export interface DaySlice extends DayCount {
  readonly skip: number;
  readonly take: number;
}

/**
 * Slices of days for the calls `offset` to `offset + size` of a list over `days` in the given order. Whole days are
 * skipped by their counts, so that no query scans to its offset.
 */
export function pageSlicesOf(days: readonly DayCount[], offset: number, size: number): DaySlice[] {
  const slices: DaySlice[] = [];
  let before = 0;
  for (const { day, calls } of days) {
    const skip = Math.max(0, offset - before);
    const take = Math.min(calls, offset + size - before) - skip;
    if (take > 0) slices.push({ day, calls, skip, take });
    before += calls;
    if (before >= offset + size) break;
  }
  return slices;
}
