import { expect, test } from 'vitest';
import { activityOf, recentDays } from './activity.ts';

test('the last days end with today and follow each other without a gap', () => {
  const days = recentDays(new Date(2026, 2, 2, 15), 3);
  expect(days.map(({ date }) => date)).toEqual(['02-28', '03-01', '03-02']);
  expect(days[0]?.to).toBe(days[1]?.from);
});

test('partly answered counts as answered', () => {
  const stats = {
    totalLogs: 6,
    totalByModel: {},
    feedbackDistribution: { like: 0, dislike: 0, none: 6 },
    last7Days: 6,
    todayNew: 6,
    dislikeRate: 0,
    yesterday: { newLogs: 0, dislikes: 0 },
    totalByAnswerState: { answered: 3, partial: 1, not_covered: 2 },
  };
  expect(activityOf('03-02', stats)).toEqual({ date: '03-02', questions: 6, answered: 4, notCovered: 2 });
});
