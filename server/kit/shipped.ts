import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { shellWord } from '../../contract/explanations/shell-word.ts';

/** The folder with package.json, of a checkout or of the published package: two levels above this file and above dist/server, where the build is. */
const installation = join(import.meta.dirname, '..', '..');

/** Absolute path of a file that ships with the service; `path` is relative to the folder with package.json. */
export const shipped = (path: string): string => join(installation, path);

/** True where the service runs in a checkout, which has no command `docent`. */
const isCheckout = (): boolean => existsSync(shipped('server/cli.ts'));

/**
 * A `docent` command as the operator must type it in this installation: in a checkout (which brings its own Node), from
 * another folder by the path of the checkout, in the container image, or installed locally or globally. Without words,
 * the command that starts the service.
 */
export function commandLine(words: string): string {
  if (isCheckout() && process.cwd() === resolve(installation))
    return words === '' ? 'npm start' : `npx node server/cli.ts ${words}`;
  return `${isCheckout() ? `node ${shellWord(shipped('bin/docent.js'))}` : installedCommand()} ${words}`.trim();
}

function installedCommand(): string {
  const [, script = ''] = process.argv;
  if (script.endsWith('.js')) return `node ${shellWord(script)}`;
  return /[\\/]node_modules[\\/]\.bin[\\/]/.test(script) ? 'npx docent' : 'docent';
}
