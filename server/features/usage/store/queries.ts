import { sql } from 'kysely';
import type { CallStatus } from '../../../../contract/usage/figures.ts';
import type { Database } from '../../../kit/database.ts';
import type { SeriesKey, UsageTables } from './tables.ts';

/** Some calls of a day, by time. */
export interface Slice {
  readonly day: number;
  /** Numbers of the selected series, and their number of calls on the day. */
  readonly series: readonly number[];
  readonly calls: number;
  readonly skip: number;
  readonly take: number;
  readonly sort: 'asc' | 'desc';
}

/** A series with its number of calls. */
export interface SeriesCount extends SeriesKey {
  readonly id: number;
  readonly status: CallStatus;
  readonly calls: number;
}

/**
 * Queries for statistics and lists, without table scans: sums come from totals, calls from an index. A day's calls are
 * fetched by series and sorted when there are at most `sortedAtMost`; more are scanned in time order.
 */
export function createUsageQueries(database: Database, sortedAtMost = 5_000) {
  const db = database.query.withTables<UsageTables>();

  const totals = (first: number, last: number) =>
    db.selectFrom('usage_totals').where('day', '>=', first).where('day', '<=', last);

  return {
    /** Sums of the days `first` to `last` by day, model, scenario and status, in order of day and first occurrence. */
    totals: (first: number, last: number) =>
      totals(first, last)
        .innerJoin('usage_series', 'usage_series.id', 'usage_totals.series')
        .select(['day', 'model', 'scenario', 'status'])
        .select([
          whole('calls').as('calls'),
          whole('prompt_tokens').as('promptTokens'),
          whole('completion_tokens').as('completionTokens'),
          whole('embedding_tokens').as('embeddingTokens'),
          whole('images').as('images'),
          whole('duration_ms').as('durationMs'),
          whole('estimated').as('estimated'),
          sql<number>`sum(cost)`.as('cost'),
        ])
        .groupBy(['day', 'model', 'scenario', 'status'])
        .orderBy('day')
        .orderBy(sql`min(series)`)
        .execute(),

    /** Series with calls in the days, and their number of calls. */
    series: (first: number, last: number): Promise<SeriesCount[]> =>
      totals(first, last)
        .innerJoin('usage_series', 'usage_series.id', 'usage_totals.series')
        .select(['usage_series.id', 'model', 'type', 'scenario', 'status', 'diagnosis'])
        .select(whole('calls').as('calls'))
        .where('status', '!=', 'open')
        .groupBy(['usage_series.id', 'model', 'type', 'scenario', 'status', 'diagnosis'])
        .orderBy('usage_series.id')
        .$narrowType<{ status: CallStatus }>()
        .execute(),

    /** Number of calls of some series, by day. */
    callsByDay: (first: number, last: number, series: readonly number[]) =>
      totals(first, last)
        .select('day')
        .select(whole('calls').as('calls'))
        .where('series', 'in', series)
        .groupBy('day')
        .orderBy('day')
        .execute(),

    /** Calls of a slice. Offsets are resolved in an index alone; only rows of the page are read. */
    calls({ day, series, calls, skip, take, sort }: Slice) {
      const beyond = calls - skip - take;
      // Scanned from the nearer end of the day.
      const way = skip > beyond ? { sort: opposite[sort], skip: Math.max(0, beyond) } : { sort, skip };
      const here = db
        .selectFrom('usage_calls')
        .select('id')
        .where('day', '=', day)
        .limit(take)
        .offset(way.skip);
      // The unary plus keeps the planner from using an index on the column: few calls are found by series, many by time.
      const places =
        calls <= sortedAtMost
          ? here
              .where('series', 'in', series)
              .orderBy(sql`+started_at`, way.sort)
              .orderBy(sql`+id`, way.sort)
          : here
              .where(sql<number>`+series`, 'in', series)
              .orderBy('started_at', way.sort)
              .orderBy('id', way.sort);
      return db
        .selectFrom('usage_calls')
        .selectAll()
        .where('id', 'in', places)
        .orderBy('started_at', sort)
        .orderBy('id', sort)
        .execute();
    },
  };
}

const opposite = { asc: 'desc', desc: 'asc' } as const;

export type UsageQueries = ReturnType<typeof createUsageQueries>;
export type TotalsRow = Awaited<ReturnType<UsageQueries['totals']>>[number];
export type CallRow = Awaited<ReturnType<UsageQueries['calls']>>[number];

/** A sum as an integer; PostgreSQL returns a decimal. */
const whole = (
  column:
    | 'calls'
    | 'prompt_tokens'
    | 'completion_tokens'
    | 'embedding_tokens'
    | 'images'
    | 'duration_ms'
    | 'estimated',
) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
