import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/fakes/listen.ts';
import { runCommand } from './command.ts';
import { startOpenSearch } from './opensearch/start.ts';
import { spawnLogged, startedService, type Service } from './started-service.ts';

export type ServiceName = keyof typeof services;

const services = { postgres: startPostgres, mariadb: startMariadb, opensearch: startOpenSearch } as const;

/** Starts a server; throws when it does not answer. `log` is the path of a file for its output. */
export const startService = (name: ServiceName, log: string): Promise<Service> => services[name](log);

async function startPostgres(): Promise<Service> {
  // Imported on demand: the module locates its programs when it is loaded, and the lane may have just installed them.
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
  const child = spawnLogged('mariadbd', [...own, ...words, `--port=${port}`], { log });
  return startedService({
    name: 'MariaDB',
    child,
    folder,
    env: { DOCENT_TEST_MARIADB: `127.0.0.1:${port}` },
    isUp: () => answers(port),
    patienceMs: 120_000,
  });
}

/** True when a local port accepts connections. */
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
