import type { Kysely } from 'kysely';
import { Fault, isFault } from './fault.ts';

/** One step of a feature's schema; `name` is unique in the whole service, e.g. `chat-logs/1`. */
export interface Migration {
  readonly name: string;
  up(db: Kysely<any>, engine: Engine): Promise<void>;
}

export type Engine = 'sqlite' | 'postgres';

/**
 * The one database, behind stores. Stores name their tables by `db.query.withTables<…>()`, write portable SQL
 * (texts, whole numbers, byte strings; times as epoch milliseconds; booleans as 0 and 1) and keep it to themselves.
 */
export interface Database {
  readonly engine: Engine;
  readonly query: Kysely<unknown>;
  /** Brings the schema up to date; safe when several processes start at once. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /**
   * Runs `work` in one transaction that is on disk when this resolves, also after a power cut.
   * For what is acknowledged as saved; plain queries survive a crash of the process all the same. With `publish` the
   * change is told under that topic: the notice is part of the transaction, so neither is ever there without the other.
   */
  durable<T>(
    work: (tx: Kysely<unknown>) => Promise<T>,
    options?: { readonly publish?: string | undefined },
  ): Promise<T>;
  /** Tells every process on this database, this one included, that something under `topic` has changed. */
  publish(topic: string): Promise<void>;
  /** Calls back after a change; may call once too often, never too seldom. */
  subscribe(topic: string, changed: () => void): { close(): void };
  /** Which processes on this database live. */
  readonly presence: Presence;
  /** True when records can be read and written; `reason` is for the operator, `''` when all is well. Asks nobody. */
  health(): Promise<DatabaseHealth>;
  /** Connections to a server; `undefined` before the first one. */
  readonly connections?: () => Connections | undefined;
  /** Writes a whole, consistent copy to a new file while work goes on; absent where the server's own tools do that. */
  readonly backup?: (path: string) => Promise<void>;
  close(): Promise<void>;
}

/** What is wrong with a database: a word for programs and a sentence for people, both `''` when nothing is. */
export interface DatabaseHealth {
  readonly ok: boolean;
  readonly code: '' | 'disk_full' | 'unreachable';
  readonly reason: string;
}

/** Marks of living processes that vanish with their process, whatever ends it. */
export interface Presence {
  /** A missing mark means a dead process; otherwise it may also mean one that lost its connection for a moment. */
  readonly isCertain: boolean;
  /** Marks the process `id` as living. */
  enter(id: string): Promise<void>;
  isMarked(id: string): Promise<boolean>;
  leave(id: string): Promise<void>;
}

export interface Connections {
  readonly open: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
  readonly limit: number;
}

const unavailableCode = 'DATABASE_UNAVAILABLE';

/** The failure of a query that the database could not be asked, or did not answer in time. */
export const databaseUnavailable = (reason: string, cause?: unknown): Fault =>
  new Fault(
    'unavailable',
    `The database cannot be used right now: ${reason}`,
    { code: unavailableCode, retryAfterSeconds: 5 },
    cause,
  );

export const isDatabaseUnavailable = (error: unknown): boolean =>
  isFault(error, 'unavailable') && error.details.code === unavailableCode;

/** The column type for byte strings. */
export const bytesType = (engine: Engine) => (engine === 'postgres' ? ('bytea' as const) : ('blob' as const));

/** Runs the steps that are not yet in `schema_migrations`, in order. */
export async function applyMigrations(
  db: Kysely<any>,
  engine: Engine,
  migrations: readonly Migration[],
): Promise<void> {
  await db.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .execute();
  const rows = await db.selectFrom('schema_migrations').select('name').execute();
  const applied = new Set(rows.map((row) => String(row['name'])));
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue;
    await migration.up(db, engine);
    await db.insertInto('schema_migrations').values({ name: migration.name }).execute();
  }
}
