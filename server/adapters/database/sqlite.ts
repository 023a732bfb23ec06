import { closeSync, openSync } from 'node:fs';
import { EventEmitter } from 'node:events';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { explained } from '../../kit/explained.ts';
import { applyMigrations, type Database, type DatabaseHealth } from '../../kit/database.ts';
import { createDiskRoom, noDiskRoom } from './disk-room.ts';
import { forgetDeleted, forgettingPragmas, rewriteOnce } from './sqlite-forget.ts';
import { createPresenceFiles, createPresenceInMemory } from './presence-files.ts';
import { kyselyView } from './sqlite-connection.ts';
import { fileSizes } from './tables/file-sizes.ts';
import { sqliteSizes } from './tables/sizes.ts';
import { createLockWait, WaitingDialect, type LockWait } from './sqlite-lock.ts';

export interface SqliteOptions {
  readonly keepsRoom?: boolean;
  readonly connection?: DatabaseSync;
  readonly lockWaitMs?: number;
}

/** Poll interval for changes of other processes. */
const pollMs = 1_000;
const inMemory = ':memory:';

/**
 * The `Database` port on SQLite: one file (or `:memory:`), WAL, one connection. A commit survives `kill -9`; inside
 * `durable` also a power cut. Files have mode 0600. With `keepsRoom` a reserve file allows recovery from a full disk.
 * Throws SQLite's error when the file cannot be opened.
 *
 * @param options.lockWaitMs - longest wait for another process that has locked the file, 5 s unless given
 * @param options.connection - instead of a new one, such as a copy of a database that is migrated
 */
export function openSqlite(path: string, options: SqliteOptions = {}): Database {
  if (path !== inMemory) createWithMode(path);
  const { keepsRoom = false, connection = new DatabaseSync(path), lockWaitMs } = options;
  const room = keepsRoom && path !== inMemory ? createDiskRoom(path, connection) : noDiskRoom;
  connection.exec(
    forgettingPragmas +
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;' +
      'PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;',
  );
  // From here on `lock` waits instead of SQLite.
  connection.exec('PRAGMA busy_timeout = 0');
  const lock = createLockWait(connection, lockWaitMs);
  const query = new Kysely<unknown>({
    dialect: new WaitingDialect({ database: kyselyView(connection, room) }, lock),
  });
  const notices = new EventEmitter().setMaxListeners(0);
  const looking = path === inMemory ? undefined : watchOthers(connection, notices, lock);
  const presence =
    path === inMemory ? createPresenceInMemory() : createPresenceFiles(join(dirname(path), 'processes'));
  return {
    engine: 'sqlite',
    query,
    presence,
    migrate: async (migrations) => {
      await query.transaction().execute((tx) => applyMigrations(tx, 'sqlite', migrations));
      if (path === inMemory) return;
      rewriteOnce(connection);
      await restrictMode(path);
    },
    // The dialect's mutex keeps other queries out while `synchronous` is raised.
    async durable(work, { publish } = {}) {
      const result = await query.connection().execute(async (reserved) => {
        connection.exec('PRAGMA synchronous = FULL');
        try {
          return await reserved.transaction().execute(work);
        } finally {
          connection.exec('PRAGMA synchronous = NORMAL');
        }
      });
      if (publish !== undefined) notices.emit(publish);
      return result;
    },
    publish: async (topic) => void notices.emit(topic),
    subscribe(topic, changed) {
      notices.on(topic, changed);
      return { close: () => void notices.off(topic, changed) };
    },
    health: async () => (lock.isLocked ? lockedByAnother : room.health()),
    async backup(copy) {
      createWithMode(copy);
      if (path === inMemory) await backup(connection, copy);
      else await copyFile(path, copy);
    },
    forget: () => forgetDeleted(connection, (step) => query.connection().execute(async () => step())),
    sizes: async () => (path === inMemory ? sqliteSizes(connection) : fileSizes(path)),
    async close() {
      clearInterval(looking);
      notices.removeAllListeners();
      await query.destroy();
      if (connection.isOpen) connection.close();
    },
  };
}

/**
 * Copies what is committed, in one step and with a connection of its own: a copy through the connection that writes fails
 * while a transaction is open in it.
 */
async function copyFile(path: string, copy: string): Promise<void> {
  const reader = new DatabaseSync(path, { readOnly: true, timeout: copyWaitMs });
  try {
    await backup(reader, copy, { rate: allPages });
  } finally {
    reader.close();
  }
}

const copyWaitMs = 5_000;
const allPages = 2 ** 31 - 1;

const lockedByAnother: DatabaseHealth = {
  ok: false,
  code: 'database_locked',
  reason: explained('database_locked').text,
};

/** SQLite gives its other files the mode of the database file, so that one is created first. */
function createWithMode(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/** Files of earlier versions may be readable by everybody; errors (files of another user) are ignored. */
async function restrictMode(path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await chmod(file, 0o600).catch(() => undefined);
}

/** Notifies listeners when another process, such as a command beside the service, has written. */
function watchOthers(connection: DatabaseSync, notices: EventEmitter, lock: LockWait): NodeJS.Timeout {
  const version = connection.prepare('PRAGMA data_version');
  const read = () => Number(version.get()?.['data_version']);
  let seen = read();
  const look = () => {
    if (!connection.isOpen) return;
    lock.look();
    const now = read();
    if (now === seen) return;
    seen = now;
    for (const topic of notices.eventNames()) notices.emit(topic);
  };
  return setInterval(look, pollMs).unref();
}
