import { createLog } from '../adapters/log.ts';
import { awaitDatabase } from '../adapters/database/await-database.ts';
import { SettingError, type Env } from '../env.ts';
import type { Database } from '../kit/database.ts';
import { serverOf } from './start-error.ts';

const patienceMs = 5_000;
/** A table is read and written some rows at a time; each of these may take so long. */
const statementMs = 60_000;

/** Works on the PostgreSQL database that the settings name. Throws {@link SettingError} where it cannot be reached. */
export async function withServer<T>(env: Env, work: (db: Database) => Promise<T>): Promise<T> {
  const { databaseUrl = '' } = env;
  const { openPostgres } = await import('../adapters/database/postgres.ts');
  const log = createLog('silent');
  const db = openPostgres(databaseUrl, log, { poolSize: 2, timeoutMs: statementMs });
  try {
    const server = serverOf(databaseUrl);
    const refusal = await awaitDatabase(db, log, { server, patienceMs });
    if (refusal !== '') throw new SettingError(`DOCENT_DATABASE_URL: ${server}: ${refusal}`);
    return await work(db);
  } finally {
    await db.close();
  }
}
