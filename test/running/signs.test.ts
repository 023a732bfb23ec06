import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog } from '../../server/adapters/log.ts';
import { createTrustedProxies } from '../../server/http/connection/trusted-proxies.ts';
import { clearSocket, isAnswered, socketError } from '../../server/start/listen-on-socket.ts';
import { createSystemdNotices } from '../../server/start/notify-systemd.ts';
import { projectRoot } from '../source-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-signs-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test('RUN13: a service that npm has started ends when npm has ended, since npm passes no signal on', async () => {
  const program = `
    import { stopOnSignal } from ${JSON.stringify(join(projectRoot, 'server/start/stop-on-signal.ts'))};
    const nothing = async () => {};
    stopOnSignal({
      app: { drain: nothing, [Symbol.asyncDispose]: nothing },
      hold: undefined,
      log: { info() {}, warn() {} },
      stopSeconds: 1,
      endsWithParent: true,
      stopping() {},
    });
    setInterval(() => {}, 1000);
    console.log(process.pid);`;
  const file = join(folder, 'service.mjs');
  await writeFile(file, program);
  const shell = spawn('sh', ['-c', `"${process.execPath}" --no-warnings "${file}" & wait`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(shell.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isThere()).toBe(true);
  shell.kill('SIGKILL');
  await vi.waitUntil(() => !isThere(), { timeout: 60_000, interval: 100 });
}, 90_000);

test('RUN15: a socket that a killed service has left is taken, one that is answered is refused', async () => {
  const path = join(folder, 'docent.sock');
  await clearSocket(path);
  const server = createServer().listen(path);
  await once(server, 'listening');
  await expect(clearSocket(path)).rejects.toThrow('DOCENT_SOCKET: another process listens');
  await new Promise((resolve) => server.close(resolve));
  const killed = spawn(process.execPath, [
    '--eval',
    `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`,
  ]);
  await once(killed, 'exit');
  expect(await isAnswered(path)).toBe(false);
  await clearSocket(path);
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test('RUN15: what is no socket is refused and stays', async () => {
  const path = join(folder, 'notes.txt');
  await writeFile(path, 'of another program');
  await expect(clearSocket(path)).rejects.toThrow(`DOCENT_SOCKET: ${path} is there and is no socket`);
  expect(await readFile(path, 'utf8')).toBe('of another program');
  await expect(clearSocket(folder)).rejects.toThrow('is no socket');
});

test.each([
  ['none/docent.sock', 'there is no folder'],
  ['x'.repeat(200), 'is too long for a socket'],
])('RUN15: a path on which nobody can listen is told: %s', async (name, words) => {
  const path = join(folder, name);
  const server = createServer().listen(path);
  const [error] = await once(server, 'error').catch((thrown: unknown) => [thrown]);
  expect(socketError(error, path).message).toMatch(new RegExp(`^DOCENT_SOCKET: .*${words}`));
});

test('RUN15: whoever comes by the socket is a proxy whose headers count, others by their address', () => {
  const isTrusted = createTrustedProxies(['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']);
  for (const address of [undefined, '10.9.8.7', '::ffff:10.9.8.7', '2001:db8::5', '127.0.0.1'])
    expect([address, isTrusted(address)]).toEqual([address, true]);
  for (const address of ['11.0.0.1', '2001:db9::1', '127.0.0.2', 'nobody', ''])
    expect([address, isTrusted(address)]).toEqual([address, false]);
});

test('RUN16: the log goes to a file, which SIGHUP opens anew', async () => {
  const file = join(folder, 'docent.log');
  const log = await openLog('info', file);
  log.info({ nth: 1 }, 'before');
  await rename(file, `${file}.1`);
  process.emit('SIGHUP');
  log.info({ nth: 2 }, 'after');
  await vi.waitUntil(async () => (await readFile(file, 'utf8').catch(() => '')).includes('after'));
  expect(await readFile(`${file}.1`, 'utf8')).toMatch(/before/);
  expect(await readFile(file, 'utf8')).not.toMatch(/before/);
});

test('RUN16: a log file that takes nothing more, or cannot be opened anew, costs lines and is told once', async () => {
  const told = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const log = await openLog('info', '/dev/full');
  for (let nth = 0; nth < 3; nth += 1) log.info({ nth }, 'nowhere');
  expect(told).toHaveBeenCalledOnce();
  expect(String(told.mock.calls[0]?.[0])).toMatch(
    /^docent: DOCENT_LOG_FILE: \/dev\/full cannot be written: ENOSPC/,
  );
  told.mockClear();
  const below = join(folder, 'logs');
  await mkdir(below);
  const rotated = await openLog('info', join(below, 'docent.log'));
  rotated.info({}, 'before');
  await rename(below, join(folder, 'moved'));
  process.emit('SIGHUP');
  rotated.info({}, 'after');
  expect(String(told.mock.calls[0]?.[0])).toContain('ENOENT');
  expect(await readFile(join(folder, 'moved/docent.log'), 'utf8')).toMatch(/before[^]*after/);
  told.mockRestore();
});

test('RUN17: systemd is told of start, signs of life and stop; without it nothing is run', async () => {
  const told = join(folder, 'told');
  const command = join(folder, 'systemd-notify');
  await writeFile(command, `#!/bin/sh\necho "$@" >> "${told}"\n`);
  await chmod(command, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  const lines = async () => (await readFile(told, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  createSystemdNotices({ isListening: false, watchdogMs: undefined }).ready();
  const notices = createSystemdNotices({ isListening: true, watchdogMs: 100 });
  notices.ready();
  await vi.waitUntil(async () => (await lines()).includes('WATCHDOG=1'));
  notices.stopping();
  await vi.waitUntil(async () => (await lines()).some((line) => line.startsWith('STOPPING=1')));
  expect((await lines()).filter((line) => line.startsWith('READY=1'))).toHaveLength(1);
});
