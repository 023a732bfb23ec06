import type { DatabaseSync } from 'node:sqlite';

/** The value of a pragma that is a number. */
export const pragma = (connection: DatabaseSync, name: string): number =>
  Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);
