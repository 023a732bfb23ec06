import type { ChatLogStats } from '../../../contract/chat-logs.ts';

/** One day of the chart. */
export interface DayActivity {
  readonly date: string;
  readonly questions: number;
  readonly answered: number;
  readonly notCovered: number;
}

export const activityDays = 14;

type Day = NonNullable<ChatLogStats['daily']>[number];

export function activityOf({ date, total, totalByAnswerState: states }: Day): DayActivity {
  return {
    date,
    questions: total,
    answered: (states['answered'] ?? 0) + (states['partial'] ?? 0),
    notCovered: states['not_covered'] ?? 0,
  };
}

/** Sums over the last days, today included. */
export function sumsOf(daily: readonly Day[], days: number) {
  const part = daily.slice(-days);
  const sum = (of: (day: Day) => number) => part.reduce((total, day) => total + of(day), 0);
  return {
    questions: sum(({ total }) => total),
    notCovered: sum(({ totalByAnswerState }) => totalByAnswerState['not_covered'] ?? 0),
    likes: sum(({ feedbackDistribution }) => feedbackDistribution.like),
    dislikes: sum(({ feedbackDistribution }) => feedbackDistribution.dislike),
  };
}
