import type { ChatLogStats } from '../../../contract/chat-logs.ts';

/** One day of the chart. */
export interface DayActivity {
  readonly date: string;
  readonly questions: number;
  readonly answered: number;
  readonly notCovered: number;
}

export const activityDays = 14;

/** The last days of the browser's calendar, today last, each with its bounds. */
export function recentDays(now: Date, days = activityDays) {
  return Array.from({ length: days }, (_, place) => {
    const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1 - place));
    const to = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
    const two = (number: number) => String(number).padStart(2, '0');
    return {
      date: `${two(from.getMonth() + 1)}-${two(from.getDate())}`,
      from: from.toISOString(),
      to: to.toISOString(),
    };
  });
}

export function activityOf(date: string, stats: ChatLogStats): DayActivity {
  const states = stats.totalByAnswerState ?? {};
  return {
    date,
    questions: stats.totalLogs,
    answered: (states['answered'] ?? 0) + (states['partial'] ?? 0),
    notCovered: states['not_covered'] ?? 0,
  };
}
