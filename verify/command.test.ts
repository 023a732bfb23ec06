import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './command.ts';

let folder: string;
let log: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-command-'));
  log = join(folder, 'log');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const script = (code: string) => [process.execPath, '-e', code];

test('says how a command ended, and keeps what it printed', async () => {
  expect(await runCommand(script('console.log("tea")'), { log, minutes: 1 })).toBe('done');
  expect(await runCommand(script('process.exit(3)'), { log, minutes: 1 })).toBe('ended with exit code 3');
  expect(await runCommand(['no-such-program-of-docent'], { log, minutes: 1 })).toMatch(/ENOENT/);
  expect(await readFile(log, 'utf8')).toContain('tea');
});

test('what outlives its time is ended with all that it has started', async () => {
  const child = `require('node:child_process').spawn('sleep', ['1000'], { stdio: 'ignore' })`;
  const code = `const { pid } = ${child}; console.log('child ' + pid); setInterval(() => {}, 1000)`;
  const ended = await runCommand(script(code), { log, minutes: 1 / 60 });
  expect(ended).toBe('did not end in its 0 minutes');
  const pid = Number(/child (\d+)/.exec(await readFile(log, 'utf8'))?.[1]);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('an interruption ends it', async () => {
  const stopping = new AbortController();
  const ended = runCommand(script('setInterval(() => {}, 1000)'), {
    log,
    minutes: 1,
    signal: stopping.signal,
  });
  stopping.abort();
  expect(await ended).toBe('was interrupted');
});

/** What has ended and nobody has asked for is still in the list of processes. */
const isAlive = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z /.test(stat),
    () => false,
  );
