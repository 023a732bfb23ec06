import type { UsageToday } from '../../../../contract/usage/figures.ts';
import { dateOf } from '../../../kit/calendar.ts';
import { alertLevel, type AlertLevel } from './alert.ts';
import { sumOf } from './format.ts';
import type { TotalsRow } from '../store/queries.ts';

/** Tokens of a model today, used by settled calls and promised to open ones. */
export interface ModelSpending {
  readonly model: string;
  readonly used: number;
  readonly reserved: number;
  /** Its daily ceiling, when it has one. */
  readonly ceiling: number | undefined;
}

/** Today by model: what its calls were, and how much of its ceiling is left. */
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
      ...sumOf(totals.get(model) ?? []),
      reserved: spent.get(model)?.reserved ?? 0,
      ...ceilingShare(spent.get(model)),
    }))
    // What was merged into another model or deleted leaves an empty row.
    .filter(({ calls, limited, reserved }) => calls + limited + reserved > 0);
  return {
    date: dateOf(day),
    models,
    alerts: models.flatMap(({ model, alert, limit }) => (alert ? { model, percent: alert, limit } : [])),
  };
}

/** Nothing without a ceiling: a share of no limit says nothing. */
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
