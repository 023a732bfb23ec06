import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runNpm } from './run-npm.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-npm-'));
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const install = (silentMs: number) =>
  runNpm(['install', '--global', '--prefix', join(folder, 'prefix'), 'some-package-of-ours@1.0.0'], silentMs);

test.runIf(process.platform === 'linux')(
  'UPD4: npm is ended with a plain line when nothing has come from its registry for a minute',
  async () => {
    const sockets: { destroy(): void }[] = [];
    // It takes connections and says nothing.
    await using silent = createServer((socket) => void sockets.push(socket.on('error', () => {}))).listen(
      0,
      '127.0.0.1',
    );
    await once(silent, 'listening');
    vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
    await expect(install(3_000)).rejects.toThrow(
      'update: npm has received nothing for 3 seconds and was ended; see whether this machine reaches its registry',
    );
    for (const socket of sockets) socket.destroy();
  },
  60_000,
);

test('UPD4: what npm itself says comes as one line', async () => {
  await writeFile(join(folder, 'package.json'), '{');
  await expect(runNpm(['install', '--prefix', folder])).rejects.toThrow(
    /^update: npm could not install it: [^\n]+$/,
  );
}, 60_000);
