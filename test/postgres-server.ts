import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './fakes/listen.ts';
import { isMissing } from './missing-tool.ts';

const run = promisify(execFile);

/** Folder of PostgreSQL's programs, `undefined` where it is not installed. */
const postgresBinaries = findBinaries();
/** The pooler, where it is installed. */
const pgbouncerBinary = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

export const withoutPostgres = isMissing(
  'outages of PostgreSQL',
  postgresBinaries ? '' : 'PostgreSQL is not installed',
);
export const withoutPgbouncer = isMissing(
  'PostgreSQL behind PgBouncer',
  withoutPostgres || pgbouncerBinary ? '' : 'PgBouncer is not installed',
);

/** A server of its own in a temporary folder, to be stopped, stalled and started again. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** Stops it as a crash does, or in order. */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
  /** All its processes stand still: connections are accepted by the kernel, and nobody answers. */
  stall(): void;
  goOn(): void;
}

/** Initialises and starts a server on a free port; as the user `postgres` when this process is root, which it refuses. */
export async function startPostgresServer(settings: Readonly<Record<string, string>> = {}) {
  const folder = await createFolder('docent-postgres-');
  const data = join(folder, 'data');
  const port = await freePort();
  await asPostgres(binary('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']);
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    ...settings,
  };
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const control = (words: readonly string[]) =>
    asPostgres(binary('pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), ...words]);
  const start = async () => void (await control(['start', '-o', options]));
  let stalled: readonly number[] = [];
  const goOn = () => {
    for (const pid of stalled) signalled(pid, 'SIGCONT');
    stalled = [];
  };
  await start();

  const server: PostgresServer = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    folder,
    start,
    stop: async (mode) => void (await control(['stop', '-m', mode])),
    stall() {
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      stalled = [postmaster, ...childrenOf(postmaster)];
      for (const pid of stalled) signalled(pid, 'SIGSTOP');
    },
    goOn,
    async [Symbol.asyncDispose]() {
      goOn();
      await control(['stop', '-m', 'immediate']).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** PgBouncer in transaction mode before a server. */
export async function startPgbouncer(
  server: PostgresServer,
): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = await createFolder('docent-pgbouncer-');
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `postgres = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'unix_socket_dir =',
    '',
  ];
  await writeFile(file, settings.join('\n').replace('postgres = host', 'postgres = user=postgres host'));
  await chmod(file, 0o644);
  const [program, words] = underPostgres(pgbouncerBinary ?? '', [file]);
  const pooler = spawn(program, words, { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => pooler.once('exit', () => resolve()));
  await untilListening(port);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      pooler.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findBinaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

const binary = (name: string) => join(postgresBinaries ?? '', name);
const isRoot = process.getuid?.() === 0;

const underPostgres = (program: string, words: readonly string[]): [string, string[]] =>
  isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...words]] : [program, [...words]];

const asPostgres = (program: string, words: readonly string[]) =>
  run(...underPostgres(program, words), { cwd: tmpdir() });

async function createFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  if (isRoot) {
    const ids = ['-u', '-g'].map((word) =>
      Number(execFileSync('id', [word, 'postgres'], { encoding: 'utf8' })),
    );
    await chown(folder, ids[0] ?? 0, ids[1] ?? 0);
  }
  return folder;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

async function untilListening(port: number): Promise<void> {
  const { Socket } = await import('node:net');
  for (let tries = 0; tries < 300; tries++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = new Socket();
      socket.once('connect', () => (socket.destroy(), resolve(true)));
      socket.once('error', () => (socket.destroy(), resolve(false)));
      socket.connect(port, '127.0.0.1');
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The pooler did not start');
}

/** A process may have ended by itself meanwhile. */
function signalled(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}
