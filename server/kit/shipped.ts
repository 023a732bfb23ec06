import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with package.json, a checkout or the published package: two above this file and above dist/server, where the build lies. */
const installation = join(import.meta.dirname, '..', '..');

/** Path of a file that comes with the service, named from the folder with package.json. */
export const shipped = (path: string): string => join(installation, path);

/** True where the service runs in a checkout, which has no command `docent`. */
export const isCheckout = (): boolean => existsSync(shipped('server/cli.ts'));
