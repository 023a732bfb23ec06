import { DatabaseSync } from 'node:sqlite';
import { serveOperations } from '../../../work/threads/thread-calls.ts';
import { sqliteSizes } from './sizes.ts';

/** Operations of the thread that reads a whole database file. */
const operations = {
  async read(path: string) {
    const connection = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    try {
      return sqliteSizes(connection);
    } finally {
      connection.close();
    }
  },
};

export type TableSizesOperations = typeof operations;

serveOperations(operations);
