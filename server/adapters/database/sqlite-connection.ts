import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DiskRoom } from './disk-room.ts';
import { sqliteFault } from './sqlite-faults.ts';

/** Size of the cache of prepared statements; the stores use far fewer. */
const statementCacheSize = 500;

/**
 * Adapts `node:sqlite` to Kysely's driver interface, with a cache of prepared statements. Disk and file errors become
 * Faults and are reported to `room`.
 */
export function kyselyView(connection: DatabaseSync, room: Pick<DiskRoom, 'ranOut' | 'failed'>) {
  const statements = new Map<string, Compiled>();
  const compiled = (sql: string): Compiled => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    const one = { statement, reader: statement.columns().length > 0 };
    if (statements.size >= statementCacheSize) statements.clear();
    statements.set(sql, one);
    return one;
  };
  /** SQLite rolls back itself when the disk is full; a second rollback would hide the cause. */
  const isOverAlready = (sql: string) => sql === 'rollback' && !connection.isTransaction;
  const guarded = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw sqliteFault(error, room);
    }
  };
  return {
    close: () => connection.isOpen && connection.close(),
    prepare(sql: string) {
      if (isOverAlready(sql)) return nothing;
      const { statement, reader } = guarded(() => compiled(sql));
      return {
        reader,
        all: (parameters: readonly unknown[]) => guarded(() => statement.all(...parameters.map(toValue))),
        run: (parameters: readonly unknown[]) => guarded(() => statement.run(...parameters.map(toValue))),
        iterate: (parameters: readonly unknown[]) =>
          connection.prepare(sql).iterate(...parameters.map(toValue)),
      };
    },
  };
}

interface Compiled {
  readonly statement: StatementSync;
  /** True when the statement returns rows. */
  readonly reader: boolean;
}

const nothing = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function toValue(value: unknown): null | number | bigint | string | Uint8Array {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be stored`);
}
