import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteDialect, SqliteDriver, type DatabaseConnection, type SqliteDialectConfig } from 'kysely';
import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import { createYieldEvery } from '../../work/event-loop.ts';
import { patiently } from '../../kit/waiting/patience.ts';
import { isLocked, isOutdated } from './sqlite-faults.ts';

/** Longest wait for a lock. SQLite's own busy timeout would block the event loop meanwhile. */
const longestMs = 5_000;
const longestPauseMs = 50;
/** Statements end at once, so that work over a hundred thousand rows would never let requests, replies and timers run. */
const heldMs = 10;

/** Waits for the locks of other processes on one database file. */
export interface LockWait {
  /** True after a wait has timed out, until `look` finds the lock released. Meanwhile statements fail without waiting. */
  readonly isLocked: boolean;
  /**
   * Runs a statement, and retries while another process has locked the file.
   * @throws Fault `unavailable` when that takes too long
   */
  run<T>(statement: () => Promise<T>): Promise<T>;
  /** Checks whether a lock for which a wait timed out has been released. */
  look(): void;
}

export function createLockWait(connection: DatabaseSync, waitMs = longestMs): LockWait {
  let locked = false;
  const retried = async <T>(statement: () => Promise<T>, ms: number): Promise<T> => {
    const giveUpAt = performance.now() + ms;
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await statement();
      } catch (error) {
        // The transaction's reads are outdated because another process has written; waiting does not help.
        if (!isLocked(error) && !isOutdated(error)) throw error;
        if (isOutdated(error) || performance.now() >= giveUpAt) {
          locked ||= isLocked(error);
          throw unavailable(explained('database_locked'), error);
        }
      }
      await pause(pauseMs);
    }
  };
  return {
    get isLocked() {
      return locked;
    },
    run: (statement) => patiently(locked ? 0 : waitMs, (ms) => retried(statement, ms)),
    look() {
      if (!locked || connection.isTransaction) return;
      try {
        connection.exec('BEGIN IMMEDIATE; ROLLBACK');
        locked = false;
      } catch {
        // Still locked, or the disk fails; the next query reports that.
      }
    },
  };
}

/** A Kysely dialect whose statements wait for `lock`. */
export class WaitingDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #lock: LockWait;

  constructor(config: SqliteDialectConfig, lock: LockWait) {
    super(config);
    this.#config = config;
    this.#lock = lock;
  }

  override createDriver(): SqliteDriver {
    return new WaitingDriver(this.#config, this.#lock);
  }
}

class WaitingDriver extends SqliteDriver {
  readonly #lock: LockWait;
  #connection: DatabaseConnection | undefined;

  constructor(config: SqliteDialectConfig, lock: LockWait) {
    super(config);
    this.#lock = lock;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const lock = this.#lock;
    if (this.#connection) return this.#connection;
    const inner = await super.acquireConnection();
    const breathe = createYieldEvery(heldMs);
    this.#connection = {
      async executeQuery(query, options) {
        await breathe();
        return lock.run(() => inner.executeQuery(query, options));
      },
      streamQuery: (query, size, options) => inner.streamQuery(query, size, options),
    };
    return this.#connection;
  }
}
