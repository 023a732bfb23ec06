import type { ChatLogFilter, ChatLogStats, ChatLogStatsQuery } from '../../../contract/chat-logs.ts';
import { dateOf, dayAt, dayMs, startOfDay } from '../../kit/calendar.ts';
import { everything, type Span } from './day-partition.ts';
import { filterOf, unknownModel } from './filter.ts';
import { keyAt } from './sort-key.ts';
import type { Counted, FacetCounts } from './store/counts.ts';
import type { LogFilter } from './store/queries.ts';
import type { Facet } from './store/tables.ts';

/** A query of statistics; missing fields do not filter. */
export type StatsAsked = Pick<ChatLogFilter, 'from' | 'to' | 'kind'> & Partial<ChatLogStatsQuery>;

const noFilter = { model: '', feedbackType: 'all', question: '', answerState: 'all' } as const;

/**
 * Statistics of the logs that match the filters: of the asked span, its part in the last 168 hours, today and yesterday
 * of the local calendar, and of each of the last `days` days.
 */
export async function readStats(
  count: (filter: LogFilter) => Promise<Counted>,
  { days = 0, ...asked }: StatsAsked,
  now: number,
): Promise<ChatLogStats> {
  const filter = filterOf({ ...noFilter, ...asked });
  const { span } = filter;
  const today = dayAt(now);
  const within = async (part: Span) => (await count({ ...filter, span: part })).facets;
  const dayOf = (day: number): Span => ({ from: midnightOf(day), below: midnightOf(day + 1) });
  const daily = [];
  for (let day = today - days + 1; day <= today; day += 1)
    daily.push({ date: dateOf(day), ...dayFigures(await within(dayOf(day))) });
  const { facets, capped } = await count(filter);
  const stats = statsOf({
    asked: facets,
    week: await within({ from: Math.max(span.from, keyAt(now - 7 * dayMs)), below: span.below }),
    today: await within({ from: midnightOf(today), below: everything.below }),
    yesterday: await within(dayOf(today - 1)),
  });
  return { ...stats, ...(capped && { totalIsLowerBound: true }), ...(days > 0 && { daily }) };
}

const midnightOf = (day: number): number => keyAt(startOfDay(day));

function statsOf(
  counts: Readonly<Record<'asked' | 'week' | 'today' | 'yesterday', FacetCounts>>,
): ChatLogStats {
  const { total, ...asked } = dayFigures(counts.asked);
  const { like, dislike } = asked.feedbackDistribution;
  const kinds = sumBy(counts.asked, ({ kind }) => kind);
  return {
    totalLogs: total,
    totalByModel: sumBy(counts.asked, ({ model }) => model || unknownModel),
    ...asked,
    last7Days: sum(counts.week),
    todayNew: sum(counts.today),
    dislikeRate: like + dislike === 0 ? 0 : Math.round((dislike / (like + dislike)) * 10_000) / 100,
    yesterday: {
      newLogs: sum(counts.yesterday),
      dislikes: dayFigures(counts.yesterday).feedbackDistribution.dislike,
    },
    totalByKind: { chat: kinds['chat'] ?? 0, search: kinds['search'] ?? 0 },
  };
}

function dayFigures(counts: FacetCounts) {
  const rated = sumBy(counts, ({ feedback }) => feedback);
  return {
    total: sum(counts),
    totalByAnswerState: sumBy(counts, ({ state }) => state || 'unknown'),
    feedbackDistribution: {
      like: rated['like'] ?? 0,
      dislike: rated['dislike'] ?? 0,
      none: rated['none'] ?? 0,
    },
  };
}

const sum = (counts: FacetCounts): number => counts.reduce((total, { logs }) => total + logs, 0);

function sumBy(counts: FacetCounts, name: (facet: Facet) => string): Record<string, number> {
  const sums = new Map<string, number>();
  for (const facet of counts) sums.set(name(facet), (sums.get(name(facet)) ?? 0) + facet.logs);
  return Object.fromEntries(sums);
}
