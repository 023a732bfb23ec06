import type { ChatLogStats } from '../../../contract/chat-logs.ts';
import { dayAt, startOfDay } from '../../kit/calendar.ts';
import { unknownModel } from './filter.ts';
import { dayMs } from '../../kit/calendar.ts';
import { keyAt } from './sort-key.ts';
import type { Facet } from './store/tables.ts';
import { everything, type Span } from './day-partition.ts';

/** Number of logs by facet. */
type FacetCounts = readonly (Facet & { readonly logs: number })[];

/** Spans of the statistics: the requested one, its part in the last 168 hours, and two days of the local calendar. */
export function statsSpans(asked: Span, now: number) {
  const today = dayAt(now);
  return {
    asked,
    week: { from: Math.max(asked.from, keyAt(now - 7 * dayMs)), below: asked.below },
    today: { from: midnightOf(today), below: everything.below },
    yesterday: { from: midnightOf(today - 1), below: midnightOf(today) },
  };
}

const midnightOf = (day: number): number => keyAt(startOfDay(day));

/** Statistics from counts over {@link statsSpans}. */
export function statsOf(
  counts: Readonly<Record<'asked' | 'week' | 'today' | 'yesterday', FacetCounts>>,
): ChatLogStats {
  const rated = sumBy(counts.asked, ({ feedback }) => feedback);
  const [like, dislike] = [rated['like'] ?? 0, rated['dislike'] ?? 0];
  const kinds = sumBy(counts.asked, ({ kind }) => kind);
  return {
    totalLogs: sum(counts.asked),
    totalByModel: sumBy(counts.asked, ({ model }) => model || unknownModel),
    feedbackDistribution: { like, dislike, none: rated['none'] ?? 0 },
    last7Days: sum(counts.week),
    todayNew: sum(counts.today),
    dislikeRate: like + dislike === 0 ? 0 : Math.round((dislike / (like + dislike)) * 10_000) / 100,
    yesterday: {
      newLogs: sum(counts.yesterday),
      dislikes: sumBy(counts.yesterday, ({ feedback }) => feedback)['dislike'] ?? 0,
    },
    totalByKind: { chat: kinds['chat'] ?? 0, search: kinds['search'] ?? 0 },
    totalByAnswerState: sumBy(counts.asked, ({ state }) => state || 'unknown'),
  };
}

const sum = (counts: FacetCounts): number => counts.reduce((total, { logs }) => total + logs, 0);

function sumBy(counts: FacetCounts, name: (facet: Facet) => string): Record<string, number> {
  const sums = new Map<string, number>();
  for (const facet of counts) sums.set(name(facet), (sums.get(name(facet)) ?? 0) + facet.logs);
  return Object.fromEntries(sums);
}
