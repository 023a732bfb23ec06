import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ports } from './app.ts';
import { systemClock } from './adapters/clock.ts';
import { loadCredentials } from './adapters/credentials-file.ts';
import { awaitDatabase } from './adapters/database/await-database.ts';
import { openPostgres } from './adapters/database/postgres.ts';
import { openSqlite } from './adapters/database/sqlite.ts';
import { createEmbeddedHost } from './adapters/hosts/embedded/embedded.ts';
import { openSiteStore } from './adapters/hosts/embedded/store.ts';
import { openHost } from './adapters/hosts/open-host.ts';
import { createModels } from './adapters/models/models.ts';
import { parseModelsFile, type ParsedModelsFile } from './adapters/models/models-file.ts';
import { sampleSite, SettingError, type Env } from './env.ts';
import { databaseFile } from './start/start-error.ts';
import type { Log } from './ports/log.ts';

/** Makes the ports real as the operator's settings say. Throws {@link SettingError} for what cannot be opened. */
export async function openPorts(env: Env, log: Log): Promise<Ports> {
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const isReadableByOthers = await warnOfReaders(env.dataDir, log);
  const credentials = await loadCredentials(env).catch((error: unknown) => {
    // What the system says of a file is told with its remedy; the adapter's own words name file and remedy already.
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw new SettingError(`DOCENT_DATA_DIR: ${error.message}`, { cause: error });
  });
  const file = await readModels(env);
  const db = env.databaseUrl
    ? openPostgres(env.databaseUrl, log, {
        poolSize: env.databasePool,
        timeoutMs: env.databaseTimeoutMs,
        ...(env.databaseDirectUrl !== undefined && { directUrl: env.databaseDirectUrl }),
      })
    : openSqlite(join(env.dataDir, databaseFile), { keepsRoom: true });
  const refusal = await awaitDatabase(db, log);
  if (refusal !== '') throw new SettingError(`DOCENT_DATABASE_URL: ${refusal}`);
  return {
    db,
    models: createModels({ ...(file && { file }), openai: env.modelLimits }),
    log,
    clock: systemClock,
    host: env.site
      ? await openHost(env.site, { db, clock: systemClock, log, instanceId: env.instanceId })
      : await createEmbeddedHost({
          contentDir: env.contentDir,
          dataDir: env.dataDir,
          stores: await openSiteStore({ db, dataDir: env.dataDir, log }),
          log,
          clock: systemClock,
        }),
    account: credentials,
    publicOrigin: env.publicOrigin,
    allowedOrigins: env.allowedOrigins,
    trustedProxies: env.trustedProxies,
    instanceId: env.instanceId,
    indexFolder: join(env.dataDir, 'index'),
    isDataReadableByOthers: isReadableByOthers,
    priceOf: (name) => priceIn(file, name),
    setup: {
      sampleSite: env.contentDir === sampleSite,
      contentDir: env.contentDir,
      modelsFile: env.modelsFile ?? '',
      publicOrigin: env.publicOrigin ?? '',
      currency: currencyIn(file),
      passwordIsSetByOperator: env.adminPassword !== undefined,
    },
  };
}

/** Whether other users of the machine can look into the data folder; the files of the database are safe all the same. */
async function warnOfReaders(dataDir: string, log: Log): Promise<boolean> {
  const isReadable = ((await stat(dataDir)).mode & 0o007) !== 0;
  if (isReadable) log.warn({ dataDir }, 'other users can read the data folder; set its mode to 0700');
  return isReadable;
}

/** The price that the models file gives for a model, per million tokens. */
function priceIn(file: ParsedModelsFile | undefined, name: string) {
  const price = file?.models.find((model) => model.name === name)?.price;
  if (!price) return undefined;
  const { promptPerMillion = 0, completionPerMillion = 0, perImage = 0 } = price;
  return { inputPerMillion: promptPerMillion, outputPerMillion: completionPerMillion, perImage };
}

/** The one currency of all prices; `''` without prices or when they differ. */
function currencyIn(file: ParsedModelsFile | undefined): string {
  const named = new Set(file?.models.flatMap(({ price }) => price?.currency ?? []));
  const [only = ''] = named.size === 1 ? named : [];
  return only;
}

async function readModels(env: Env) {
  if (env.modelsFile === undefined) return undefined;
  try {
    return parseModelsFile(await readFile(env.modelsFile, 'utf8'), env.variables);
  } catch (error) {
    throw new SettingError(
      `DOCENT_MODELS_FILE: ${error instanceof Error ? error.message : 'cannot be read'}`,
    );
  }
}
