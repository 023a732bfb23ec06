import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, expect, test, vi } from 'vitest';
import { endWithOutput, goOnWithoutOutput } from './output-end.ts';
import { settingsInForce } from './settings-in-force.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('UPD1: what must be brought to its end goes on when its reader has left, also behind the last word; other commands end with it', () => {
  const before = process.stdout.listeners('error');
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const leave = () => process.stdout.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }));
  endWithOutput();
  goOnWithoutOutput()[Symbol.dispose]();
  leave();
  expect(exit).toHaveBeenNthCalledWith(1, 141);
  exit.mockClear();
  {
    using _on = goOnWithoutOutput();
    leave();
  }
  leave();
  expect(exit).not.toHaveBeenCalled();
  for (const stream of [process.stdout, process.stderr])
    for (const listener of stream.listeners('error'))
      if (!before.includes(listener)) stream.off('error', listener as () => void);
});

test('SETUP1: the settings in force are those of the working folder, else of the installed service, else the working folder gets them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-settings-'));
  const [own, system] = [join(folder, 'docent.env'), join(folder, 'system.env')];
  const found = () => settingsInForce(own, system);
  expect(found()).toBe(own);
  await writeFile(system, '');
  expect(found()).toBe(system);
  await writeFile(own, '');
  expect(found()).toBe(own);
  await rm(folder, { recursive: true });
});
