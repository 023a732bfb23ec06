import { constants, copyFile, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { newSecret } from '../kit/ids.ts';

/** What proves the administrator, and where the operator finds it. */
export interface AdminCredentials {
  readonly adminToken: string | undefined;
  readonly adminPassword: string | undefined;
  /** Docent made both itself. */
  readonly isGenerated: boolean;
  /** For the log: the variables or the file; never the values. */
  readonly where: string;
}

interface OperatorSettings {
  readonly dataDir: string;
  readonly adminToken: string | undefined;
  readonly adminPassword: string | undefined;
}

/**
 * The operator's token and password; when neither is set, a pair made once and kept in the data folder, readable by
 * the service's own user alone. Throws an error whose message names the file when a kept one cannot be read.
 */
export async function loadCredentials(env: OperatorSettings): Promise<AdminCredentials> {
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const { adminToken, adminPassword } = env;
  if (adminToken !== undefined || adminPassword !== undefined) {
    const names = [adminToken && 'DOCENT_ADMIN_TOKEN', adminPassword && 'DOCENT_ADMIN_PASSWORD'].filter(
      Boolean,
    );
    return { adminToken, adminPassword, isGenerated: false, where: names.join(' and ') };
  }
  const where = join(env.dataDir, 'admin-credentials.json');
  const kept = await keep(where, CredentialsFile, () => ({ token: newSecret(), password: newSecret(12) }));
  return { adminToken: kept.token, adminPassword: kept.password, isGenerated: true, where };
}

const CredentialsFile = z.object({ token: z.string().min(16), password: z.string().min(8) });

/** Reads a file of secrets, or makes it: whole or not at all, and one of several processes that start together wins. */
async function keep<T>(path: string, schema: z.ZodType<T>, make: () => T): Promise<T> {
  const kept = await readIfThere(path);
  if (kept !== undefined) return parse(path, schema, kept);
  const draft = `${path}.${newSecret(6)}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(make(), null, 2)}\n`);
    await file.sync();
    await putInPlace(draft, path);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  return parse(path, schema, await readFile(path, 'utf8'));
}

/** Unlike a rename, a link never replaces what another process has put there meanwhile; some file systems have none. */
async function putInPlace(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      return copyFile(draft, path, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
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
    // Without the cause: the parser repeats what it could not read.
    throw new Error(`${path} is damaged; delete it to have a new one made`);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
