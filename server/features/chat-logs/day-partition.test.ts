import { describe, expect, it } from 'vitest';
import { createKeys, utcDayOf, firstKeyOf, keyAt, timeOf } from './sort-key.ts';
import { dayParts, everything, gather, locate, type Span, type Window } from './day-partition.ts';

const day = (n: number) => firstKeyOf(n);
const hour = 3_600_000 * 4096;

describe('order keys', () => {
  it('hold the time they were made from', () => {
    const next = createKeys();
    for (const ms of [
      0,
      1,
      Date.UTC(2020, 0, 1) - 1,
      Date.UTC(2026, 1, 3, 4, 5, 6, 7),
      Date.UTC(2088, 11, 31),
    ]) {
      const key = next(ms);
      expect(timeOf(key)).toBe(ms);
      expect(Number.isSafeInteger(key)).toBe(true);
      expect(keyAt(ms) <= key && key < keyAt(ms + 1)).toBe(true);
    }
  });

  it('rise within one millisecond, and start anew when the clock is set back', () => {
    const next = createKeys();
    const keys = Array.from({ length: 1000 }, () => next(5_000_000));
    expect(keys).toEqual(keys.toSorted((a, b) => a - b));
    expect(new Set(keys).size).toBe(1000);
    expect(timeOf(next(4_000_000))).toBe(4_000_000);
  });

  it('fall into days of UTC', () => {
    expect(utcDayOf(day(20_000))).toBe(20_000);
    expect(utcDayOf(day(20_000) - 1)).toBe(19_999);
    expect(utcDayOf(day(-3))).toBe(-3);
  });
});

describe('dayParts', () => {
  const covered = ({ from, below }: Span) => {
    const { days, ends } = dayParts({ from, below });
    const middle = days ? [{ from: day(days.first), below: day(days.last + 1) }] : [];
    return [...middle, ...ends].toSorted((a, b) => a.from - b.from);
  };

  it.each([
    ['within a day', { from: day(10) + hour, below: day(10) + 2 * hour }],
    ['a whole day', { from: day(10), below: day(11) }],
    ['over midnight', { from: day(10) + hour, below: day(11) + hour }],
    ['whole days with two ends', { from: day(10) + hour, below: day(14) + hour }],
    ['from midnight', { from: day(10), below: day(14) + hour }],
    ['up to midnight', { from: day(10) + hour, below: day(14) }],
  ])('covers %s without gap or overlap', (_name, span) => {
    const parts = covered(span);
    expect(parts[0]?.from).toBe(span.from);
    expect(parts.at(-1)?.below).toBe(span.below);
    expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ below }) => below));
    for (const end of dayParts(span).ends) expect(utcDayOf(end.below - 1)).toBe(utcDayOf(end.from));
  });

  it('needs no end where a span is open', () => {
    expect(dayParts(everything).ends).toEqual([]);
    expect(dayParts({ ...everything, from: day(3) + 1 }).ends).toEqual([{ from: day(3) + 1, below: day(4) }]);
    expect(dayParts({ ...everything, below: day(3) + 1 }).ends).toEqual([
      { from: day(3), below: day(3) + 1 },
    ]);
  });

  it('covers nothing when the bounds are crossed', () => {
    expect(dayParts({ from: day(3), below: day(3) })).toEqual({ days: undefined, ends: [] });
  });
});

describe('windows of a list', () => {
  const windows: Window[] = [5, 0, 1, 10, 3].map((logs, index) => ({
    from: 90 - index * 10,
    below: 100 - index * 10,
    logs,
  }));

  it('CL1: finds the days a page lies in', () => {
    expect(locate(windows, 0, 3)).toEqual({ from: 90, below: 100, skip: 0 });
    expect(locate(windows, 4, 3)).toEqual({ from: 60, below: 100, skip: 4 });
    expect(locate(windows, 5, 1)).toEqual({ from: 70, below: 80, skip: 0 });
    expect(locate(windows, 18, 100)).toEqual({ from: 50, below: 60, skip: 2 });
    expect(locate(windows, 19, 1)).toBeUndefined();
  });

  it('puts small days together', () => {
    expect(gather(windows, 6)).toEqual([
      { from: 70, below: 100, logs: 6 },
      { from: 60, below: 70, logs: 10 },
      { from: 50, below: 60, logs: 3 },
    ]);
  });
});
