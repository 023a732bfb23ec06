import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { createLog } from '../adapters/log.ts';
import { readEnv, readSite, SettingError, type Env } from '../env.ts';
import { isHomeAlone, openPorts } from '../open-ports.ts';
import { locateSite, lookAt } from './check-site.ts';
import type { Command } from './command.ts';
import { say } from './say.ts';

/** Interval between two lines of progress. */
const pollMs = 2_000;

/** Reads a site into a temporary folder and serves a page to ask it, until the process is stopped. */
export const tryOut: Command = {
  usage: '<address or folder>',
  summary: 'read a site, or a folder of Markdown, and serve a page to try it; keeps nothing',
  mostWords: 1,
  run: ({ variables, words: [named = ''] }) => trySite(readEnv(variables), named),
};

/** Throws {@link SettingError} for what is neither a site that answers nor a folder of Markdown. */
async function trySite(env: Env, named: string): Promise<number> {
  if (named.trim() === '')
    throw new SettingError('try: needs the address of a site, or a folder of Markdown');
  say(`Looking at ${named}`);
  const located = await locateSite(named);
  const { found, wrong, doubt } = await lookAt(located, env);
  if (wrong !== undefined || doubt !== undefined) throw new SettingError(`try: ${wrong ?? doubt}`);
  if (found !== undefined) say(`Found: ${found}`);
  const { site, isFolder } = located;
  const content = isFolder ? { site: undefined, contentDir: resolve(site) } : { site: readSite(site, env) };
  const dataDir = await mkdtemp(join(tmpdir(), 'docent-try-'));
  const stopped = Promise.withResolvers<void>();
  process.once('SIGINT', () => stopped.resolve()).once('SIGTERM', () => stopped.resolve());
  try {
    const ports = await openPorts(
      { ...env, ...content, dataDir, databaseUrl: undefined },
      createLog('silent'),
    );
    await using app = await createApp({ ...ports, loopbackOnly: () => isHomeAlone(env) });
    const page = await listen(app.server, env);
    const { reason } = await ports.host.health();
    if (reason !== '') say(typeof reason === 'string' ? reason : reason.text);
    const started = app.start();
    await Promise.race([started, stopped.promise]);
    say(
      `\nAsk it here: ${page}\n\nReading goes on while the page is open. Ctrl+C ends and removes everything.`,
    );
    if (process.stdout.isTTY) openBrowser(page);
    await Promise.race([printProgress(ports.host), stopped.promise]);
    return 0;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Host = Awaited<ReturnType<typeof openPorts>>['host'];

/** Never resolves; the person ends it. */
async function printProgress(host: Host): Promise<never> {
  let lastCount = -1;
  for (;;) {
    const count = (await Array.fromAsync(host.heads()).catch(() => [])).length;
    if (count !== lastCount) say(count === 1 ? '1 article' : `${count} articles`);
    lastCount = count;
    await pause(pollMs, undefined, { ref: false });
  }
}

/** Listens on the default port, or on a free one when that is taken. */
async function listen(
  server: { listen(at: { port: number; host: string }): Promise<string> },
  env: Env,
): Promise<string> {
  const at = { port: env.port, host: env.host };
  return server.listen(at).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      return server.listen({ ...at, port: 0 });
    throw new SettingError('PORT, HOST: cannot be listened on');
  });
}

/** Opens the page in a browser; without a desktop nothing happens, since the address has been printed. */
function openBrowser(page: string): void {
  const commands: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };
  spawn(commands[process.platform] ?? 'xdg-open', [page], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
