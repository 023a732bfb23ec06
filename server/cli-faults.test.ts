import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { childEnv } from '../test/child-env.ts';
import { projectRoot } from '../test/source-files.ts';
import { SettingError } from './env.ts';
import { asSettingError, serverOf } from './start/start-error.ts';
import { run } from './cli/run.ts';

let folder: string;
let [stdout, stderr] = ['', ''];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-faults-'));
  [stdout, stderr] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const model = ['--base-url', 'http://127.0.0.1:9/v1', '--model', 'm'];
/** All commands that open an installation. The one that takes a model makes the folder. */
const lines: readonly (readonly string[])[] = [
  ['doctor'],
  ['token'],
  ['token', 'list'],
  ['token', 'create', 'x'],
  ['models'],
  ['models', 'test'],
  ['models', 'add', 'm', ...model],
  ['migrate'],
  ['vacuum'],
  ['ask', 'When?'],
  ['index'],
  ['eval', '--dataset', 'x'],
];
const looking = lines.filter(([name, action]) => name !== 'models' || action !== 'add');

/** The exit codes and lines of commands that run beside each other. */
async function outcome(commands: typeof lines, variables: Readonly<Record<string, string>>) {
  const codes = await Promise.all(commands.map((words) => run(words, () => variables)));
  const told = `${stderr}${stdout}`.split('\n').filter(Boolean);
  return { codes, told };
}

const failed = (commands: typeof lines) => commands.map(([name]) => (name === 'doctor' ? 1 : 2));

test('CLI5: each command ends with one line when PostgreSQL refuses the connection, and names server and setting', async () => {
  const { codes, told } = await outcome(lines, {
    DOCENT_DATA_DIR: folder,
    DOCENT_DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
  });
  expect(codes).toEqual(failed(lines));
  expect(told).toHaveLength(lines.length);
  for (const line of told)
    expect(line).toMatch(/DOCENT_DATABASE_URL: 127\.0\.0\.1:1: .*the connection is refused$/);
  expect(told.join()).not.toContain('secret');
});

test('CLI5: each command ends when PostgreSQL takes the connection and says nothing', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  try {
    const { codes, told } = await outcome([['token', 'list'], ['doctor']], {
      DOCENT_DATA_DIR: folder,
      DOCENT_DATABASE_URL: `postgres://nobody:secret@127.0.0.1:${port}/none`,
    });
    expect(codes).toEqual([2, 1]);
    expect(told).toHaveLength(2);
    for (const line of told) expect(line).toContain('does not answer');
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

test('CLI5: each command refuses a folder that is none, with one line', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const { codes, told } = await outcome(lines, { DOCENT_DATA_DIR: join(file, 'data') });
  expect(codes).toEqual(failed(lines));
  expect(told).toHaveLength(lines.length);
  for (const line of told) expect(line).toContain('DOCENT_DATA_DIR: ');
});

test('CLI6: a command that only looks creates nothing in a folder without a database', async () => {
  const { codes, told } = await outcome(looking, { DOCENT_DATA_DIR: join(folder, 'data') });
  expect(codes).toEqual(failed(looking));
  expect(told).toHaveLength(looking.length);
  for (const line of told) expect(line).toContain(`there is no database in ${join(folder, 'data')}`);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test.each([
  ['a folder that cannot be looked into', 'loop', 'cannot be looked into (ELOOP)'],
  ['a database that is no file', 'odd', 'docent.sqlite is no file'],
])('CLI5: %s is not called empty', async (_, name, reason) => {
  await symlink('loop', join(folder, 'loop'));
  await mkdir(join(folder, 'odd', 'docent.sqlite'), { recursive: true });
  const { codes, told } = await outcome(looking, { DOCENT_DATA_DIR: join(folder, name) });
  expect(codes).toEqual(failed(looking));
  expect(told).toHaveLength(looking.length);
  for (const line of told) {
    expect(line).toContain(join(folder, name));
    expect(line).toContain(reason);
  }
});

test('CLI5: what is to be restored is named when it is not there or no file', async () => {
  const variables = { DOCENT_DATA_DIR: join(folder, 'data') };
  const { codes, told } = await outcome(
    [
      ['restore', join(folder, 'none')],
      ['restore', folder],
      ['restore', '/dev/null'],
    ],
    variables,
  );
  expect(codes).toEqual([2, 2, 2]);
  expect(told.toSorted()).toEqual([
    `docent: ${join(folder, 'none')} is not there`,
    'docent: restore: /dev/null is a pipe or device; name the file of a backup',
    `docent: restore: ${folder} is a folder; name the file of a backup`,
  ]);
});

test.each([
  ['EACCES', 'permission denied'],
  ['EROFS', 'is on a disk that is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'files may not grow so large here'],
  ['EIO', 'the disk fails'],
])('CLI5: %s of the disk is told with the folder, not with the name of a draft', (code, words) => {
  const path = join(folder, 'admin-credentials.json.e20c.tmp');
  const told = asSettingError(Object.assign(new Error(code), { code, path }), {
    dataDir: folder,
    databaseUrl: undefined,
  });
  expect(told).toBeInstanceOf(SettingError);
  expect(String(told)).toMatch(new RegExp(`DOCENT_DATA_DIR: ${folder} .*${words}`));
});

test('CLI5: a database server is named by host and port alone', () => {
  expect(serverOf('postgres://name:pass@db.example.org/site?sslmode=require')).toBe('db.example.org:5432');
  expect(serverOf('postgresql://name@[::1]:6000/site')).toBe('[::1]:6000');
  expect(serverOf('postgres:///site?host=/run/postgresql')).toBe('/run/postgresql:5432');
});

const docent = [process.execPath, '--no-warnings', join(projectRoot, 'server/cli.ts')].join(' ');

test.skipIf(process.platform === 'win32')(
  'CLI5: a reader that has enough ends a command quietly',
  () => {
    const { stderr: said, stdout: count } = spawnSync('sh', ['-c', `${docent} openapi | head -c 5`], {
      env: childEnv,
      encoding: 'utf8',
    });
    expect([said, count.length]).toEqual(['', 5]);
  },
  60_000,
);

test.skipIf(!existsSync('/dev/full'))(
  'CLI5: output that finds a full disk is told in one line',
  () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr: said } = spawnSync('sh', ['-c', `${docent} help`], {
      env: childEnv,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect(status).toBe(1);
    expect(said).toMatch(/^docent: the output cannot be written: [^\n]*no space left[^\n]*\n$/);
  },
  60_000,
);
