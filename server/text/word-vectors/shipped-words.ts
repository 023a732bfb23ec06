import { existsSync, readFileSync } from 'node:fs';
import { shipped } from '../../kit/shipped.ts';
import { readWordTable, type WordTable } from './word-table.ts';

/** Where the table that comes with the service is. */
export const tablePath = shipped('server/text/word-vectors/table/words.bin');

/** Opens the table at a path when it is first asked for; undefined where there is no such file. */
export function openWords(path: string = tablePath): () => WordTable | undefined {
  let opened: { readonly table: WordTable | undefined } | undefined;
  return () => {
    opened ??= { table: existsSync(path) ? readWordTable(readFileSync(path)) : undefined };
    return opened.table;
  };
}

/** The table that comes with the service, opened once for the process. */
export const shippedWords = openWords();
