import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { databaseUnavailable, type Connections } from '../../../kit/database.ts';
import { isFault } from '../../../kit/fault.ts';
import type { Log } from '../../../ports/log.ts';
import { patiently } from '../../../kit/waiting/patience.ts';
import type { Availability } from './availability.ts';
import { isFull, toFault } from './failures.ts';

/** Pause before a full server is tried again. */
const fullPauseMs = 100;
/** Time without a refusal after which the pool may grow again. */
const growAgainMs = 10_000;
/** Minimum of open connections, so that other clients cannot take them all. */
const keptConnections = 2;
/** Time after which an idle connection above the minimum is closed, since another process may be waiting for one. */
const idleMs = 1_000;
/** Waiting for a connection may take this many times a statement's limit; during an outage all waits end at once. */
const queueShare = 2;
/** Time that the server has to cancel a late statement before its connection is closed. */
const graceMs = 500;

interface PoolDeps {
  readonly config: PoolConfig;
  readonly size: number;
  /** Time limit of a statement; twice that for a free connection. */
  readonly timeoutMs: number;
  readonly availability: Availability;
  /** Called when the server refuses a connection and this pool has none at all. */
  readonly starved: () => void;
  readonly log: Log;
}

export interface BoundedPool extends PostgresPool {
  readonly connections: Connections;
  /** Opens the minimum of connections, as far as the server has slots. */
  warm(): Promise<void>;
  /** Closes a connection as soon as one is free, unless it is the last, for a process that has none. */
  giveWay(): void;
}

/**
 * Connection pool in which every wait is bounded. When the server has no slots left, the pool works with the
 * connections it has, and callers wait for one of them. A connection whose statement was abandoned is closed, never
 * reused.
 */
export function createPool({ config, size, timeoutMs, availability, starved, log }: PoolDeps): BoundedPool {
  const pool = new Pool({
    ...config,
    max: size,
    min: Math.min(keptConnections, size),
    connectionTimeoutMillis: queueShare * timeoutMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
  });
  pool.on('error', (error) => log.warn({ err: error.message }, 'an idle database connection was lost'));
  let live = 0;
  pool.on('connect', (client) => {
    live += 1;
    // The failing statement gets the error too; without this listener it would end the process.
    client.on('error', () => undefined);
  });
  pool.on('remove', () => (live -= 1));
  let grow: NodeJS.Timeout | undefined;
  let askAgainAt = 0;

  const limitTo = (max: number) => {
    pool.options.max = max;
    clearTimeout(grow);
    grow = setTimeout(() => (pool.options.max = size), growAgainMs).unref();
  };
  /** Shrinks the pool by one connection, so that another client can get one. */
  const shrink = () => {
    const max = Math.max(1, Math.min(keptConnections, live), live - 1);
    if (pool.options.max === size)
      log.warn(
        { connections: max, wanted: size },
        'the database refuses more connections; requests wait for a free one',
      );
    limitTo(max);
    if (live > 0 || performance.now() < askAgainAt) return;
    askAgainAt = performance.now() + fullPauseMs;
    starved();
  };
  const isSurplus = () => live > pool.options.max;

  const acquire = async (until: number): Promise<PoolClient> => {
    for (;;) {
      availability.check();
      const coming = pool.connect();
      try {
        return await availability.guard(coming, Math.max(1, until - performance.now()));
      } catch (error) {
        // The connection may still open after its caller has given up; then it is closed.
        coming.then(
          (client) => client.release(),
          () => undefined,
        );
        if (!isFull(error)) throw toFault(error);
        shrink();
        if (performance.now() > until) throw databaseUnavailable('it takes no more connections', error);
        await pause(fullPauseMs);
      }
    }
  };

  return {
    options: pool.options,
    async connect() {
      const client = await patiently(queueShare * timeoutMs, (ms) => acquire(performance.now() + ms));
      return bounded(client, { timeoutMs, availability, isSurplus });
    },
    async warm() {
      const clients = Array.from({ length: Math.min(keptConnections, pool.options.max) }, () =>
        pool.connect(),
      );
      // All are held until the last one is open, otherwise the pool would reuse one.
      for (const one of await Promise.allSettled(clients))
        if (one.status === 'fulfilled') one.value.release();
    },
    giveWay() {
      if (live > 1) limitTo(live - 1);
    },
    async end() {
      clearTimeout(grow);
      await pool.end();
    },
    get connections() {
      const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool;
      return { open, idle, waiting, limit: size };
    },
  };
}

/** A connection with a time limit on each statement. */
function bounded(
  client: PoolClient & PostgresPoolClient,
  {
    timeoutMs,
    availability,
    isSurplus,
  }: Pick<PoolDeps, 'timeoutMs' | 'availability'> & { readonly isSurplus: () => boolean },
): PostgresPoolClient {
  let lost: Error | undefined;

  async function ask<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (lost) throw lost;
    const answer = answerOf<R>(client, text, parameters.map(withoutNul));
    try {
      return await patiently(timeoutMs + graceMs, (ms) => availability.guard(answer, ms));
    } catch (error) {
      answer.catch(() => undefined);
      const failure = toFault(error);
      // An error of the statement leaves the connection intact; after any other error its state is unknown.
      if (isFault(failure)) lost = failure;
      throw failure;
    }
  }

  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(statement: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    return typeof statement === 'string' ? ask<R>(statement, parameters) : client.query(statement);
  }

  return {
    query,
    release: (discard) => client.release(discard === true || lost !== undefined || isSurplus()),
  };
}

/**
 * Asks with a callback: with the driver's promises, all rows of a long reading stay in memory until the whole of it is tidied up, which is
 * a hundred megabytes at once.
 */
const answerOf = async <R>(
  client: PoolClient & PostgresPoolClient,
  text: string,
  parameters: readonly unknown[],
) =>
  new Promise<PostgresQueryResult<R>>((resolve, reject) => {
    client.query(text, [...parameters], (error, result) => {
      if (error) reject(error);
      else resolve(result as unknown as PostgresQueryResult<R>);
    });
  });

/** PostgreSQL's texts cannot hold NUL; with the replacement character they are stored and looked for alike. */
const withoutNul = (parameter: unknown): unknown =>
  typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;
