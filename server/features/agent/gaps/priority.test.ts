import { describe, expect, test } from 'vitest';
import { pointsOf, priorityOf, trendOf, typeOf } from './priority.ts';
import { noReasons } from '../reasons.ts';

const reasons = (given: Partial<ReturnType<typeof noReasons>>) => ({ ...noReasons(), ...given });

describe('priority', () => {
  test.each([
    [{ disliked: 1, not_covered: 1 }, 6],
    [{ partial: 1, no_citation: 1 }, 4],
    [{ empty_search: 4 }, 4],
    [{}, 0],
  ])('%o weighs %i points, half as much again when rising', (given, points) => {
    expect(pointsOf(reasons(given), 'steady')).toBe(points);
    expect(pointsOf(reasons(given), 'rising')).toBe(points * 1.5);
  });

  test.each([
    [12, 'high'],
    [11.5, 'medium'],
    [5, 'medium'],
    [4.5, 'low'],
  ] as const)('%d points are %s', (points, priority) => {
    expect(priorityOf(points)).toBe(priority);
  });

  test.each([
    [2, 2, 'steady'],
    [3, 2, 'rising'],
    [4, 2, 'steady'],
    [3, 1, 'falling'],
  ] as const)('%i asks, %i of them lately, are %s', (asks, recent, trend) => {
    expect(trendOf(asks, recent)).toBe(trend);
  });
});

describe('the kind of work', () => {
  test.each([
    ['internal_link', { covered: true, near: true, asks: 3, empty_search: 2 }],
    ['update_article', { covered: true, near: true, asks: 3, empty_search: 1 }],
    ['faq', { covered: false, near: true, asks: 2, empty_search: 0 }],
    ['new_article', { covered: false, near: true, asks: 3, empty_search: 3 }],
    ['new_article', { covered: false, near: false, asks: 1, empty_search: 0 }],
  ] as const)('is %s for %o', (type, { empty_search: searches, ...gap }) => {
    expect(typeOf({ ...gap, reasons: reasons({ empty_search: searches }) })).toBe(type);
  });
});
