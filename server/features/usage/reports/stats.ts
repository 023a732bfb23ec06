import type { UsageStats } from '../../../../contract/usage/figures.ts';
import { dateOf } from '../../../kit/calendar.ts';
import { failureRate, figuresOf, type Figures } from './sums.ts';
import type { TotalsRow } from '../store/queries.ts';

/**
 * Statistics of the days `first` to `last`, one element per day, even without calls. `rows` are the totals of these
 * days in order; `yesterday` those of the day before today, whatever the range.
 */
export function statsOf(
  first: number,
  last: number,
  rows: readonly TotalsRow[],
  yesterday: readonly TotalsRow[],
): UsageStats {
  const days = last - first + 1;
  const byDay = Map.groupBy(rows, (row) => row.day);
  const daily = Array.from({ length: days }, (_, index) =>
    dayOf(first + index, byDay.get(first + index) ?? []),
  );
  const totals = figuresOf(rows);
  const before = figuresOf(yesterday);
  return {
    range: days === 1 ? 'today' : days === 7 ? '7d' : '30d',
    start: dateOf(first),
    end: dateOf(last),
    days,
    daily,
    totals: {
      ...totals,
      modelCount: Math.max(...daily.map((day) => day.modelCount)),
      failureRate: failureRate(totals),
    },
    yesterday: { ...before, failureRate: failureRate(before) },
    modelsInRange: [...new Set(rows.map((row) => row.model))],
  };
}

function dayOf(day: number, rows: readonly TotalsRow[]) {
  const models = Map.groupBy(rows, (row) => row.model);
  return {
    date: dateOf(day),
    ...figuresOf(rows),
    modelCount: models.size,
    byModel: briefs(models),
    byScenario: briefs(Map.groupBy(rows, (row) => row.scenario)),
  };
}

const briefs = (groups: ReadonlyMap<string, readonly TotalsRow[]>) =>
  Object.fromEntries([...groups].map(([name, rows]) => [name, brief(figuresOf(rows))]));

const brief = ({ promptTokens, completionTokens, embeddingTokens, calls, failures, cost }: Figures) => ({
  p: promptTokens,
  c: completionTokens,
  e: embeddingTokens,
  calls,
  failures,
  cost,
});
