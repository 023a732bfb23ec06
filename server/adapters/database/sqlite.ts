import { EventEmitter } from 'node:events';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { applyMigrations, type Database } from '../../kit/database.ts';

/** How many prepared statements stay compiled; the stores use far fewer. */
const statementCacheSize = 500;

/**
 * SQLite in one file (or `:memory:`), WAL, one connection. A commit survives `kill -9`; inside `durable` it survives a
 * power cut too.
 */
export function openSqlite(path: string): Database {
  const connection = new DatabaseSync(path);
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;' +
      'PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;',
  );
  const query = new Kysely<unknown>({ dialect: new SqliteDialect({ database: kyselyView(connection) }) });
  const notices = new EventEmitter().setMaxListeners(0);
  return {
    engine: 'sqlite',
    query,
    migrate: (migrations) => query.transaction().execute((tx) => applyMigrations(tx, 'sqlite', migrations)),
    // The mutex of the dialect keeps other queries out between the two pragmas.
    durable: (work) =>
      query.connection().execute(async (reserved) => {
        connection.exec('PRAGMA synchronous = FULL');
        try {
          return await reserved.transaction().execute(work);
        } finally {
          connection.exec('PRAGMA synchronous = NORMAL');
        }
      }),
    publish: async (topic) => void notices.emit(topic),
    subscribe(topic, changed) {
      notices.on(topic, changed);
      return { close: () => void notices.off(topic, changed) };
    },
    async backup(copy) {
      await backup(connection, copy);
    },
    async close() {
      notices.removeAllListeners();
      await query.destroy();
      if (connection.isOpen) connection.close();
    },
  };
}

/** `node:sqlite` as the driver interface that Kysely's dialect wants, with compiled statements kept. */
function kyselyView(connection: DatabaseSync) {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    if (statements.size >= statementCacheSize) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  return {
    close: () => connection.isOpen && connection.close(),
    prepare(sql: string) {
      const statement = prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...parameters.map(toValue)),
        run: (parameters: readonly unknown[]) => statement.run(...parameters.map(toValue)),
        iterate: (parameters: readonly unknown[]) =>
          connection.prepare(sql).iterate(...parameters.map(toValue)),
      };
    },
  };
}

function toValue(value: unknown): null | number | bigint | string | Uint8Array {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be stored`);
}
