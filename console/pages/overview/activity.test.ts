import { expect, test } from 'vitest';
import { activityOf, sumsOf } from './activity.ts';

const day = (date: string, states: Record<string, number>, dislike = 0) => ({
  date,
  total: Object.values(states).reduce((sum, count) => sum + count, 0),
  totalByAnswerState: states,
  feedbackDistribution: { like: 1, dislike, none: 0 },
});

test('partly answered counts as answered', () => {
  expect(activityOf(day('2026-03-02', { answered: 3, partial: 1, not_covered: 2 }))).toEqual({
    date: '2026-03-02',
    questions: 6,
    answered: 4,
    notCovered: 2,
  });
});

test('a tile sums the very days of the chart', () => {
  const daily = [day('2026-03-01', { answered: 9 }), day('2026-03-02', { not_covered: 2 }, 3)];
  expect(sumsOf(daily, 1)).toEqual({ questions: 2, notCovered: 2, likes: 1, dislikes: 3 });
  expect(sumsOf(daily, 30)).toEqual({ questions: 11, notCovered: 2, likes: 2, dislikes: 3 });
});
