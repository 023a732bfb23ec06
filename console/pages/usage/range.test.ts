import { expect, test } from 'vitest';
import { isUsable, presetOf, previousSpan, spanOf } from './range.ts';

test.each([
  ['2026-01-01', '2026-01-31', true],
  ['2026-01-01', '2026-02-01', false],
  ['2026-01-02', '2026-01-01', false],
  ['2026-02-30', '2026-03-01', false],
  ['', '', false],
])('%s to %s can be asked for: %s', (start, end, usable) => {
  expect(isUsable(start, end)).toBe(usable);
});

test('two usable days win over a preset, anything else is the preset', () => {
  const days = { range: '7d', start: '2026-01-01', end: '2026-01-03' };
  expect(spanOf(days, '2026-01-09')).toEqual({ start: '2026-01-01', end: '2026-01-03' });
  expect(presetOf(days)).toBe('');
  const broken = { ...days, end: '' };
  expect(spanOf(broken, '2026-01-09')).toEqual({ start: '2026-01-03', end: '2026-01-09' });
  expect(presetOf(broken)).toBe('7d');
});

test.each([
  ['2026-03-01', 1, '2026-02-28', '2026-02-28'],
  ['2026-03-05', 7, '2026-02-26', '2026-03-04'],
  ['2028-03-30', 30, '2028-02-29', '2028-03-29'],
])('the %s and the next %i days are compared with %s to %s', (start, days, first, last) => {
  expect(previousSpan(start, days)).toEqual({ start: first, end: last });
});
