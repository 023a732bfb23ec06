import { expect, test } from 'vitest';
import { dateOf } from '../../kit/calendar.ts';
import { digestDue } from './digest.ts';
import { readStored } from './settings.ts';

const hourMs = 60 * 60_000;
/** An instant of the local calendar. */
const at = (text: string) => new Date(text).getTime();

test('NT8: a digest is due from its hour on for two days, and not for a time before it was switched on', () => {
  const settings = { ...readStored({}), digest: { weekday: 1, hour: 8, texts: false } };
  const due = (now: number, since = 0) => {
    const day = digestDue({ ...settings, since }, now);
    return day === undefined ? '' : dateOf(day);
  };
  // 2026-11-23 is a Monday.
  expect(due(at('2026-11-23T07:59:00'))).toBe('');
  expect(due(at('2026-11-23T08:00:00'))).toBe('2026-11-23');
  expect(due(at('2026-11-25T07:59:00'))).toBe('2026-11-23');
  expect(due(at('2026-11-25T08:01:00'))).toBe('');
  expect(due(at('2026-11-23T09:00:00'), at('2026-11-23T08:30:00'))).toBe('');
  expect(due(at('2026-11-30T09:00:00'), at('2026-11-23T08:30:00'))).toBe('2026-11-30');
  const sunday = { ...settings, digest: { weekday: 7, hour: 23, texts: false } };
  const day = digestDue(sunday, at('2026-11-29T23:30:00'));
  expect(day === undefined ? '' : dateOf(day)).toBe('2026-11-29');
  expect(digestDue(sunday, at('2026-11-29T22:30:00') - 4 * 24 * hourMs)).toBeUndefined();
});
