import { sql, type CreateTableBuilder, type Generated, type Kysely } from 'kysely';
import type { CallStatus, CallType, Diagnosis } from '../../../../contract/usage/figures.ts';
import type { Engine, Migration } from '../../../kit/database.ts';
import type { Scenario } from '../../../ports/models.ts';

/** Dimensions of calls; a small closed set, so that records and totals refer to it by number. */
export interface SeriesKey {
  readonly model: string;
  readonly type: CallType;
  readonly scenario: Scenario;
  /** `open` while the call runs; an open series has no totals. */
  readonly status: CallStatus | 'open';
  /** Cause of a failure, `''` otherwise. */
  readonly diagnosis: Diagnosis | '';
}

/** Sums by day and series for statistics, updated in the transaction that settles a call. */
export type TotalsTable = {
  day: number;
  series: number;
  calls: number;
  prompt_tokens: number;
  completion_tokens: number;
  embedding_tokens: number;
  images: number;
  cost: number;
  duration_ms: number;
  estimated: number;
};

/** `day` is a day number of `kit/calendar.ts`; times are epoch milliseconds; `cost` is in the operator's currency. */
export type UsageTables = {
  usage_series: SeriesKey & { id: Generated<number> };
  /** One row per call: inserted at the reservation (`instance` set), updated at the settlement (`instance` null). */
  usage_calls: {
    id: Generated<number>;
    day: number;
    started_at: number;
    series: number;
    prompt_tokens: number;
    completion_tokens: number;
    embedding_tokens: number;
    images: number;
    cost: number;
    duration_ms: number;
    estimated: number;
    error: string;
    log_id: string;
    /** Cached tokens of the prompt. */
    cached_tokens: Generated<number>;
    /** The failed model that this one replaced, `''` for none. */
    fallback_for: string;
    instance: string | null;
  };
  usage_totals: TotalsTable;
  /** Tokens by model and day, used and reserved; the row on which ceilings are checked and serialized. */
  usage_spending: { day: number; model: string; used: number; reserved: number; alerted: number };
  /** Cost by day of all models, used and reserved; the row on which the ceiling in money is checked and serialized. */
  usage_costs: { day: number; used: number; reserved: number; alerted: number };
  /** Answers of one visitor on the last day; its lock also serializes the sliding window. */
  usage_visitors: { visitor: string; day: number; answers: number };
  usage_hits: { id: Generated<number>; visitor: string; at: number };
  /** Uses of a budget by one network in its latest minute and hour; `minute` and `hour` count from the epoch. */
  usage_budgets: {
    budget: string;
    client: string;
    minute: number;
    in_minute: number;
    hour: number;
    in_hour: number;
  };
  usage_settings: { name: string; value: string; revision: number };
};

export const usageMigrations: readonly Migration[] = [
  {
    name: 'usage/1',
    up: async (db, engine) => {
      await createLedgerTables(db, engine);
      await createVisitorTables(db, engine);
      await db.schema
        .createTable('usage_settings')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: 'usage/2',
    up: async (db) => {
      await db.schema
        .alterTable('usage_calls')
        .addColumn('fallback_for', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  {
    name: 'usage/3',
    up: async (db) => {
      await db.schema
        .createTable('usage_budgets')
        .addColumn('budget', 'text', (column) => column.notNull())
        .addColumn('client', 'text', (column) => column.notNull())
        .addColumn('minute', 'bigint', (column) => column.notNull())
        .addColumn('in_minute', 'integer', (column) => column.notNull())
        .addColumn('hour', 'bigint', (column) => column.notNull())
        .addColumn('in_hour', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_budgets_key', ['budget', 'client'])
        .execute();
      await db.schema.createIndex('usage_budgets_by_age').on('usage_budgets').columns(['hour']).execute();
    },
  },
  {
    // Counters were stored under addresses; they restart under keyed hashes.
    name: 'usage/4',
    up: async (db) => {
      for (const table of ['usage_visitors', 'usage_hits', 'usage_budgets'])
        await db.deleteFrom(table).execute();
    },
  },
  {
    name: 'usage/5',
    up: async (db) => {
      await db.schema
        .alterTable('usage_calls')
        .addColumn('cached_tokens', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  {
    name: 'usage/6',
    up: async (db) => {
      await db.schema
        .createTable('usage_costs')
        .addColumn('day', 'integer', (column) => column.primaryKey())
        .addColumn('used', 'double precision', (column) => column.notNull())
        .addColumn('reserved', 'double precision', (column) => column.notNull())
        .addColumn('alerted', 'integer', (column) => column.notNull())
        .execute();
      // A ceiling that is set on the day of the update counts what was spent before it.
      await sql`insert into usage_costs (day, used, reserved, alerted)
        select day, sum(cost), 0, 0 from usage_totals group by day`.execute(db);
    },
  },
];

async function createLedgerTables(db: Kysely<any>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('usage_series')
    .addColumn('id', counter(engine), (column) => column.primaryKey())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('scenario', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('diagnosis', 'text', (column) => column.notNull())
    .addUniqueConstraint('usage_series_key', ['model', 'type', 'scenario', 'status', 'diagnosis'])
    .execute();
  await db.schema
    .createTable('usage_calls')
    .addColumn('id', counter(engine), (column) => column.primaryKey())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('series', 'integer', (column) => column.notNull())
    .$call(tokenColumns)
    .addColumn('error', 'text', (column) => column.notNull())
    .addColumn('log_id', 'text', (column) => column.notNull())
    .addColumn('instance', 'text')
    .execute();
  // Long pages are scanned by the first index, rare series found by the second; both are covering.
  await db.schema
    .createIndex('usage_calls_by_time')
    .on('usage_calls')
    .columns(['day', 'started_at', 'id', 'series'])
    .execute();
  await db.schema
    .createIndex('usage_calls_by_series')
    .on('usage_calls')
    .columns(['series', 'day', 'started_at', 'id'])
    .execute();
  await db.schema
    .createIndex('usage_calls_open')
    .on('usage_calls')
    .columns(['instance', 'id'])
    .where('instance', 'is not', null)
    .execute();
  await db.schema
    .createTable('usage_totals')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('series', 'integer', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .$call(tokenColumns)
    .addPrimaryKeyConstraint('usage_totals_key', ['day', 'series'])
    .execute();
  await db.schema
    .createTable('usage_spending')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addColumn('reserved', 'bigint', (column) => column.notNull())
    .addColumn('alerted', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_spending_key', ['day', 'model'])
    .execute();
}

async function createVisitorTables(db: Kysely<any>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('usage_visitors')
    .addColumn('visitor', 'text', (column) => column.primaryKey())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('answers', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('usage_hits')
    .addColumn('id', counter(engine), (column) => column.primaryKey())
    .addColumn('visitor', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('usage_hits_by_visitor')
    .on('usage_hits')
    .columns(['visitor', 'at', 'id'])
    .execute();
  await db.schema.createIndex('usage_hits_by_age').on('usage_hits').columns(['at']).execute();
}

/** An auto-increment key; on SQLite only `integer` is the rowid. */
const counter = (engine: Engine) => (engine === 'postgres' ? ('bigserial' as const) : ('integer' as const));

const tokenColumns = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table
    .addColumn('prompt_tokens', 'bigint', (column) => column.notNull())
    .addColumn('completion_tokens', 'bigint', (column) => column.notNull())
    .addColumn('embedding_tokens', 'bigint', (column) => column.notNull())
    .addColumn('images', 'bigint', (column) => column.notNull())
    .addColumn('cost', 'double precision', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('estimated', 'bigint', (column) => column.notNull());
