import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runtimeFor } from '../process/runtime.ts';
import { installNativeRuntime, nativeRuntime } from './native-runtime.ts';

test('HOUSE7: the native runtime counts where it is installed, and WebAssembly where it is not or is asked for', () => {
  expect(runtimeFor('/runtime', undefined)).toEqual({ kind: 'native', module: '/runtime' });
  expect(runtimeFor(undefined, 'native').kind).toBe('wasm');
  expect(runtimeFor('/runtime', 'wasm').module).toMatch(/ort\.wasm\.bundle\.min\.mjs$/);
});

test('HOUSE7: a package with another checksum is refused and leaves nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-runtime-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [from, models] = [join(folder, 'from'), join(folder, 'models')];
  await mkdir(from);
  await writeFile(join(from, 'onnxruntime-node-1.30.0.tgz'), 'another package');
  const { signal } = new AbortController();
  await expect(installNativeRuntime(models, { from, signal })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('its checksum differs'),
  });
  expect(await readdir(models)).toEqual([]);
  expect(nativeRuntime(models)).toBeUndefined();
});
