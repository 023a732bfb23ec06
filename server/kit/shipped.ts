import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

/** The folder with package.json, a checkout or the published package: two above this file and above dist/server, where the build lies. */
const installation = join(import.meta.dirname, '..', '..');

/** Path of a file that comes with the service, named from the folder with package.json. */
export const shipped = (path: string): string => join(installation, path);

/** True where the service runs in a checkout, which has no command `docent`. */
export const isCheckout = (): boolean => existsSync(shipped('server/cli.ts'));

/**
 * A command of `docent` as it is typed where it runs: in a checkout, which brings its own Node, in another folder by the
 * file of the checkout, by the file of the image, or installed. Without words the command that starts the service.
 */
export function commandLine(words: string): string {
  if (isCheckout() && process.cwd() !== resolve(installation))
    return `node ${shipped('bin/docent.js')} ${words}`.trim();
  if (isCheckout()) return words === '' ? 'npm start' : `npx node server/cli.ts ${words}`;
  const [, script = ''] = process.argv;
  return `${script.endsWith('.js') ? `node ${script}` : 'docent'} ${words}`.trim();
}
