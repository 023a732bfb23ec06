import { sql } from 'kysely';
import type { CallStatus } from '../../../../contract/usage/figures.ts';
import type { Database } from '../../../kit/database.ts';
import type { SeriesKey, UsageTables } from './tables.ts';

/** Some calls of one day, by time. */
export interface Slice {
  readonly day: number;
  /** Numbers of the wanted series, and how many calls they have on the day. */
  readonly series: readonly number[];
  readonly calls: number;
  readonly skip: number;
  readonly take: number;
  readonly sort: 'asc' | 'desc';
}

/** A combination that had calls, and how many. */
export interface SeriesCount extends SeriesKey {
  readonly id: number;
  readonly status: CallStatus;
  readonly calls: number;
}

/**
 * What statistics and lists read. Nothing here scans: figures come from the totals, calls by an index. A day's matching
 * calls are fetched by kind and sorted when there are at most `sortedAtMost`; more are walked in order of time.
 */
export function createUsageQueries(database: Database, sortedAtMost = 5_000) {
  const db = database.query.withTables<UsageTables>();

  const totals = (first: number, last: number) =>
    db.selectFrom('usage_totals').where('day', '>=', first).where('day', '<=', last);

  return {
    /** Sums of the days `first` to `last` by day, model, scenario and status, in order of day and first appearance. */
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

    /** The combinations that had calls in the days, with their calls. */
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

    /** Calls of some series in each of the days that had any. */
    callsByDay: (first: number, last: number, series: readonly number[]) =>
      totals(first, last)
        .select('day')
        .select(whole('calls').as('calls'))
        .where('series', 'in', series)
        .groupBy('day')
        .orderBy('day')
        .execute(),

    /** The calls of a slice. Their places are found in an index alone; only the rows that are shown are read. */
    calls({ day, series, calls, skip, take, sort }: Slice) {
      const beyond = calls - skip - take;
      // Walked from the nearer end of the day.
      const way = skip > beyond ? { sort: opposite[sort], skip: Math.max(0, beyond) } : { sort, skip };
      const here = db
        .selectFrom('usage_calls')
        .select('id')
        .where('day', '=', day)
        .limit(take)
        .offset(way.skip);
      // A plus sign keeps a column out of the choice of an index: few calls are found by series, many by time.
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

/** A sum as a whole number; PostgreSQL would make a decimal of it. */
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
