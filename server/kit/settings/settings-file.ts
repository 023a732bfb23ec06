import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/**
 * The variables in a file of settings; `undefined` when there is none. Throws when it cannot be read, unless it is wanted `anyhow`: that of
 * the machine is not for every user.
 */
export function readSettingsFile(path: string, anyhow?: 'anyhow'): NodeJS.Dict<string> | undefined {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (anyhow || code === 'ENOENT') return undefined;
    throw new Error(`${path}: cannot be read (${code})`, { cause: error });
  }
}
