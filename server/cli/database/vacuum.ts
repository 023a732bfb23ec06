import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLog } from '../../adapters/log.ts';
import { postgresSizes, sqliteSizes, vacuumPostgres } from '../../adapters/database/tables/sizes.ts';
import type { TableSize } from '../../kit/database.ts';
import { readEnv, type Env } from '../../env.ts';
import { holdFolder } from '../../start/hold-folder.ts';
import { withServer } from '../../start/open-server.ts';
import { refuseMissing } from '../../start/schema.ts';
import { databaseFile } from '../../start/start-error.ts';
import type { Command } from '../command.ts';
import { say } from '../say.ts';

/** Tables that are printed; the others have next to nothing. */
const shown = 12;

export const vacuum: Command = {
  usage: '',
  summary: 'give unused room of the database back to the disk, and print the sizes of its tables',
  details: ['with SQLite the service must be stopped; by itself it gives room back once a day'],
  async run({ variables }) {
    const env = readEnv(variables);
    const lines = await (env.databaseUrl === undefined ? ofFile(env) : ofServer(env));
    say(lines.join('\n'));
    return 0;
  },
};

async function ofFile(env: Env): Promise<readonly string[]> {
  refuseMissing(env.dataDir);
  const hold = await holdFolder({ ...env, log: createLog('silent') });
  try {
    const path = join(env.dataDir, databaseFile);
    const before = (await stat(path)).size;
    const connection = new DatabaseSync(path);
    try {
      connection.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
      const sizes = linesOf(sqliteSizes(connection));
      return [`${path}: ${megabytes(before)} before, ${megabytes((await stat(path)).size)} now`, ...sizes];
    } finally {
      connection.close();
    }
  } finally {
    await hold.release();
  }
}

const ofServer = (env: Env): Promise<readonly string[]> =>
  withServer(env, async ({ query }) => {
    const total = (sizes: readonly TableSize[]) => sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    const before = await postgresSizes(query);
    await vacuumPostgres(query);
    const now = await postgresSizes(query);
    return [`${megabytes(total(before))} before, ${megabytes(total(now))} now`, ...linesOf(now)];
  });

const linesOf = (sizes: readonly TableSize[]): readonly string[] =>
  sizes.slice(0, shown).map(({ table, bytes }) => `${megabytes(bytes).padStart(12)}  ${table}`);

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
