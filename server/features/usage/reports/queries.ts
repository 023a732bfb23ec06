import type { z } from 'zod';
import {
  usageBounds,
  type CallsQuery,
  type DiagnosticsQuery,
  type StatsQuery,
} from '../../../../contract/usage/usage.ts';
import type {
  FailureDiagnostics,
  UsageCalls,
  UsageStats,
  UsageToday,
} from '../../../../contract/usage/figures.ts';
import { dateOf, dayAt } from '../../../kit/calendar.ts';
import type { Clock } from '../../../ports/clock.ts';
import { costOfDay } from './day-cost.ts';
import { countOf, hasStatus, readCalls, shown } from './calls.ts';
import { failuresOf } from './failures.ts';
import { healthOf } from './health.ts';
import { lateOf } from './late.ts';
import { detailRange, statsRange } from './range.ts';
import { statsOf } from './stats.ts';
import type { UsageStore } from '../store.ts';
import { todayOf } from './today.ts';

/** Reports on calls for administrators. */
export interface ReportQueries {
  today(): Promise<UsageToday>;
  stats(query: z.infer<typeof StatsQuery>): Promise<UsageStats>;
  calls(query: CallsQuery): Promise<UsageCalls>;
  failures(query: z.infer<typeof DiagnosticsQuery>): Promise<FailureDiagnostics>;
}

export interface ReportQueriesDeps {
  readonly store: Pick<UsageStore, 'reading' | 'spending' | 'costs'>;
  readonly clock: Clock;
  /** Daily ceiling of a model in tokens, whatever its kind. */
  readonly ceilingOf: (model: string) => Promise<number | undefined>;
  /** Daily ceiling of all models together in money. */
  readonly costCeiling: () => Promise<number | undefined>;
  /** True for a model that may cost money but has no price. */
  readonly isUnpriced: (model: string) => boolean;
  /** Settles calls of dead processes, so that reports need not wait for the next start. */
  readonly settleAgain: () => Promise<unknown>;
}

export function createReportQueries({
  store,
  clock,
  ceilingOf,
  costCeiling,
  isUnpriced,
  settleAgain,
}: ReportQueriesDeps): ReportQueries {
  const today = () => dayAt(clock.now());

  return {
    async today() {
      await settleAgain();
      const day = today();
      const rows = await store.reading.totals(day, day);
      const spendings = [];
      for (const spending of await store.spending.ofDay(day)) {
        spendings.push({ ...spending, ceiling: await ceilingOf(spending.model) });
      }
      const report = todayOf(day, rows, spendings);
      const health = await healthOf(store.reading, day, report.models);
      const series = await store.reading.series(day, day);
      const models = report.models.map((model) => {
        const late = lateOf(series, model.model);
        return {
          ...model,
          ...(health.get(model.model) ?? { recovered: false, failing: false }),
          ...(late.length > 0 && { late }),
        };
      });
      const cost = costOfDay(await store.costs.of(day), await costCeiling(), report.models, isUnpriced);
      return { ...report, models, cost };
    },

    async stats(query) {
      const { first, last } = statsRange(query, today());
      await settleAgain();
      const yesterday = today() - 1;
      const rows = ofModel(await store.reading.totals(first, last), query.model);
      return statsOf(first, last, rows, await store.reading.totals(yesterday, yesterday));
    },

    async calls({ model, type, scenario, status, sort, page, size, ...dates }) {
      const days = detailRange(dates, today());
      await settleAgain();
      const all = ofModel(await store.reading.series(days.first, days.last), model);
      const series = all.filter(
        (one) =>
          isWanted(type, one.type) && isWanted(scenario, one.scenario) && hasStatus(one.status, status),
      );
      const calls = await readCalls(store.reading, { ...days, series, sort, page, size });
      return {
        start: dateOf(days.first),
        end: dateOf(days.last),
        retentionDays: usageBounds.retentionDays,
        sort,
        types: distinct(all.map((one) => one.type)),
        scenarios: distinct(all.map((one) => one.scenario)),
        total: countOf(series),
        page,
        size,
        items: calls.map(shown),
      };
    },

    async failures({ model, ...dates }) {
      const days = detailRange(dates, today());
      await settleAgain();
      const series = ofModel(await store.reading.series(days.first, days.last), model);
      const failures = await failuresOf(store.reading, days, series);
      return { start: dateOf(days.first), end: dateOf(days.last), ...failures };
    },
  };
}

/** Rows of one model; all rows for `''`. */
const ofModel = <R extends { readonly model: string }>(rows: readonly R[], model: string): readonly R[] =>
  model === '' ? rows : rows.filter((row) => row.model === model);

const isWanted = (filter: string, value: string) => filter === '' || filter === 'all' || filter === value;

const distinct = (values: readonly string[]) => [...new Set(values)].toSorted();
