import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { shipped } from '../../kit/shipped.ts';
import { readWordTable, type WordTable } from './word-table.ts';

/** Path of the table that ships with the service. */
export const tablePath = shipped('server/text/word-vectors/table/words.bin');

/** Returns the table, or `undefined` when there is none; `pause` is awaited between parts of the work. */
export type OpenWords = (pause?: () => Promise<void>) => Promise<WordTable | undefined>;

/** Opens the table at a path at the first use. */
export function openWords(path: string = tablePath): OpenWords {
  let opened: Promise<WordTable | undefined> | undefined;
  const open = async (pause?: () => Promise<void>) =>
    existsSync(path) ? readWordTable(await readFile(path), pause) : undefined;
  return async (pause) => {
    opened ??= open(pause);
    try {
      return await opened;
    } catch (error) {
      // After a read error the next call tries again.
      opened = undefined;
      throw error;
    }
  };
}

/** The table that ships with the service, opened once per process. */
export const shippedWords = openWords();
