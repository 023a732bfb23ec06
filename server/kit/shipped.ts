import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { shellWord } from '../../contract/explanations/shell-word.ts';

/** The folder with package.json, a checkout or the published package: two above this file and above dist/server, where the build lies. */
const installation = join(import.meta.dirname, '..', '..');

/** Path of a file that comes with the service, named from the folder with package.json. */
export const shipped = (path: string): string => join(installation, path);

/** True where the service runs in a checkout, which has no command `docent`. */
const isCheckout = (): boolean => existsSync(shipped('server/cli.ts'));

/**
 * A command of `docent` as it is typed where it runs: in a checkout, which brings its own Node, in another folder by the
 * file of the checkout, by the file of the image, or installed, for one project or for all. Without words the command
 * that starts the service.
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
