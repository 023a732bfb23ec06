import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../test/fakes/listen.ts';
import { runCommand } from './command.ts';
import { startOpenSearch } from './opensearch/start.ts';

export type ServiceName = keyof typeof services;

/** A server of a lane, on a port and in a folder of its own. */
export interface Service extends AsyncDisposable {
  /** Variables that tell the tests where it is. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it still answers. */
  isUp(): Promise<boolean>;
}

const services = { postgres: startPostgres, mariadb: startMariadb, opensearch: startOpenSearch } as const;

/** Starts a server; throws when it does not answer. `log` is the path of a file for its output. */
export const startService = (name: ServiceName, log: string): Promise<Service> => services[name](log);

async function startPostgres(): Promise<Service> {
  // Loaded now: where its programs are is looked up when the module is, and the lane may just have installed them.
  const { startPostgresServer } = await import('../test/postgres-server.ts');
  const server = await startPostgresServer({ max_connections: '200' });
  return {
    env: { DOCENT_TEST_DATABASE_URL: server.url },
    isUp: () => answers(server.port),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function startMariadb(log: string): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-mariadb-'));
  const port = await freePort();
  const own = ['--no-defaults', `--user=${userInfo().username}`, `--datadir=${folder}/data`];
  const initialised = await runCommand(
    ['mariadb-install-db', ...own, '--auth-root-authentication-method=normal'],
    { log, minutes: 5 },
  );
  if (initialised !== 'done') throw new Error(`MariaDB could not be initialised: it ${initialised}`);
  const words = [`--socket=${folder}/socket`, `--pid-file=${folder}/pid`, '--bind-address=127.0.0.1'];
  const child = spawn('mariadbd', [...own, ...words, `--port=${port}`], { stdio: 'ignore' });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const service: Service = {
    env: { DOCENT_TEST_MARIADB: `127.0.0.1:${port}` },
    isUp: () => answers(port),
    async [Symbol.asyncDispose]() {
      if (!hasEnded() && child.kill()) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
  const patience = Date.now() + 120_000;
  while (!(await answers(port))) {
    if (hasEnded() || Date.now() > patience) {
      await service[Symbol.asyncDispose]();
      throw new Error('MariaDB was started and does not answer');
    }
    await pause(100);
  }
  return service;
}

/** Whether somebody listens on a port of this machine. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
