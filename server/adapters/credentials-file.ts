import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { newSecret } from '../kit/ids.ts';
import { createAtomically } from './atomic-file.ts';

/** The administrator's token and password, and their source. */
export interface AdminCredentials {
  readonly adminToken: string | undefined;
  readonly adminPassword: string | undefined;
  /** True when Docent generated both. */
  readonly isGenerated: boolean;
  /** Source for the log: names of variables, or the file; never the values. */
  readonly where: string;
}

interface OperatorSettings {
  readonly dataDir: string;
  readonly adminToken: string | undefined;
  readonly adminPassword: string | undefined;
}

/**
 * The operator's token and password. When neither is set, a generated pair, kept in the data folder and readable by the
 * service's user only; none when `mayMake` is false, for a command without a data folder. Throws an error that names the file when a kept pair cannot be read.
 */
export async function loadCredentials(env: OperatorSettings, mayMake = true): Promise<AdminCredentials> {
  if (mayMake) await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const { adminToken, adminPassword } = env;
  if (adminToken !== undefined || adminPassword !== undefined) {
    const names = [adminToken && 'DOCENT_ADMIN_TOKEN', adminPassword && 'DOCENT_ADMIN_PASSWORD'].filter(
      Boolean,
    );
    return { adminToken, adminPassword, isGenerated: false, where: names.join(' and ') };
  }
  const where = join(env.dataDir, 'admin-credentials.json');
  if (!mayMake) return { adminToken, adminPassword, isGenerated: false, where };
  const kept = await keep(where, CredentialsFile, () => ({ token: newSecret(), password: newSecret(12) }));
  return { adminToken: kept.token, adminPassword: kept.password, isGenerated: true, where };
}

const CredentialsFile = z.object({ token: z.string().min(16), password: z.string().min(8) });

/** Reads a file of secrets, or creates it atomically; of several processes that start together, one wins. */
async function keep<T>(path: string, schema: z.ZodType<T>, make: () => T): Promise<T> {
  const kept = await readIfThere(path);
  if (kept !== undefined) return parse(path, schema, kept);
  await createAtomically(path, `${JSON.stringify(make(), null, 2)}\n`);
  return parse(path, schema, await readFile(path, 'utf8'));
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read (${codeOf(error)})`, { cause: error });
  }
}

function parse<T>(path: string, schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // Without the cause, because the parser's message quotes the file.
    throw new Error(`${path} is damaged; delete it to have a new one made`);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
