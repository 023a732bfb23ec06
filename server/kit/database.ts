import type { Kysely } from 'kysely';
import { explained } from './explained.ts';
import { Fault, isFault } from './fault.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** One step of a feature's schema; `name` is unique in the whole service, e.g. `chat-logs/1`. */
export interface Migration {
  readonly name: string;
  up(db: Kysely<any>, engine: Engine): Promise<void>;
}

export type Engine = 'sqlite' | 'postgres';

/**
 * The database as stores see it. Stores name their tables by `db.query.withTables<…>()` and write portable SQL: texts,
 * integers, byte strings; times as epoch milliseconds; booleans as 0 and 1. Rows never leave their store.
 */
export interface Database {
  readonly engine: Engine;
  readonly query: Kysely<unknown>;
  /** Brings the schema up to date; safe when several processes start at once. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /**
   * Runs `work` in one transaction that is on disk when this resolves, so that it survives a power cut. Use it for what
   * is acknowledged as saved; plain queries survive only a crash of the process. With `publish` a change notice under
   * that topic is part of the transaction: both are committed or neither.
   */
  durable<T>(
    work: (tx: Kysely<unknown>) => Promise<T>,
    options?: { readonly publish?: string | undefined },
  ): Promise<T>;
  /** Notifies every process on this database, this one included, that something under `topic` has changed. */
  publish(topic: string): Promise<void>;
  /** Calls `changed` after a change; may call once too often, never too seldom. */
  subscribe(topic: string, changed: () => void): { close(): void };
  /** Time limit of a statement in milliseconds; missing where it is fixed. */
  readonly statementMs?: number;
  /** Liveness marks of the processes on this database. */
  readonly presence: Presence;
  /** Clock of the server, by which all its processes go; missing where there is only one process. Known after `migrate`. */
  readonly clock?: Clock;
  /** True when records can be read and written; `reason` is for the operator, `''` when healthy. Makes no query. */
  health(): Promise<DatabaseHealth>;
  /** Connections to a server; `undefined` before the first one. */
  readonly connections?: () => Connections | undefined;
  /**
   * Writes a whole, consistent copy to a new file while the service runs; missing where the server's own tools do that.
   */
  readonly backup?: (path: string) => Promise<void>;
  /**
   * Erases deleted records from the database files and returns their space to the disk, in small steps while the service
   * runs; missing where the server does that itself.
   */
  readonly forget?: () => Promise<void>;
  /** Sizes of the tables, the largest first. Reads the whole database. */
  sizes(): Promise<readonly TableSize[]>;
  close(): Promise<void>;
}

/** Bytes of a table with its indexes. */
export interface TableSize {
  readonly table: string;
  readonly bytes: number;
}

/** Health of the database: a code for programs and a sentence for people, both `''` when healthy. */
export interface DatabaseHealth {
  readonly ok: boolean;
  readonly code: '' | Unwritable | 'unreachable';
  readonly reason: string;
}

/** Why nothing can be saved in a file: the disk is full or fails to write, or another process has locked the file. */
type Unwritable = 'disk_full' | 'disk_fails' | 'database_locked';

export const isUnwritable = (code: DatabaseHealth['code']): code is Unwritable =>
  code === 'disk_full' || code === 'disk_fails' || code === 'database_locked';

/** Marks of living processes, which vanish with their process however it ends. */
export interface Presence {
  /** True when a missing mark proves that the process is dead; otherwise it may also have lost its connection. */
  readonly isCertain: boolean;
  /** Marks the process `id` as alive. */
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

/** Fault for a query that the database refused or did not answer in time. */
export const databaseUnavailable = (reason: string, cause?: unknown): Fault =>
  new Fault(
    'unavailable',
    explained('database_away', { reason }),
    { code: unavailableCode, retryAfterSeconds: 5 },
    cause,
  );

export const isDatabaseUnavailable = (error: unknown): boolean =>
  isFault(error, 'unavailable') && error.details.code === unavailableCode;

/**
 * Logs a failure of work that is tried again every few seconds. An outage of the database is logged once, when it
 * begins; otherwise it would fill the log.
 */
export const logRepeated = (log: Log, error: unknown, message: string): void =>
  log[isDatabaseUnavailable(error) ? 'debug' : 'warn']({ err: String(error) }, message);

/** The column type for byte strings. */
export const bytesType = (engine: Engine) => (engine === 'postgres' ? ('bytea' as const) : ('blob' as const));

/** Runs the steps that `schema_migrations` does not list, in order. */
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

/** Runs a deletion; false when there was nothing to delete. */
export async function deletesAny(deletion: {
  executeTakeFirstOrThrow(): Promise<{ readonly numDeletedRows: bigint }>;
}): Promise<boolean> {
  const { numDeletedRows } = await deletion.executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
