import { DatabaseSync } from 'node:sqlite';

const lockWaitMs = 5_000;

/**
 * Writes a consistent copy of a database file that others may use, without empty pages, in which deleted records could
 * still be read. Blocks the process meanwhile, so it is for commands. Throws SQLite's error.
 */
export function copyCompactly(path: string, copy: string): void {
  const connection = new DatabaseSync(path, { timeout: lockWaitMs });
  try {
    connection.prepare('VACUUM INTO ?').run(copy);
  } finally {
    connection.close();
  }
}
