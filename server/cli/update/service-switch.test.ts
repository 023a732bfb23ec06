import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestLog } from '../../../test/fakes/log.ts';
import { readEnv } from '../../env.ts';
import { holdFolder } from '../../start/hold-folder.ts';
import { serviceOf } from './service-switch.ts';

let folder: string;
let unit: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-switch-'));
  unit = join(folder, 'docent.service');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** A program of systemd that notes what it is asked, and says `state` of the unit. */
async function systemdSaying(state: string): Promise<() => Promise<string>> {
  const bin = join(folder, 'bin');
  const calls = join(folder, 'calls');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'systemctl'), `#!/bin/sh\necho "$*" >> ${calls}\nprintf '${state}'\n`, {
    mode: 0o755,
  });
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`);
  return () => readFile(calls, 'utf8');
}

const settings = (more = {}) => readEnv({ DOCENT_DATA_DIR: join(folder, 'data'), PORT: '8123', ...more });

test('UPD1: a service that a unit runs from here is stopped and started by systemd, at the address of its settings', async () => {
  await writeFile(unit, `ExecStart=/usr/bin/node /opt/docent/bin/docent.js\n`);
  const calls = await systemdSaying('ActiveState=active\\nNRestarts=1\\n');
  const service = await serviceOf(settings(), '/opt/docent', unit);
  await service.stop();
  expect(await service.start()).toBe('http://127.0.0.1:8123');
  expect(await service.isDown()).toBe(false);
  expect((await calls()).trim().split('\n')).toEqual([
    'stop docent.service',
    'reset-failed docent.service',
    'start docent.service',
    'show --property=ActiveState,NRestarts docent.service',
  ]);
  const onSocket = await serviceOf(settings({ DOCENT_SOCKET: '/run/docent.sock' }), '/opt/docent', unit);
  expect(await onSocket.start()).toBe('unix:/run/docent.sock');
});

test.each(['ActiveState=failed\\nNRestarts=0\\n', 'ActiveState=activating\\nNRestarts=3\\n'])(
  'UPD2: a unit that has ended, or begins again and again, is down: %s',
  async (state) => {
    await writeFile(unit, `ExecStart=/usr/bin/node /opt/docent/bin/docent.js\n`);
    await systemdSaying(state);
    expect(await (await serviceOf(settings(), '/opt/docent', unit)).isDown()).toBe(true);
  },
);

test('UPD1: a service that runs beside is refused, since nobody here could stop it', async () => {
  const hold = await holdFolder({ dataDir: join(folder, 'data'), stopSeconds: 1, log: createTestLog() });
  await hold.serving({ address: 'http://127.0.0.1:1', site: '' });
  await expect(serviceOf(settings(), '/opt/docent', unit)).rejects.toThrow('stop it first');
  await hold.release();
});
