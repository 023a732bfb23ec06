/** How many of the wanted calls a day has. */
export interface DayCount {
  readonly day: number;
  readonly calls: number;
}

/** What of a day a page shows. */
export interface DaySlice extends DayCount {
  readonly skip: number;
  readonly take: number;
}

/**
 * Where a page lies: the calls `offset` to `offset + size` of a list that runs through `days` in the given order.
 * Whole days are passed over by their counts, so that no page has to walk to its place.
 */
export function slicesOf(days: readonly DayCount[], offset: number, size: number): DaySlice[] {
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
