import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { commandLine } from '../../kit/shipped.ts';
import { unlessMissing } from '../../kit/files/missing-file.ts';
import { writeAtomically } from '../atomic-file.ts';

/** Keys by the names that `apiKeyEnv` gives. */
export type StoredKeys = Readonly<Record<string, string>>;

const Keys = z.record(z.string(), z.string());

/** The file of keys beside a models file; for its owner alone. */
export const keysFileOf = (modelsFile: string): string => join(dirname(modelsFile), 'model-keys.json');

/** The stored keys; none when there is no such file. Throws an error that names the file when it cannot be read. */
export async function readStoredKeys(modelsFile: string): Promise<StoredKeys> {
  const path = keysFileOf(modelsFile);
  const text = await readFile(path, 'utf8').catch(unlessMissing);
  return parseKeys(path, text ?? '{}');
}

/** The parser's own message would repeat a key. */
export function parseKeys(path: string, text: string): StoredKeys {
  try {
    return Keys.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${path} is damaged; delete it and give the keys again with ${commandLine('models add')}`,
    );
  }
}

export const writeStoredKeys = (modelsFile: string, keys: StoredKeys): Promise<void> =>
  writeAtomically(keysFileOf(modelsFile), `${JSON.stringify(keys, null, 2)}\n`);
