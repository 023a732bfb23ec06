import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { SettingError, type Env } from '../../env.ts';
import { runningService } from '../../start/running-service.ts';
import { unitName } from '../service/unit-files.ts';

/** The service whose program is exchanged. */
export interface ServiceSwitch {
  /** What it is, for the person who looks on. */
  readonly name: string;
  stop(): Promise<void>;
  /** Starts it; resolves with its address, which may not answer yet. */
  start(): Promise<string>;
  /** True once it has ended by itself, or begins again and again. */
  isDown(): Promise<boolean>;
  /** Leaves it as it should stay: a unit runs on, a trial ends. */
  leave(): Promise<void>;
}

/** So many starts by systemd itself are no start. */
const mostRestarts = 3;

/** The unit that runs the program in `folder`; otherwise one start for a trial, which is stopped again. Throws {@link SettingError}. */
export async function serviceOf(
  env: Env,
  folder: string,
  unit = `/etc/systemd/system/${unitName}`,
): Promise<ServiceSwitch> {
  if (existsSync(unit) && readFileSync(unit, 'utf8').includes(join(folder, 'bin/docent.js')))
    return ofUnit(env);
  if (await runningService(env))
    throw new SettingError(
      'update: a service runs that systemd did not start from here; stop it first, and start it again afterwards',
    );
  return forTrial(env, folder);
}

const run = promisify(execFile);

function ofUnit({ host, port, socket }: Env): ServiceSwitch {
  const systemctl = (...words: readonly string[]) =>
    run('systemctl', [...words]).catch((error: unknown) => {
      throw new SettingError(`systemctl ${words.join(' ')}: ${reasonOf(error)}`, { cause: error });
    });
  return {
    name: unitName,
    stop: async () => void (await systemctl('stop', unitName)),
    async start() {
      await run('systemctl', ['reset-failed', unitName]).catch(() => undefined);
      // A unit of Type=notify waits for its start; one that fails shows by not answering.
      await run('systemctl', ['start', unitName]).catch(() => undefined);
      return socket === undefined ? `http://${host}:${port}` : `unix:${socket}`;
    },
    async isDown() {
      const { stdout } = await systemctl('show', '--property=ActiveState,NRestarts', unitName);
      const restarts = Number(/^NRestarts=(\d+)/m.exec(stdout)?.[1] ?? 0);
      return /^ActiveState=(?:failed|inactive)/m.test(stdout) || restarts >= mostRestarts;
    },
    leave: async () => undefined,
  };
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error && 'stderr' in error && String(error.stderr).trim()) || String(error);

/** A trial ends with an update that is killed, as a service ends with the npm that has started it (RUN13). */
const endsWithParent = { npm_lifecycle_event: 'update' };

/** Longest stop of a trial, before it is killed. */
const stopMs = 40_000;

function forTrial({ variables }: Env, folder: string): ServiceSwitch {
  let child: ChildProcess | undefined;
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const killer = setTimeout(() => child?.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(killer);
  };
  return {
    name: '',
    stop,
    async start() {
      const port = await freePort();
      child = spawn(process.execPath, [join(folder, 'bin/docent.js'), 'serve'], {
        env: { ...variables, ...endsWithParent, HOST: '127.0.0.1', PORT: String(port), DOCENT_SOCKET: '' },
        stdio: 'ignore',
      });
      return `http://127.0.0.1:${port}`;
    },
    isDown: async () => !child || child.exitCode !== null || child.signalCode !== null,
    leave: stop,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
