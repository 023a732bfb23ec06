import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readEnv, readSite, SettingError } from '../../env.ts';
import { locateSite, lookAt } from '../check-site.ts';
import { complain } from '../say.ts';
import { unitName } from './unit-files.ts';

const run = promisify(execFile);

/**
 * The settings for a folder or address that was named. On the machine itself it is looked at as `setup` does; below a folder, as
 * for an image, what is named may be elsewhere. Throws {@link SettingError} for what cannot be a site.
 */
export async function siteSettings(named: string, isReal: boolean): Promise<Record<string, string>> {
  const located = await locateSite(named);
  if (located.isFolder || (!isReal && named.startsWith('/')))
    // The service has another working folder.
    return { DOCENT_CONTENT_DIR: resolve(located.site) };
  const env = readEnv({});
  if (!isReal) return { DOCENT_SITE: readSite(located.site, env).url.href };
  const { wrong, doubt, consolePath } = await lookAt(located, env);
  if (wrong !== undefined) throw new SettingError(`--site: ${wrong}`);
  if (doubt !== undefined) complain(`note: ${doubt}; the site is kept all the same`);
  return {
    DOCENT_SITE: readSite(located.site, env).url.href,
    ...(consolePath !== undefined && { DOCENT_CONSOLE_PATH: consolePath }),
  };
}

/** Throws {@link SettingError} where another program than the service listens on its port. */
export async function assertPortFree(port: number): Promise<void> {
  const isRunning = await run('systemctl', ['is-active', '--quiet', unitName]).then(
    () => true,
    () => false,
  );
  if (isRunning) return;
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'EADDRINUSE',
  );
  server.close();
  if (!isFree)
    throw new SettingError(
      `install: another program listens on 127.0.0.1:${port}; stop it, or name another --port`,
    );
}

/** Says so where the user of the service cannot read the folder of articles. */
export async function noteUnreadable(folder: string): Promise<void> {
  const isReadable = await run('runuser', ['-u', 'docent', '--', 'ls', folder]).then(
    () => true,
    () => false,
  );
  if (!isReadable)
    complain(
      `note: the user docent cannot read ${folder}; give it the right to, or the service has no articles`,
    );
}

/** What the service said last when it did not start; `undefined` where its log says nothing of the kind. */
export async function lastComplaint(): Promise<string | undefined> {
  const { stdout } = await run('journalctl', [
    '--unit',
    unitName,
    '--output=cat',
    '--lines=50',
    '--since=-5min',
  ]).catch(() => ({ stdout: '' }));
  return stdout
    .split('\n')
    .findLast((line) => line.startsWith('docent: '))
    ?.slice('docent: '.length);
}
