import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Keys by the names that `apiKeyEnv` gives. */
export type StoredKeys = Readonly<Record<string, string>>;

const Keys = z.record(z.string(), z.string());

/** The file of keys beside a models file; for its owner alone. */
export const keysFileOf = (modelsFile: string): string => join(dirname(modelsFile), 'model-keys.json');

/** The stored keys; none when there is no such file. Throws an error that names the file when it cannot be read. */
export async function readStoredKeys(modelsFile: string): Promise<StoredKeys> {
  const path = keysFileOf(modelsFile);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  });
  return parseKeys(path, text);
}

/** The parser's own message would repeat a key. */
export function parseKeys(path: string, text: string): StoredKeys {
  try {
    return Keys.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is damaged; delete it and give the keys again with docent models add`);
  }
}

/** Replaces a file whole, readable and writable by its owner alone. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

export const writeStoredKeys = (modelsFile: string, keys: StoredKeys): Promise<void> =>
  writePrivately(keysFileOf(modelsFile), `${JSON.stringify(keys, null, 2)}\n`);
