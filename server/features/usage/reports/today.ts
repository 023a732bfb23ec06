import type { UsageToday } from '../../../../contract/usage/figures.ts';
import { dateOf } from '../../../kit/calendar.ts';
import { alertLevel, type AlertLevel } from './alert.ts';
import { figuresOf } from './sums.ts';
import type { TotalsRow } from '../store/queries.ts';

/** Tokens of a model today, used by settled calls and reserved by open ones. */
export interface ModelSpending {
  readonly model: string;
  readonly used: number;
  readonly reserved: number;
  /** Daily ceiling, if any. */
  readonly ceiling: number | undefined;
}

/** Today's calls by model, and the rest of each ceiling. */
export function todayOf(
  day: number,
  rows: readonly TotalsRow[],
  spendings: readonly ModelSpending[],
): UsageToday {
  const totals = Map.groupBy(rows, (row) => row.model);
  const spent = new Map(spendings.map((spending) => [spending.model, spending]));
  const names = new Set([...totals.keys(), ...spent.keys()]);
  const models = [...names]
    .map((model) => ({
      model,
      ...figuresOf(totals.get(model) ?? []),
      reserved: spent.get(model)?.reserved ?? 0,
      ...ceilingShare(spent.get(model)),
    }))
    // Merging and deleting leave empty rows.
    .filter(({ calls, limited, reserved }) => calls + limited + reserved > 0);
  return {
    date: dateOf(day),
    models,
    alerts: models.flatMap(({ model, alert, limit }) => (alert ? { model, percent: alert, limit } : [])),
  };
}

/** Empty without a ceiling. */
function ceilingShare(spending: ModelSpending | undefined): {
  limit?: number;
  usedPercent?: number;
  alert?: AlertLevel;
} {
  if (spending?.ceiling === undefined) return {};
  const { used, ceiling } = spending;
  return {
    limit: ceiling,
    usedPercent: Math.round((used / ceiling) * 10_000) / 100,
    alert: alertLevel(used, ceiling),
  };
}
