import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { shipped } from '../../kit/shipped.ts';
import { readWordTable, type WordTable } from './word-table.ts';

/** Where the table that comes with the service is. */
export const tablePath = shipped('server/text/word-vectors/table/words.bin');

/** Gives the table, or undefined where there is none; `pause` is called between its parts while it is opened. */
export type OpenWords = (pause?: () => Promise<void>) => Promise<WordTable | undefined>;

/** Opens the table at a path when it is first asked for. */
export function openWords(path: string = tablePath): OpenWords {
  let opened: Promise<WordTable | undefined> | undefined;
  const open = async (pause?: () => Promise<void>) =>
    existsSync(path) ? readWordTable(await readFile(path), pause) : undefined;
  return async (pause) => {
    opened ??= open(pause);
    try {
      return await opened;
    } catch (error) {
      // A disk that fails once is asked again.
      opened = undefined;
      throw error;
    }
  };
}

/** The table that comes with the service, opened once for the process. */
export const shippedWords = openWords();
