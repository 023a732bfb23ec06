import { closeSync, openSync } from 'node:fs';
import { EventEmitter } from 'node:events';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { applyMigrations, type Database } from '../../kit/database.ts';
import { createDiskRoom, noDiskRoom } from './disk-room.ts';
import { createPresenceFiles, createPresenceInMemory } from './presence-files.ts';
import { kyselyView } from './sqlite-connection.ts';

/** Changes that another process has made are seen within this time. */
const lookMs = 1_000;
const inMemory = ':memory:';

/**
 * SQLite in one file (or `:memory:`), WAL, one connection. A commit survives `kill -9`; inside `durable` it survives a
 * power cut too. The files are for their owner alone. With `keepsRoom` a little of the disk is kept aside, so that a
 * full one can be put right. Throws what SQLite throws when the file cannot be opened.
 */
export function openSqlite(path: string, { keepsRoom = false } = {}): Database {
  if (path !== inMemory) createPrivately(path);
  const connection = new DatabaseSync(path);
  const room = keepsRoom && path !== inMemory ? createDiskRoom(path, connection) : noDiskRoom;
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;' +
      'PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;',
  );
  const query = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: kyselyView(connection, room.ranOut) }),
  });
  const notices = new EventEmitter().setMaxListeners(0);
  const looking = path === inMemory ? undefined : followOthers(connection, notices);
  const presence =
    path === inMemory ? createPresenceInMemory() : createPresenceFiles(join(dirname(path), 'processes'));
  return {
    engine: 'sqlite',
    query,
    presence,
    migrate: async (migrations) => {
      await query.transaction().execute((tx) => applyMigrations(tx, 'sqlite', migrations));
      if (path !== inMemory) await makePrivate(path);
    },
    // The mutex of the dialect keeps other queries out between the two pragmas.
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
    health: async () => room.health(),
    async backup(copy) {
      await backup(connection, copy);
    },
    async close() {
      clearInterval(looking);
      notices.removeAllListeners();
      await query.destroy();
      if (connection.isOpen) connection.close();
    },
  };
}

/** SQLite gives its other files the mode of the first one, which has to be there before it. */
function createPrivately(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/** Files of an earlier version may be readable by everybody; those of another user stay as they are. */
async function makePrivate(path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await chmod(file, 0o600).catch(() => undefined);
}

/** A command beside the service may change settings or the index: whoever listens looks again. */
function followOthers(connection: DatabaseSync, notices: EventEmitter): NodeJS.Timeout {
  const version = connection.prepare('PRAGMA data_version');
  const read = () => Number(version.get()?.['data_version']);
  let seen = read();
  const look = () => {
    if (!connection.isOpen) return;
    const now = read();
    if (now === seen) return;
    seen = now;
    for (const topic of notices.eventNames()) notices.emit(topic);
  };
  return setInterval(look, lookMs).unref();
}
