import { accessSync, constants, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The variables in a file of settings; `undefined` when there is none, or where this user cannot look, as in the home folder of another
 * one (`sudo -u docent docent …`). Throws when it cannot be read, unless it is wanted `anyhow`: that of the machine is not for every user.
 */
export function readSettingsFile(path: string, anyhow?: 'anyhow'): NodeJS.Dict<string> | undefined {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (anyhow || code === 'ENOENT' || !isOpen(dirname(path))) return undefined;
    throw new Error(`${path}: cannot be read (${code})`, { cause: error });
  }
}

function isOpen(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
