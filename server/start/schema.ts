import { statSync } from 'node:fs';
import { join } from 'node:path';
import { siteStoreMigrations } from '../adapters/hosts/embedded/store/store.ts';
import { linkedDocumentMigrations } from '../adapters/hosts/linked-documents/store.ts';
import { webPageMigrations } from '../adapters/hosts/web/store/tables.ts';
import { postgresSteps } from '../adapters/database/tables/postgres-steps.ts';
import { schemaSteps } from '../adapters/database/sqlite-facts.ts';
import { SettingError, type Env } from '../env.ts';
import type { Database } from '../kit/database.ts';
import { migrations } from '../migrations.ts';
import { databaseFile } from './start-error.ts';

/** The steps of the service and of every kind of site. */
export const allMigrations = [
  ...migrations,
  ...siteStoreMigrations,
  ...webPageMigrations,
  ...linkedDocumentMigrations,
];

const known: ReadonlySet<string> = new Set(allMigrations.map(({ name }) => name));

/** Steps that this version does not know: a newer version has written the database. */
export const unknownSteps = (steps: readonly string[]): readonly string[] =>
  steps.filter((step) => !known.has(step));

/** Steps that are still to be run. */
export const pendingSteps = (steps: readonly string[]): readonly string[] =>
  migrations.map(({ name }) => name).filter((name) => !steps.includes(name));

/** Steps applied to the SQLite database of a data folder; `undefined` when there is no database yet. */
export function stepsIn({ dataDir }: Pick<Env, 'dataDir'>): readonly string[] | undefined {
  return hasDatabase(dataDir) ? schemaSteps(join(dataDir, databaseFile)) : undefined;
}

/** Throws {@link SettingError} where that cannot be told, such as for a user who may not look into the folder. */
function hasDatabase(dataDir: string): boolean {
  const path = join(dataDir, databaseFile);
  try {
    if (statSync(path).isFile()) return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new SettingError(
      `DOCENT_DATA_DIR: ${dataDir} cannot be looked into (${code}); run the command as the user of the service, or name another folder`,
    );
  }
  throw new SettingError(`DOCENT_DATA_DIR: ${path} is no file; move it away, or name another folder`);
}

/** Throws {@link SettingError} for a data folder without a database. */
export function refuseMissing(dataDir: string): void {
  if (hasDatabase(dataDir)) return;
  throw new SettingError(
    `DOCENT_DATA_DIR: there is no database in ${dataDir}; name the data folder of the service, or start the service first`,
  );
}

/** Throws {@link SettingError} for a data folder written by a newer version. Changes nothing. */
export function refuseNewer(env: Pick<Env, 'dataDir' | 'databaseUrl'>): void {
  if (env.databaseUrl !== undefined) return;
  refuseUnknown(`DOCENT_DATA_DIR: ${join(env.dataDir, databaseFile)}`, stepsIn(env) ?? []);
}

/** The same for the database of a server; `server` names it. */
export async function refuseNewerServer(db: Database, server: string): Promise<void> {
  refuseUnknown(`DOCENT_DATABASE_URL: the database at ${server}`, await postgresSteps(db.query));
}

function refuseUnknown(database: string, steps: readonly string[]): void {
  const unknown = unknownSteps(steps);
  if (unknown.length === 0) return;
  throw new SettingError(
    `${database} was written by a newer version of Docent, which has changed its tables (${unknown.join(', ')}); install that version, or restore a backup made before the upgrade`,
  );
}
