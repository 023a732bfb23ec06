import { afterEach, describe, expect, test } from 'vitest';
import {
  currency,
  formatBytes,
  formatCost,
  formatDuration,
  formatPercent,
  listed,
  plural,
} from './format.ts';
import { language } from './language-choice.ts';

afterEach(() => {
  language.value = 'en';
  currency.value = '';
});

describe('figures look the same on every page', () => {
  test('shares have one fraction digit at most and no blank', () => {
    language.value = 'en';
    expect([0.36, 0.7778, 0, undefined].map(formatPercent)).toEqual(['36%', '77.8%', '0%', '–']);
  });

  test('sizes are never "0 MB" where something is', () => {
    language.value = 'en';
    expect([0, 1, 4_096, 999_000, 1_400_000].map(formatBytes)).toEqual([
      '0 kB',
      '1 kB',
      '5 kB',
      '999 kB',
      '1.4 MB',
    ]);
  });

  test('durations are never "0.0 s"', () => {
    language.value = 'en';
    expect([0, 42, 1_440, 125_000, undefined].map(formatDuration)).toEqual([
      '0 ms',
      '42 ms',
      '1.4 s',
      '2 min 5 s',
      '–',
    ]);
    language.value = 'zh';
    expect(formatDuration(1_440)).toBe('1.4 秒');
  });

  test('amounts have the currency of the prices, few digits, and none without a price', () => {
    language.value = 'en';
    expect([formatCost(undefined), formatCost(0)]).toEqual(['–', '–']);
    currency.value = 'USD';
    expect([formatCost(0.005471999999999999), formatCost(12.5), formatCost(0)]).toEqual([
      '$0.0055',
      '$12.50',
      '$0.00',
    ]);
  });

  test('names in a row have the comma of the language', () => {
    expect(listed(['a', 'b'])).toBe('a, b');
    language.value = 'zh';
    expect([listed(['甲', '乙', '丙']), listed([])]).toEqual(['甲、乙、丙', '']);
  });

  test('one is one', () => {
    language.value = 'en';
    expect([plural(1, 'result', 'results'), plural(2_000, 'result', 'results')]).toEqual([
      '1 result',
      '2,000 results',
    ]);
  });
});
