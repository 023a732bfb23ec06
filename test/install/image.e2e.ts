import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../source-files.ts';

/** The Dockerfile's own steps, carried out as plain commands: each stage is a folder, absolute paths lie below it. */
const run = promisify(execFile);
let folder: string;
let image: string;
let workingFolder: string;
let settings: Record<string, string> = {};
let command: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-image-'));
  const steps = (await readFile(join(projectRoot, 'deploy/Dockerfile'), 'utf8'))
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
  const ignored = (await readFile(join(projectRoot, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  let stage = '';
  let place = '';
  for (const [word, rest] of steps) {
    if (word === 'FROM') {
      stage = join(folder, / AS (\w+)$/.exec(rest)?.[1] ?? 'image');
      place = stage;
      await mkdir(stage);
    } else if (word === 'WORKDIR') {
      place = join(stage, rest);
      await mkdir(place, { recursive: true });
    } else if (word === 'COPY') {
      await copy(rest, place, ignored);
    } else if (word === 'RUN' && !rest.startsWith('chown ')) {
      // Steps that need root are skipped.
      await shell(rest.replaceAll(' /var/', ` ${stage}/var/`), place);
    } else if (word === 'ENV') {
      settings = Object.fromEntries(rest.split(' ').map((pair) => pair.split('=') as [string, string]));
    } else if (word === 'ENTRYPOINT') {
      command = JSON.parse(rest) as string[];
    }
  }
  image = stage;
  workingFolder = place;
}, 600_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Node comes from this process; the image's own is of the same major version. */
const shell = (line: string, cwd: string) =>
  run('sh', ['-c', line], {
    cwd,
    // The environment of a test would make the build one for development.
    env: {
      ...process.env,
      NODE_ENV: undefined,
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    },
    maxBuffer: 1e8,
  });

async function copy(rest: string, place: string, ignored: readonly string[]): Promise<void> {
  const from = /^--from=(\w+) /.exec(rest)?.[1];
  const words = rest.replace(/^--from=\w+ /, '').split(' ');
  const target = resolve(place, words.at(-1) ?? '.');
  for (const source of words.slice(0, -1)) {
    const path = from === undefined ? join(projectRoot, source) : join(folder, from, source);
    const isFolder = await readdir(path).then(
      () => true,
      () => false,
    );
    const isIgnored = (file: string) => ignored.some((name) => file === join(projectRoot, name));
    const keeps = (file: string) => from !== undefined || !isIgnored(file);
    const into = isFolder ? target : join(target, basename(source));
    await cp(path, into, { recursive: true, filter: keeps });
  }
}

test('DEP5: the steps of the Dockerfile give a service that starts, answers its health check and stops in time', async () => {
  const [, ...words] = command;
  const child = spawn(
    process.execPath,
    words.map((word) => word.replace('/opt/', `${image}/opt/`)),
    {
      cwd: workingFolder,
      env: {
        ...settings,
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: '0',
        DOCENT_DATA_DIR: join(image, 'var/lib/docent'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('"address"');
  const address = /"address":"(http:[^"]+)"/.exec(output)?.[1] ?? '';
  expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ status: 'up' });
  expect((await fetch(`${address}/widget.js`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  // Development packages stay out of the image.
  const packages = await readdir(join(image, 'opt/docent/node_modules'));
  expect(packages).not.toContain('typescript');
  expect(packages).not.toContain('vite');
});
