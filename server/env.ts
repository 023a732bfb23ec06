import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import type { NamedSite } from './adapters/hosts/named-site.ts';
import { platformKinds, platformSettings, readPlatformSettings } from './adapters/hosts/platform-settings.ts';
import {
  sourceSettings,
  sourceVariables,
  type SourceSettings,
} from './adapters/hosts/sources/source-settings.ts';
import { searchSettings, searchVariables, type SearchSettings } from './adapters/search/search-settings.ts';
import {
  addressRange,
  commaList,
  consolePath,
  hubAddress,
  oneOf,
  pageOrigin,
  path,
  patterns,
  postgresUrl,
  publicAddress,
  secret,
  site,
  timeZone,
  wholeNumber,
  withoutEmpty,
} from './kit/settings/setting-values.ts';
import { readSettingsFile } from './kit/settings/settings-file.ts';
import { languageOfLocale } from './kit/settings/locale.ts';
import { withSecretFiles } from './kit/settings/secret-files.ts';
import { shipped } from './kit/shipped.ts';

/** The handbook, published until the operator names a folder. */
export const sampleSite = shipped('handbook');

/**
 * The settings of the operator, read once from the environment; those of the platforms come from their rows. An empty
 * value counts as not set.
 */
const Settings = z.object({
  PORT: wholeNumber(0, 65_535).default(8090),
  HOST: z.string().default('127.0.0.1'),
  DOCENT_SOCKET: path.optional(),
  DOCENT_LOG_FILE: path.optional(),
  DOCENT_METRICS_TOKEN: secret,
  DOCENT_DATA_DIR: path.default(resolve('data')),
  DOCENT_CONTENT_DIR: path.default(sampleSite),
  DOCENT_MODELS_FILE: path.optional(),
  DOCENT_MODEL_HUB: hubAddress.optional(),
  DOCENT_SECRET_KEY: secret,
  DOCENT_ADMIN_TOKEN: secret,
  DOCENT_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  DOCENT_PUBLIC_ORIGIN: publicAddress.optional(),
  DOCENT_CONSOLE_PATH: consolePath,
  DOCENT_ALLOWED_ORIGINS: z.string().default('').transform(commaList).pipe(z.array(pageOrigin)),
  DOCENT_TRUSTED_PROXIES: z
    .string()
    .default('127.0.0.1,::1')
    .transform(commaList)
    .pipe(z.array(addressRange)),
  DOCENT_DATABASE_URL: postgresUrl.optional(),
  DOCENT_DATABASE_DIRECT_URL: postgresUrl.optional(),
  DOCENT_DATABASE_POOL: wholeNumber(1, 1000).default(10),
  DOCENT_DATABASE_TIMEOUT_MS: wholeNumber(100, 600_000).default(5000),
  ...searchVariables,
  DOCENT_MODEL_TIMEOUT_SECONDS: wholeNumber(5, 3600).default(300),
  DOCENT_MODEL_REASONING_SECONDS: wholeNumber(5, 3600).default(120),
  DOCENT_MODEL_FIRST_TOKEN_SECONDS: wholeNumber(1, 600).default(30),
  DOCENT_STOP_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must be 0 to 600')
    .max(600, 'must be 0 to 600')
    .default(25),
  DOCENT_SITE: site.optional(),
  DOCENT_HOST: oneOf(['embedded', ...platformKinds]).optional(),
  DOCENT_SITE_INCLUDE: patterns,
  DOCENT_SITE_EXCLUDE: patterns,
  DOCENT_SITE_PARALLEL: wholeNumber(1, 16).default(2),
  DOCENT_SITE_MAX_PAGES: wholeNumber(1, 100_000).default(10_000),
  ...sourceVariables,
  DOCENT_SITE_PAGES: oneOf(['on', 'off']).default('on'),
  DOCENT_HINT_SECRET: secret,
  DOCENT_TIME_ZONE: timeZone.optional(),
  DOCENT_LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

const platforms = Object.values(platformSettings);

/** Names of all settings of the operator. */
export const settingNames: readonly string[] = [
  ...Object.keys(Settings.shape),
  ...platforms.flatMap(({ names }) => names),
];

export interface Env {
  readonly port: number;
  readonly host: string;
  /** Unix socket to listen on instead of host and port. */
  readonly socket: string | undefined;
  /** File that the log is written to instead of standard output. */
  readonly logFile: string | undefined;
  /** Token that `/metrics` asks for; anybody may read them without one. */
  readonly metricsToken: string | undefined;
  /** What systemd asks of a service of `Type=notify`. */
  readonly systemd: { readonly isListening: boolean; readonly watchdogMs: number | undefined };
  /** True for a service that npm has started: npm does not pass signals on. */
  readonly isStartedByNpm: boolean;
  readonly dataDir: string;
  readonly contentDir: string;
  /** Path of the models file. Must exist when it was named; otherwise `models.json` in the data folder, if there. */
  readonly modelsFile: string;
  readonly isModelsFileNamed: boolean;
  /** Folder of the models that Docent runs itself. */
  readonly inHouseDir: string;
  /** Where their files are downloaded from, instead of the usual hubs. */
  readonly modelHub: string | undefined;
  /** Encrypts stored keys, the same for all replicas; a file in the data folder unless given. */
  readonly secretKey: string | undefined;
  readonly adminToken: string | undefined;
  readonly adminPassword: string | undefined;
  readonly publicOrigin: string | undefined;
  /** Path of the public address before those of the service; `''` at the root. */
  readonly basePath: string;
  /** Where the console's pages are, without a slash at its end. */
  readonly consolePath: string;
  /** Further origins whose pages may ask, besides the site's own. */
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly databaseUrl: string | undefined;
  /** Direct address for LISTEN, when `databaseUrl` leads to a pooler. */
  readonly databaseDirectUrl: string | undefined;
  /** Maximum of connections to PostgreSQL. */
  readonly databasePool: number;
  /** Time limit of one PostgreSQL statement; waiting for a free connection may take twice as long. */
  readonly databaseTimeoutMs: number;
  /** The search engine that all processes share; without one, each has an index of its own. */
  readonly search: SearchSettings | undefined;
  /** Time limits of a call to a connected model, in milliseconds. */
  readonly modelLimits: {
    readonly callMs: number;
    readonly reasoningMs: number;
    readonly firstTokenMs: number;
  };
  /** Time that a stopping service leaves running answers, in seconds. */
  readonly stopSeconds: number;
  /** Time zone in which days are counted; `undefined` for that of the machine. */
  readonly timeZone: string | undefined;
  readonly logLevel: string;
  /** The site, when another platform publishes it; `undefined` when Docent publishes a folder. */
  readonly site: NamedSite | undefined;
  readonly sources: SourceSettings;
  /** Variables in which `apiKeyEnv` names of the models file are looked up. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Identifies this process in logs and on the database. */
  readonly instanceId: string;
}

/** A wrong setting. The message is one line that can be shown to the operator. */
export class SettingError extends Error {}

/** Reads the settings. Throws {@link SettingError} that names all wrong ones; messages never repeat values. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const settings = settingsIn(withoutEmpty(variables));
  const { DOCENT_CONSOLE_PATH: named } = settings;
  const { basePath = '' } = settings.DOCENT_PUBLIC_ORIGIN ?? {};
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    socket: settings.DOCENT_SOCKET,
    logFile: settings.DOCENT_LOG_FILE,
    metricsToken: settings.DOCENT_METRICS_TOKEN,
    systemd: {
      isListening: (variables['NOTIFY_SOCKET'] ?? '') !== '',
      watchdogMs: Number(variables['WATCHDOG_USEC'] ?? 0) / 1000 || undefined,
    },
    isStartedByNpm: variables['npm_lifecycle_event'] !== undefined,
    dataDir: settings.DOCENT_DATA_DIR,
    contentDir: settings.DOCENT_CONTENT_DIR,
    modelsFile: settings.DOCENT_MODELS_FILE ?? join(settings.DOCENT_DATA_DIR, 'models.json'),
    inHouseDir: join(settings.DOCENT_DATA_DIR, 'models'),
    modelHub: settings.DOCENT_MODEL_HUB,
    isModelsFileNamed: settings.DOCENT_MODELS_FILE !== undefined,
    secretKey: settings.DOCENT_SECRET_KEY,
    adminToken: settings.DOCENT_ADMIN_TOKEN,
    adminPassword: settings.DOCENT_ADMIN_PASSWORD,
    publicOrigin: settings.DOCENT_PUBLIC_ORIGIN?.origin,
    basePath,
    // `/docent/console` below `/docent` is the one that visitors see.
    consolePath: basePath !== '' && named.startsWith(`${basePath}/`) ? named.slice(basePath.length) : named,
    allowedOrigins: settings.DOCENT_ALLOWED_ORIGINS,
    trustedProxies: settings.DOCENT_TRUSTED_PROXIES,
    databaseUrl: settings.DOCENT_DATABASE_URL,
    databaseDirectUrl: settings.DOCENT_DATABASE_DIRECT_URL,
    databasePool: settings.DOCENT_DATABASE_POOL,
    databaseTimeoutMs: settings.DOCENT_DATABASE_TIMEOUT_MS,
    search: searchSettings(settings),
    modelLimits: {
      callMs: settings.DOCENT_MODEL_TIMEOUT_SECONDS * 1000,
      reasoningMs: settings.DOCENT_MODEL_REASONING_SECONDS * 1000,
      firstTokenMs: settings.DOCENT_MODEL_FIRST_TOKEN_SECONDS * 1000,
    },
    stopSeconds: settings.DOCENT_STOP_SECONDS,
    timeZone: settings.DOCENT_TIME_ZONE,
    logLevel: settings.DOCENT_LOG_LEVEL,
    sources: sourceSettings(settings),
    site: siteSettings(settings, withoutEmpty(variables)),
    variables,
    instanceId: randomUUID(),
  });
}

/** Days of the calendar, of usage and of logs are those of this time zone from now on. */
export function countDaysIn(zone: string | undefined): void {
  if (zone !== undefined) process.env['TZ'] = zone;
}

function settingsIn(given: Env['variables']): z.infer<typeof Settings> {
  const parsed = Settings.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const),
    ...platforms.flatMap(({ wrong }) => wrong(given)),
  ];
  if (parsed.success && faults.length === 0) return parsed.data;
  // One fault for each: a setting with several is named again once the first is mended.
  const wrong = new Map(faults.toReversed());
  const all = [...wrong].toReversed().map(([name, message]) => `${name}: ${message}`);
  throw new SettingError(all.join('; '));
}

/** Settings for a site named on the command line, on top of the others. Throws {@link SettingError}. */
export function readSite(address: string, env: Env): NamedSite {
  const named = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  const parsed = site.safeParse(address === '' ? '' : named);
  if (!parsed.success)
    throw new SettingError(`try: ${parsed.error.issues[0]?.message ?? 'needs an address'}`);
  const variables = withoutEmpty(env.variables);
  const given = siteSettings({ ...Settings.parse(variables), DOCENT_SITE: parsed.data }, variables);
  if (!given) throw new SettingError('DOCENT_HOST: embedded reads a folder; unset it, or unset DOCENT_SITE');
  return given;
}

/** File of settings in the working folder, as `docent setup` writes it; environment variables win over it. */
export const settingsFile = 'docent.env';

/** That of the service of this machine, as `docent install` writes it; read where the working folder has none. */
export const systemSettingsFile = '/etc/docent/docent.env';

/** Variables of {@link settingsFile} and the environment, with those that files hold. Throws {@link SettingError} when a file cannot be read. */
export function operatorVariables(): Readonly<Record<string, string | undefined>> {
  try {
    const inFile = readSettingsFile(settingsFile) ?? readSettingsFile(systemSettingsFile, 'anyhow') ?? {};
    const variables = { ...inFile, ...withoutEmpty(process.env) };
    return withSecretFiles(variables, settingNames);
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error));
  }
}

/** The language of the operator. */
export const operatorLanguage = () => languageOfLocale(process.env);

function siteSettings(
  settings: z.infer<typeof Settings>,
  variables: Env['variables'],
): NamedSite | undefined {
  const { DOCENT_SITE: url, DOCENT_HOST: kind } = settings;
  if (kind === 'embedded') return undefined;
  if (!url) {
    if (kind) throw new SettingError('DOCENT_HOST: needs DOCENT_SITE, the address of the site');
    return undefined;
  }
  for (const { conflict } of platforms) {
    const found = conflict(variables);
    if (found !== undefined) throw new SettingError(found);
  }
  return {
    url,
    kind,
    include: settings.DOCENT_SITE_INCLUDE,
    exclude: settings.DOCENT_SITE_EXCLUDE,
    parallel: settings.DOCENT_SITE_PARALLEL,
    maxPages: settings.DOCENT_SITE_MAX_PAGES,
    withPages: settings.DOCENT_SITE_PAGES === 'on',
    hintSecret: settings.DOCENT_HINT_SECRET,
    ...readPlatformSettings(variables),
  };
}
