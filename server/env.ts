import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be 0 to 65535')
  .max(65535, 'must be 0 to 65535');

const addressRange = z.string().refine((text) => {
  const [address = '', prefix] = text.split('/');
  const family = isIP(address);
  if (family === 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}, 'must be IP addresses or CIDR ranges, separated by commas');

const path = z.string().transform((text) => resolve(text));

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https origin, such as https://example.org' })
  .transform((text) => new URL(text).origin);

/** The origin of pages, `*.` for all below a host, or `*` for any. */
const pageOrigin = z
  .string()
  .regex(
    /^(?:\*|https?:\/\/(?:\*\.)?[^\s/?#@*]+)$/i,
    'must be origins such as https://example.org or https://*.example.org, separated by commas',
  )
  .toLowerCase();

const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const seconds = (least: number, most: number) => {
  const range = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(range).int(range).min(least, range).max(most, range);
};
/** The handbook, which is published until the operator names a folder. */
export const sampleSite = join(import.meta.dirname, '..', 'handbook');

/** Every setting of the operator, read once from the environment. An empty value counts as not set. */
const Settings = z.object({
  PORT: port.default(8090),
  HOST: z.string().default('127.0.0.1'),
  DOCENT_DATA_DIR: path.default(resolve('data')),
  DOCENT_CONTENT_DIR: path.default(sampleSite),
  DOCENT_MODELS_FILE: path.optional(),
  DOCENT_ADMIN_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DOCENT_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  DOCENT_PUBLIC_ORIGIN: origin.optional(),
  DOCENT_ALLOWED_ORIGINS: z.string().default('').transform(commaList).pipe(z.array(pageOrigin)),
  DOCENT_TRUSTED_PROXIES: z
    .string()
    .default('127.0.0.1,::1')
    .transform(commaList)
    .pipe(z.array(addressRange)),
  DOCENT_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  DOCENT_MODEL_TIMEOUT_SECONDS: seconds(5, 3600).default(300),
  DOCENT_MODEL_REASONING_SECONDS: seconds(5, 3600).default(120),
  DOCENT_MODEL_FIRST_TOKEN_SECONDS: seconds(1, 600).default(30),
  DOCENT_STOP_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must be 0 to 600')
    .max(600, 'must be 0 to 600')
    .default(25),
  DOCENT_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

export interface Env {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly contentDir: string;
  readonly modelsFile: string | undefined;
  readonly adminToken: string | undefined;
  readonly adminPassword: string | undefined;
  readonly publicOrigin: string | undefined;
  /** Origins of pages that may ask besides the site's own. */
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly databaseUrl: string | undefined;
  /** How long a call to a connected model may take, in milliseconds. */
  readonly modelLimits: {
    readonly callMs: number;
    readonly reasoningMs: number;
    readonly firstTokenMs: number;
  };
  /** How long a stopping service lets running answers go on, in seconds. */
  readonly stopSeconds: number;
  readonly logLevel: string;
  /** Where the models file's `apiKeyEnv` names are looked up. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Tells the processes of one start apart in logs. */
  readonly instanceId: string;
}

/** A wrong setting; its message is the one line to show. */
export class SettingError extends Error {}

/** Reads the settings; throws {@link SettingError} naming the first wrong one. Values are never repeated in messages. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingError(`${String(issue?.path[0] ?? 'settings')}: ${issue?.message ?? 'is wrong'}`);
  }
  const settings = parsed.data;
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DOCENT_DATA_DIR,
    contentDir: settings.DOCENT_CONTENT_DIR,
    modelsFile: settings.DOCENT_MODELS_FILE,
    adminToken: settings.DOCENT_ADMIN_TOKEN,
    adminPassword: settings.DOCENT_ADMIN_PASSWORD,
    publicOrigin: settings.DOCENT_PUBLIC_ORIGIN,
    allowedOrigins: settings.DOCENT_ALLOWED_ORIGINS,
    trustedProxies: settings.DOCENT_TRUSTED_PROXIES,
    databaseUrl: settings.DOCENT_DATABASE_URL,
    modelLimits: {
      callMs: settings.DOCENT_MODEL_TIMEOUT_SECONDS * 1000,
      reasoningMs: settings.DOCENT_MODEL_REASONING_SECONDS * 1000,
      firstTokenMs: settings.DOCENT_MODEL_FIRST_TOKEN_SECONDS * 1000,
    },
    stopSeconds: settings.DOCENT_STOP_SECONDS,
    logLevel: settings.DOCENT_LOG_LEVEL,
    variables,
    instanceId: randomUUID(),
  });
}
