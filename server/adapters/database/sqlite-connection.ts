import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sqliteFault } from './sqlite-faults.ts';

/** How many prepared statements stay compiled; the stores use far fewer. */
const statementCacheSize = 500;

/**
 * `node:sqlite` as the driver interface that Kysely's dialect wants, with compiled statements kept. Failures of the disk
 * and of the file become Faults; `ranOut` hears of a full disk.
 */
export function kyselyView(connection: DatabaseSync, ranOut: () => void) {
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
  /** SQLite ends a transaction itself when the disk is full; ending it again would hide the cause. */
  const isOverAlready = (sql: string) => sql === 'rollback' && !connection.isTransaction;
  const guarded = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw sqliteFault(error, ranOut);
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
  /** It gives rows back. */
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
