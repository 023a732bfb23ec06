import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { createLog } from '../adapters/log.ts';
import { readEnv, readSite, SettingError, type Env } from '../env.ts';
import { openPorts } from '../open-ports.ts';
import type { Command } from './command.ts';

/** Wait between two looks at how far the reading has come. */
const lookMs = 2_000;

/**
 * Reads a site into a folder that is removed at the end, and serves a page to ask it until the process is told to stop.
 */
export const tryOut: Command = {
  usage: '<address>',
  summary: 'read a site into a temporary folder and serve a page to ask it',
  run: ({ variables, words: [address = ''] }) => trySite(readEnv(variables), address),
};

/** Throws {@link SettingError} for an address that is none. */
async function trySite(env: Env, address: string): Promise<number> {
  const site = readSite(address, env);
  const dataDir = await mkdtemp(join(tmpdir(), 'docent-try-'));
  const stopped = Promise.withResolvers<void>();
  process.once('SIGINT', () => stopped.resolve()).once('SIGTERM', () => stopped.resolve());
  try {
    say(`Looking at ${site.url.href}`);
    const ports = await openPorts({ ...env, site, dataDir, databaseUrl: undefined }, createLog('silent'));
    await using app = await createApp(ports);
    const page = await listen(app.server, env);
    const { kind } = ports.host.describe();
    const { reason } = await ports.host.health();
    const how = kind === 'web' ? 'as a visitor does' : `by the interface of ${kind}`;
    say(`Reading it ${how}${reason === '' ? '' : ` (${reason})`}`);
    const started = app.start();
    await Promise.race([started, stopped.promise]);
    say(
      `\nAsk it here: ${page}\n\nReading goes on while the page is open. Ctrl+C ends and removes everything.`,
    );
    if (process.stdout.isTTY) openBrowser(page);
    await Promise.race([tellProgress(ports.host), stopped.promise]);
    return 0;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`);

type Host = Awaited<ReturnType<typeof openPorts>>['host'];

/** Never resolves: whoever tries the site ends it. */
async function tellProgress(host: Host): Promise<never> {
  let told = -1;
  for (;;) {
    const count = (await Array.fromAsync(host.heads()).catch(() => [])).length;
    if (count !== told) say(`${count} articles`);
    told = count;
    await pause(lookMs, undefined, { ref: false });
  }
}

/** The usual port, or another one when it is taken. */
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

/** Opens the page where there is a desktop; where there is none the address has been said. */
function openBrowser(page: string): void {
  const commands: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };
  spawn(commands[process.platform] ?? 'xdg-open', [page], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
