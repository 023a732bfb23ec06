import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testEngines } from '../../../../../test/databases.ts';
import { createContentFolder, type ContentFolder } from '../../../../../test/fakes/content-folder.ts';
import { createTestLog } from '../../../../../test/fakes/log.ts';
import { openAgain } from '../../../../../test/fakes/usage.ts';
import type { Database } from '../../../../kit/database.ts';
import { openSiteStore } from './store.ts';

describe.each(testEngines)('the site store on %s', (_name, openDatabase) => {
  let db: Database;
  let folder: ContentFolder;
  beforeEach(async () => {
    db = await openDatabase();
    folder = await createContentFolder();
  });
  afterEach(async () => {
    await db.close();
    await folder[Symbol.asyncDispose]();
  });
  const open = (database = db) =>
    openSiteStore({ db: database, dataDir: folder.dataDir, log: createTestLog() });

  test('an excerpt is safe when it is set, views at the latest when it closes', async () => {
    const first = await open();
    await first.excerpts.set('a', 'In short');
    const crashed = await open();
    expect(await crashed.excerpts.get('a')).toBe('In short');
    first.visits.add('a');
    first.visits.add('a');
    expect([...(await first.visits.load())]).toEqual([['a', 2]]);
    await first.close?.();
    const next = await open();
    expect([...(await next.visits.load())]).toEqual([['a', 2]]);
    await next.excerpts.set('a', '');
    expect((await next.excerpts.load()).size).toBe(0);
  });

  test('all of more rows than are read at once', async () => {
    const ids = Array.from({ length: 2_003 }, (_, nth) => `article-${nth}`);
    const first = await open();
    for (const id of ids) first.visits.add(id);
    await first.close?.();
    expect([...(await (await open()).visits.load()).keys()].toSorted()).toEqual(ids.toSorted());
  });

  test('DB1: data written by one process is read by the others', async () => {
    await open();
    const otherDb = await openAgain(db);
    const [one, other] = [await open(), await open(otherDb)];
    await one.excerpts.set('a', 'First');
    await vi.waitFor(async () => expect(await other.excerpts.get('a')).toBe('First'), { timeout: 20_000 });
    await other.excerpts.set('a', 'Second');
    await vi.waitFor(async () => expect(await one.excerpts.get('a')).toBe('Second'), { timeout: 20_000 });
    for (const store of [one, other, other]) store.visits.add('b');
    await one.close?.();
    await other.close?.();
    expect([...(await (await open()).visits.load())]).toEqual([['b', 3]]);
    await otherDb.close();
  });

  test('DB1: the file of earlier versions is imported once, even by several processes', async () => {
    const path = join(folder.dataDir, 'site-state.json');
    const content = '{"visits": {"a": 3, "b": "x"}, "excerpts": {"a": "Old", "b": "Kept"}}';
    await (await open()).excerpts.set('a', 'Newer');
    await writeFile(path, content);
    const store = await open();
    expect([...(await store.visits.load())]).toEqual([['a', 3]]);
    expect(Object.fromEntries(await store.excerpts.load())).toEqual({ a: 'Newer', b: 'Kept' });
    expect(await readdir(folder.dataDir)).toEqual(['site-state.json.imported']);
    await writeFile(path, content);
    expect([...(await (await open()).visits.load())]).toEqual([['a', 3]]);
  });

  test('DB1: images are shared by all processes, and gone when they are deleted', async () => {
    const otherDb = await openAgain(db);
    const [one, other] = [await open(), await open(otherDb)];
    const bytes = Buffer.from([0x89, 0, 0xff, 0x27]);
    const image = {
      name: `${'0a'.repeat(16)}.png`,
      mediaType: 'image/png',
      fileName: 'cat\0.png',
      ownerMark: 'pet:1',
      createdAt: 1_790_000_000_000,
      bytes,
    };
    await one.images.add(image);
    await other.images.add({ ...image, bytes: Buffer.from('another') });
    const found = await other.images.get(image.name);
    expect([Buffer.from(found?.bytes ?? []), found?.mediaType]).toEqual([bytes, 'image/png']);
    await other.images.delete(image.name);
    expect(await one.images.get(image.name)).toBeUndefined();
    await otherDb.close();
  });

  test('DB1: images in the folder of earlier versions move into the database, files of others stay', async () => {
    const attachments = join(folder.dataDir, 'attachments');
    await mkdir(attachments);
    const [whole, bare, foreign] = ['1', '2', '3'].map((digit) => `${digit.repeat(32)}.png`);
    const about = { ownerMark: 'pet:7', fileName: 'cat.png', createdAt: '2026-01-02T03:04:05.000Z' };
    await writeFile(join(attachments, `${whole}`), 'a cat');
    await writeFile(join(attachments, `${whole}.json`), JSON.stringify(about));
    await writeFile(join(attachments, `${bare}`), 'a dog');
    await writeFile(join(attachments, `${bare}.json`), '{"ownerMark": 7');
    await writeFile(join(attachments, `${foreign}`), 'of somebody else');
    // Another process moves them at the same time.
    const otherDb = await openAgain(db);
    const [store] = await Promise.all([open(), open(otherDb)]);
    for (const [name, text] of [
      [whole, 'a cat'],
      [bare, 'a dog'],
    ] as const)
      expect(Buffer.from((await store.images.get(`${name}`))?.bytes ?? []).toString()).toBe(text);
    expect(await store.images.get(`${foreign}`)).toBeUndefined();
    expect(await readdir(attachments)).toEqual([foreign]);
    await otherDb.close();
  });

  test('a damaged file of earlier versions is kept aside', async () => {
    await writeFile(join(folder.dataDir, 'site-state.json'), '{"visits": {"a"');
    expect((await (await open()).visits.load()).size).toBe(0);
    expect(await readdir(folder.dataDir)).toEqual(['site-state.json.unreadable']);
  });
});
