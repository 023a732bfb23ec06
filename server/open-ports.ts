import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Ports } from './app.ts';
import { systemClock } from './adapters/clock.ts';
import { loadCredentials } from './adapters/credentials-file.ts';
import { awaitDatabase } from './adapters/database/await-database.ts';
import { openSqlite } from './adapters/database/sqlite.ts';
import type { SearchSettings } from './adapters/search/search-settings.ts';
import { createExchangeableHost } from './adapters/hosts/exchangeable-host.ts';
import { openModels, type ConnectedModels } from './adapters/models/connected-models.ts';
import { createInHouse } from './adapters/models/in-house/in-house.ts';
import { createInstallations } from './adapters/models/in-house/install/installations.ts';
import { knownModels } from './adapters/models/in-house/known-models.ts';
import { createSourcePlaces } from './adapters/hosts/sources/source-places.ts';
import { createModelAdmin } from './adapters/models/model-admin.ts';
import { createNoticeChannels } from './adapters/notices/channels.ts';
import { createSealing, type Sealing } from './adapters/sealing.ts';
import { sampleSite, SettingError, settingsFile, type Env } from './env.ts';
import { copyFolderOf } from './start/leftovers.ts';
import { folderFacts } from './start/folder-facts.ts';
import { lastBackup } from './start/backup/last-backup.ts';
import { withConsoleSite } from './start/console-site.ts';
import { keptSettings } from './start/kept-site.ts';
import { refuseMissing, refuseNewer, refuseNewerServer } from './start/schema.ts';
import { createSiteAdmin } from './start/site-admin.ts';
import { databaseFile, serverOf } from './start/start-error.ts';
import { commandLine } from './kit/shipped.ts';
import type { Database } from './kit/database.ts';
import type { SearchEngine } from './ports/candidates.ts';
import type { Host } from './ports/host.ts';
import type { Log } from './ports/log.ts';

/** How the ports are opened; without anything as the service does. */
export interface Opening {
  /** Longest wait for a database server, in milliseconds; without end unless given. */
  readonly patienceMs?: number;
  /** True for a command that works on an installation and never begins one. */
  readonly mustExist?: boolean;
  /** True for a command that has nothing to do with the site, which is then the sample. */
  readonly isWithoutSite?: boolean;
}

/** Opens the adapters for all ports as the settings say. Throws {@link SettingError} when one cannot be opened. */
export async function openPorts(given: Env, log: Log, opening: Opening = {}): Promise<Ports> {
  refuseNewer(given);
  const { isThere, isReadableByOthers } = await dataFolder(given, log, opening);
  const credentials = await loadCredentials(given, isThere).catch((error: unknown) => {
    // Errors with a system code get their remedy in start-error.ts; messages of the adapter already contain one.
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw new SettingError(`DOCENT_DATA_DIR: ${error.message}`, { cause: error });
  });
  const models = connectModels(given, log);
  const db = await openDatabase(given, log);
  await reach(db, given, log, opening);
  const sealing = createSealing({ secretKey: given.secretKey, path: join(given.dataDir, 'secret.key') });
  const { env, revision } =
    opening.isWithoutSite === true
      ? { env: { ...given, site: undefined, contentDir: sampleSite }, revision: 0 }
      : await withConsoleSite(given, { db, log, sealing });
  const clock = db.clock ?? systemClock;
  const open = (of: Env) => openSite(of, { db, clock, log });
  const host = createExchangeableHost(await open(env));
  /** The settings in force: the site of the console may change while the service runs. */
  const current = { env };
  const isSample = () => !current.env.site && current.env.contentDir === sampleSite;
  return {
    db,
    models,
    log,
    clock,
    host,
    siteAdmin: createSiteAdmin({ env: given, current, host, revision, open, sealing, log }),
    sourcePlaces: sourcePlacesOf(env, { db, clock, log, sealing }),
    ...(env.search && { engine: await openSearchEngine(env.search) }),
    account: credentials,
    publicOrigin: env.publicOrigin,
    basePath: env.basePath,
    metricsToken: env.metricsToken,
    consolePath: env.consolePath,
    ...outside,
    loopbackOnly: () => isSample() && isHomeAlone(env),
    allowedOrigins: env.allowedOrigins,
    trustedProxies: env.trustedProxies,
    instanceId: env.instanceId,
    // A command that only works on a database server makes no folder of data.
    ...(isThere && {
      indexFolder: join(env.dataDir, 'index'),
      folder: () => folderFacts(env.dataDir),
      backedUpAt: () => lastBackup(env.dataDir),
    }),
    copyFolder: copyFolderOf(env.dataDir),
    isDataReadableByOthers: isReadableByOthers,
    priceOf: (name) => priceIn(models.file(), name),
    modelsProblem: models.problem,
    modelAdmin: modelAdminOf(env, models, sealing),
    ...(isThere && { inHouse: inHouseAdminOf(env, log) }),
    noticeChannels: createNoticeChannels(sealing),
    siteSettings: () => keptSettings(current.env),
    setup: {
      get sampleSite() {
        return isSample();
      },
      get contentDir() {
        return current.env.site ? '' : current.env.contentDir;
      },
      get modelsFile() {
        return models.hasFile() && models.file() ? env.modelsFile : '';
      },
      modelsPath: env.modelsFile,
      settingsPath: resolve(settingsFile),
      publicOrigin: (env.publicOrigin ?? '') + env.basePath,
      startCommand: commandLine(''),
      setupCommand: commandLine('setup'),
      get currency() {
        return currencyIn(models.file());
      },
      passwordIsSetByOperator: env.adminPassword !== undefined,
    },
  };
}

/** True where the service is for this machine alone: it listens on loopback, behind no proxy, and has no public address. */
export const isHomeAlone = ({
  host,
  publicOrigin,
  socket,
}: Pick<Env, 'host' | 'publicOrigin' | 'socket'>): boolean =>
  publicOrigin === undefined && socket === undefined && /^(?:localhost|127\.[\d.]+|::1)$/i.test(host);

/** Databases and hosts are imported on demand: the crawler alone would take a fifth of the start-up time. */

const outside: Pick<Ports, 'readOutside' | 'readPicture'> = {
  readOutside: async (address, how) =>
    (await import('./adapters/hosts/remote/outside/read-outside.ts')).readOutside(address, how),
  readPicture: async (address, how) =>
    (await import('./adapters/hosts/remote/outside/read-picture.ts')).readPicture(address, how),
};

async function openDatabase(env: Env, log: Log): Promise<Ports['db']> {
  if (!env.databaseUrl) return openSqlite(join(env.dataDir, databaseFile), { keepsRoom: true });
  const { openPostgres } = await import('./adapters/database/postgres.ts');
  return openPostgres(env.databaseUrl, log, {
    poolSize: env.databasePool,
    timeoutMs: env.databaseTimeoutMs,
    ...(env.databaseDirectUrl !== undefined && { directUrl: env.databaseDirectUrl }),
  });
}

/** Throws {@link SettingError} for a file that cannot be read. */
async function openSearchEngine(search: SearchSettings): Promise<SearchEngine> {
  const { createOpenSearch } = await import('./adapters/search/opensearch/opensearch.ts');
  const { nodes, name, timeoutMs, username, passwordFile, authoritiesFile } = search;
  const password = passwordFile && (await fileOf('DOCENT_SEARCH_PASSWORD_FILE', passwordFile)).trim();
  const ca = authoritiesFile && (await fileOf('DOCENT_SEARCH_CA_FILE', authoritiesFile));
  return createOpenSearch({
    nodes,
    name,
    timeoutMs,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(ca !== undefined && { ca }),
  });
}

const fileOf = (setting: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    throw new SettingError(`${setting}: ${path} cannot be read`, { cause });
  });

async function openSite(env: Env, deps: Pick<Ports, 'db' | 'clock' | 'log'>): Promise<Host> {
  const { db, clock, log } = deps;
  if (env.site) {
    const { openHost } = await import('./adapters/hosts/open-host.ts');
    return openHost(env.site, { ...deps, instanceId: env.instanceId });
  }
  const { contentDir, dataDir } = env;
  const { createEmbeddedHost } = await import('./adapters/hosts/embedded/embedded.ts');
  const { openSiteStore } = await import('./adapters/hosts/embedded/store/store.ts');
  return createEmbeddedHost({
    contentDir,
    dataDir,
    stores: await openSiteStore({ db, dataDir, log }),
    log,
    clock,
  });
}

/** Makes the data folder, unless a command finds none to work on. Throws {@link SettingError}. */
async function dataFolder({ dataDir, databaseUrl }: Env, log: Log, { mustExist = false }: Opening) {
  if (!mustExist) await mkdir(dataDir, { recursive: true, mode: 0o700 });
  else if (databaseUrl === undefined) refuseMissing(dataDir);
  const isThere = existsSync(dataDir);
  return { isThere, isReadableByOthers: isThere && (await warnOfReaders(dataDir, log)) };
}

/** Throws {@link SettingError} for a database server that is not reached in time or refuses. */
async function reach(db: Database, { databaseUrl }: Env, log: Log, { patienceMs }: Opening): Promise<void> {
  if (databaseUrl === undefined) return;
  const server = serverOf(databaseUrl);
  const refusal = await awaitDatabase(db, log, { server, patienceMs });
  if (refusal !== '') throw new SettingError(`DOCENT_DATABASE_URL: ${server}: ${refusal}`);
  await refuseNewerServer(db, server);
}

/** True when other users can read the data folder; the database files have a mode of their own. */
async function warnOfReaders(dataDir: string, log: Log): Promise<boolean> {
  const isReadable = ((await stat(dataDir)).mode & 0o007) !== 0;
  if (isReadable) log.warn({ dataDir }, 'other users can read the data folder; set its mode to 0700');
  return isReadable;
}

type ModelsFile = ReturnType<ConnectedModels['file']>;

/** Price of a model in the models file, per million tokens. */
function priceIn(file: ModelsFile, name: string) {
  const price = file?.models.find((model) => model.name === name)?.price;
  if (!price) return undefined;
  const { promptPerMillion = 0, completionPerMillion = 0, perImage = 0 } = price;
  return { inputPerMillion: promptPerMillion, outputPerMillion: completionPerMillion, perImage };
}

/** Currency of all prices; `''` without prices or when they differ. */
function currencyIn(file: ModelsFile): string {
  const named = new Set(file?.models.flatMap(({ price }) => price?.currency ?? []));
  const [only = ''] = named.size === 1 ? named : [];
  return only;
}

/** The models page, with keys encrypted for this installation. */
function modelAdminOf(env: Env, connected: ConnectedModels, sealing: Sealing) {
  const { modelsFile: path, variables, modelLimits: openai } = env;
  return createModelAdmin({ connected, path, variables, sealing, openai });
}

/** Opens the sources beside the site. */
const sourcePlacesOf = (
  { sources, dataDir, instanceId }: Env,
  deps: Pick<Ports, 'db' | 'clock' | 'log'> & { readonly sealing: Sealing },
) => createSourcePlaces({ ...sources, ...deps, dataDir, instanceId });

/** Installs in-house models into the data folder. */
const inHouseAdminOf = ({ inHouseDir: folder, modelHub: hub }: Env, log: Log) =>
  createInstallations({ folder, hub, registry: knownModels, log });

/** Opens the models file; it may be missing unless it was named. Throws {@link SettingError}. */
function connectModels(env: Env, log: Log): ConnectedModels {
  const { modelsFile: path, isModelsFileNamed: isRequired, variables, modelLimits: openai } = env;
  try {
    const inHouse = createInHouse(env.inHouseDir);
    return openModels({ path, isRequired, variables, log, openai, inHouse });
  } catch (error) {
    throw new SettingError(
      `DOCENT_MODELS_FILE: ${error instanceof Error ? error.message : 'cannot be read'}`,
    );
  }
}
