import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createContentFolder } from '../../../../test/fakes/content-folder.ts';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { answersAgain } from './content/patient-disk.ts';
import { createEmbeddedHost } from './embedded.ts';

/** While `until` is there, calls for files whose path holds `below` wait for it. */
const disk = { below: '', until: undefined as Promise<void> | undefined };

const slow = <T extends (...given: never[]) => Promise<unknown>>(call: T): T =>
  (async (...given: Parameters<T>) => {
    if (disk.until && String(given[0]).includes(disk.below)) await disk.until;
    return call(...given);
  }) as T;

// Modules that other files have loaded call what the system's module exports now; a mock would come too late for them.
const { open, readdir, realpath, stat } = files;
beforeAll(() => {
  Object.assign(files, {
    open: slow(open),
    readdir: slow(readdir),
    realpath: slow(realpath),
    stat: slow(stat),
  });
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(files, { open, readdir, realpath, stat });
  syncBuiltinESMExports();
});

test.each([
  ['in a folder below', '/guides'],
  ['at a file', '/guides/two.md'],
])(
  'RUN23: a disk that hangs %s makes articles unavailable, never gone, and holds up no end',
  { timeout: 60_000 },
  async (_, below) => {
    await using folder = await createContentFolder({ 'one.md': '# One', 'guides/two.md': '# Two' });
    const watch = { quietMs: 20, maxWaitMs: 100, rescanMs: 60_000 };
    const log = createTestLog();
    const host = await createEmbeddedHost({ ...folder, log, watch, clock: { now: () => Date.now() } });
    const titles = async () => (await Array.fromAsync(host.heads())).map(({ title }) => title).toSorted();
    const hang = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      Object.assign(disk, { below: join(folder.contentDir, below), until: promise });
      return () => {
        disk.until = undefined;
        resolve();
      };
    };
    expect(await titles()).toEqual(['One', 'Two']);

    const goOn = hang();
    await folder.write('three.md', '# Three');
    await vi.waitFor(async () => expect(await host.health()).toMatchObject({ ok: false }), 30_000);
    expect(await host.health()).toMatchObject({ reason: { explanation: { code: 'folder_unreadable' } } });
    await expect(titles()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(host.article('one')).rejects.toMatchObject({ code: 'unavailable' });
    // No event tells of the disk, which is looked at when it answers.
    goOn();
    await vi.waitFor(async () => expect(await titles()).toEqual(['One', 'Three', 'Two']), 30_000);

    const atTheEnd = hang();
    await folder.write('four.md', '# Four');
    await vi.waitFor(() => expect(answersAgain(folder.contentDir)).toBeDefined(), 30_000);
    await host.close();
    atTheEnd();
    await answersAgain(folder.contentDir);
  },
);
