import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { databaseUnavailable, type Connections } from '../../../kit/database.ts';
import { isFault } from '../../../kit/fault.ts';
import type { Log } from '../../../ports/log.ts';
import type { Availability } from './availability.ts';
import { isFull, toFault } from './failures.ts';

/** A server that is full is asked again after so long. */
const fullPauseMs = 100;
/** After so long without a refusal the pool may grow again. */
const growAgainMs = 10_000;
/** Connections kept while nothing goes on, so that a busy neighbour cannot take them all. */
const keptConnections = 2;
/** A server that is busy is worth waiting for longer than one statement; one that is away ends all waits at once. */
const queueShare = 2;
/** The server cancels a late statement itself a little before its connection is given up. */
const graceMs = 500;

interface PoolDeps {
  readonly config: PoolConfig;
  readonly size: number;
  /** Longest wait for a statement; for a connection to become free it is twice that. */
  readonly timeoutMs: number;
  readonly availability: Availability;
  readonly log: Log;
}

export interface BoundedPool extends PostgresPool {
  readonly connections: Connections;
  /** Opens the connections that are kept, as far as the server has room. */
  warm(): Promise<void>;
}

/**
 * A pool in which every wait has an end. When the server takes no more connections the pool makes do with those it has,
 * and whoever asks waits for one of them. A connection whose statement was given up is closed, never used again.
 */
export function createPool({ config, size, timeoutMs, availability, log }: PoolDeps): BoundedPool {
  const pool = new Pool({
    ...config,
    max: size,
    min: Math.min(keptConnections, size),
    connectionTimeoutMillis: queueShare * timeoutMs,
    keepAlive: true,
  });
  pool.on('error', (error) => log.warn({ err: error.message }, 'an idle database connection was lost'));
  let live = 0;
  pool.on('connect', (client) => {
    live += 1;
    // A connection that breaks while it is in use tells its statement; without a listener it would end the process.
    client.on('error', () => undefined);
  });
  pool.on('remove', () => (live -= 1));
  let grow: NodeJS.Timeout | undefined;

  /** Makes do with one connection less than there are, so that a neighbour who has none gets one. */
  const makeDo = () => {
    const max = Math.max(1, Math.min(keptConnections, live), live - 1);
    if (pool.options.max === size)
      log.warn({ connections: max, wanted: size }, 'the database takes no more connections; answers wait');
    pool.options.max = max;
    clearTimeout(grow);
    grow = setTimeout(() => (pool.options.max = size), growAgainMs).unref();
  };
  const isSurplus = () => live > pool.options.max;

  const acquire = async (until: number): Promise<PoolClient> => {
    for (;;) {
      availability.check();
      const coming = pool.connect();
      try {
        return await availability.guard(coming, Math.max(1, until - performance.now()));
      } catch (error) {
        // It may still come; nobody waits for it any more.
        coming.then(
          (client) => client.release(),
          () => undefined,
        );
        if (!isFull(error)) throw toFault(error);
        makeDo();
        if (performance.now() > until) throw databaseUnavailable('it takes no more connections', error);
        await pause(fullPauseMs);
      }
    }
  };

  return {
    options: pool.options,
    connect: async () =>
      bounded(await acquire(performance.now() + queueShare * timeoutMs), {
        timeoutMs,
        availability,
        isSurplus,
      }),
    async warm() {
      const clients = Array.from({ length: Math.min(keptConnections, pool.options.max) }, () =>
        pool.connect(),
      );
      // Each holds its own until all are there, so that they are as many connections.
      for (const one of await Promise.allSettled(clients))
        if (one.status === 'fulfilled') one.value.release();
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
  client: PostgresPoolClient,
  {
    timeoutMs,
    availability,
    isSurplus,
  }: Pick<PoolDeps, 'timeoutMs' | 'availability'> & { readonly isSurplus: () => boolean },
): PostgresPoolClient {
  let lost: Error | undefined;

  async function ask<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (lost) throw lost;
    const answer = client.query<R>(text, [...parameters]);
    try {
      return await availability.guard(answer, timeoutMs + graceMs);
    } catch (error) {
      answer.catch(() => undefined);
      const failure = toFault(error);
      // An error of the statement itself leaves the connection as it was; after anything else its state is unknown.
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
