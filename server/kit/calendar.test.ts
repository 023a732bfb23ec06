import { afterEach, describe, expect, test } from 'vitest';
import { dateOf, dayAt, dayOf, secondsToMidnight, startOfDay } from './calendar.ts';

const zoneBefore = process.env['TZ'];
const inZone = (zone: string) => (process.env['TZ'] = zone);

afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zoneBefore;
});

const hourMs = 3_600_000;

describe('days of the local calendar', () => {
  test('a date is the same after the way there and back', () => {
    for (let day = dayOf('1999-12-01'); day < dayOf('2032-03-02'); day += 1)
      expect(dayOf(dateOf(day))).toBe(day);
    expect(dayOf('2024-03-01') - dayOf('2024-02-28')).toBe(2);
  });

  test('an instant belongs to the day that local clocks show', () => {
    inZone('Asia/Shanghai');
    expect(dateOf(dayAt(Date.parse('2026-01-31T15:59:59.999Z')))).toBe('2026-01-31');
    expect(dateOf(dayAt(Date.parse('2026-01-31T16:00:00Z')))).toBe('2026-02-01');
    inZone('America/Los_Angeles');
    expect(dateOf(dayAt(Date.parse('2026-02-01T07:59:59Z')))).toBe('2026-01-31');
  });

  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    // Clocks skip midnight itself, or show the hour before it twice.
    ['Asia/Beirut', '2026-03-29', 23],
    ['America/Havana', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Asia/Shanghai', '2026-03-29', 24],
  ])('in %s the day %s has %s hours', (zone, date, hours) => {
    inZone(zone);
    const day = dayOf(date);
    expect((startOfDay(day + 1) - startOfDay(day)) / hourMs).toBe(hours);
    expect(dayAt(startOfDay(day))).toBe(day);
    expect(dayAt(startOfDay(day) - 1)).toBe(day - 1);
    expect(secondsToMidnight(startOfDay(day))).toBe(hours * 3600);
  });

  test('midnight is never 0 seconds away', () => {
    inZone('Europe/Berlin');
    const midnight = startOfDay(dayOf('2026-05-02'));
    expect(secondsToMidnight(midnight - 1)).toBe(1);
    expect(secondsToMidnight(midnight)).toBe(86_400);
  });
});
