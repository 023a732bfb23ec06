import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { postgresSizes } from './tables/sizes.ts';
import { Pool, types, type ClientConfig, type CustomTypesConfig } from 'pg';
import { applyMigrations, databaseUnavailable, type Database, type Migration } from '../../kit/database.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { systemClock } from '../clock.ts';
import { createAvailability } from './postgres/availability.ts';
import { ListTolerantDialect } from './postgres/dialect.ts';
import { isFull, toFault } from './postgres/failures.ts';
import { createPool, type BoundedPool } from './postgres/pool.ts';
import { createServerClock } from './postgres/server-clock.ts';
import { startParameters } from './postgres/start-parameters.ts';
import { createWatch } from './postgres/watch.ts';
import { createSessionPresence } from './session-presence.ts';

/** Advisory lock that serializes migrations of processes that start together. */
const migrationLock = 7_306_001;
/** Time limit for connecting. */
const connectTimeoutMs = 5_000;

export interface PostgresOptions {
  /** Schema name; separates several services, or tests, in one database. */
  readonly schema?: string;
  /** Maximum of connections for queries; one more watches the server. */
  readonly poolSize?: number;
  /** Time limit of a statement in milliseconds; waiting for a free connection may take twice as long. */
  readonly timeoutMs?: number;
  /** Direct address for LISTEN, when `url` leads to a pooler such as PgBouncer. */
  readonly directUrl?: string;
  /** The clock of this machine. */
  readonly clock?: Clock;
}

/**
 * The `Database` port on PostgreSQL. Queries throw the Fault `unavailable` when the server cannot be reached, does not
 * answer in time, or has no free connection for too long; during a known outage they throw at once.
 */
export function openPostgres(url: string, log: Log, options: PostgresOptions = {}): Database {
  const { schema = 'public', poolSize = 10, timeoutMs = 5_000, directUrl, clock = systemClock } = options;
  const basic = { connectionString: url, connectionTimeoutMillis: Math.min(connectTimeoutMs, timeoutMs) };
  const availability = createAvailability(log);
  const serverClock = createServerClock(clock, log);
  const connection = once(() => startParameters(basic, schema, timeoutMs).catch(asFault));
  let pool: BoundedPool | undefined;
  const openPool = async () => {
    const config = { ...(await connection()), types: wholeNumbers };
    const starved = () => watch.askForConnection();
    pool = createPool({ config, size: poolSize, timeoutMs, availability, starved, log });
    return pool;
  };
  const query = new Kysely<unknown>({ dialect: new ListTolerantDialect({ pool: openPool }) });
  const { presence, mark } = createSessionPresence(query);
  const watch = createWatch({
    database: query,
    mark,
    connection,
    directUrl,
    channel: `docent_${schema}`,
    availability,
    serverClock,
    async answered() {
      // Opens the pool.
      await sql`select 1`.execute(query).catch(() => undefined);
      await pool?.warm();
    },
    isAsking() {
      const { open = 0, idle = 0, waiting = 0 } = pool?.connections ?? {};
      return open > idle || waiting > 0;
    },
    wanted: () => pool?.giveWay(),
    log,
  });

  return {
    engine: 'postgres',
    query,
    statementMs: timeoutMs,
    presence,
    clock: serverClock.clock,
    async health() {
      const { outage } = availability;
      if (outage === undefined) return { ok: true, code: '', reason: '' };
      return { ok: false, code: 'unreachable', reason: databaseUnavailable(outage).message };
    },
    connections: () => pool?.connections,
    async migrate(migrations) {
      await onceThereIsRoom(async () => migrateAlone(await connection(), schema, migrations));
      await watch.start();
    },
    durable: (work, { publish } = {}) =>
      query.transaction().execute(async (tx) => {
        const result = await work(tx);
        if (publish !== undefined) await watch.publish(publish, tx);
        return result;
      }),
    publish: (topic) => watch.publish(topic),
    subscribe: watch.subscribe,
    sizes: () => postgresSizes(query),
    async close() {
      await watch.stop();
      await query.destroy();
    },
  };
}

/** Retries for some seconds when the server accepts no more connections, since other processes release idle ones. */
async function onceThereIsRoom(work: () => Promise<void>): Promise<void> {
  const until = performance.now() + waitForRoomMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isFull(error) || performance.now() > until) throw error;
      await pause(askAgainMs);
    }
  }
}

const waitForRoomMs = 10_000;
const askAgainMs = 100;

/**
 * Migrations may take long and wait for another process, so they use a connection without time limits. It is closed
 * before the pool opens its own, since it may be the last one that the server gives.
 */
async function migrateAlone(
  { connectionString, options }: ClientConfig,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  const config = { connectionString, ...(options !== undefined && { options }), types: wholeNumbers };
  await using unlimited = new Kysely<unknown>({
    dialect: new ListTolerantDialect({ pool: new Pool({ ...config, max: 1 }) }),
  });
  await unlimited.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    await sql`create schema if not exists ${sql.id(schema)}`.execute(tx);
    await sql`create table if not exists change_notices (topic text primary key, seq bigint not null)`.execute(
      tx,
    );
    await applyMigrations(tx, 'postgres', migrations);
  });
}

/** Type id of `bigint`; values here are safe integers: times, tokens, row counts. */
const int8 = 20;
const wholeNumbers: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id.valueOf() === int8 && format !== 'binary' ? Number : types.getTypeParser(id, format),
};

const asFault = (error: unknown): never => {
  throw toFault(error);
};

/** Caches the first result for all callers; a failure is not cached. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () =>
    (known ??= work().catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
}
