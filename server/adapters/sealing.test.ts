import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSealing } from './sealing.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-sealing-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('MODEL10: stored secrets', () => {
  test('are opened with the key of the installation alone, and for their owner alone', async () => {
    const path = join(folder, 'secret.key');
    const one = createSealing({ secretKey: undefined, path });
    const stored = await one.seal('sk-very-secret', 'main');
    expect(stored).not.toContain('very-secret');
    expect(await one.seal('sk-very-secret', 'main')).not.toBe(stored);
    expect(await createSealing({ secretKey: undefined, path }).unseal(stored, 'main')).toBe('sk-very-secret');
    expect(await one.unseal(stored, 'other')).toBeUndefined();
    const another = createSealing({ secretKey: 'of-another-installation', path });
    expect(await another.unseal(stored, 'main')).toBeUndefined();
    for (const broken of ['', 'v1.', 'v2.AAAA', `${stored.slice(0, -2)}AA`, 'sk-very-secret'])
      expect(await one.unseal(broken, 'main')).toBeUndefined();
  });

  test('the key is made at the first use, for its owner alone; a shared one makes none', async () => {
    const path = join(folder, 'data', 'secret.key');
    const shared = { secretKey: 'shared-by-all-replicas', path };
    const stored = await createSealing(shared).seal('x', 'y');
    expect(await createSealing(shared).unseal(stored, 'y')).toBe('x');
    await expect(stat(path)).rejects.toThrow('ENOENT');
    const own = createSealing({ secretKey: undefined, path });
    expect(await own.unseal(stored, 'y')).toBeUndefined();
    await expect(stat(path)).rejects.toThrow('ENOENT');
    await own.seal('x', 'y');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).trim().length).toBeGreaterThan(40);
  });
});
