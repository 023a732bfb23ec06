import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createContentFolder } from '../../../../test/fakes/content-folder.ts';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { openStateFile } from './state-file.ts';

test('an excerpt is on disk when it is set, views at the latest when it closes', async () => {
  await using folder = await createContentFolder();
  const first = await openStateFile(folder.dataDir, createTestLog());
  await first.excerpts.set('a', 'In short');
  const crashed = await openStateFile(folder.dataDir, createTestLog());
  expect(await crashed.excerpts.get('a')).toBe('In short');
  first.visits.add('a');
  first.visits.add('a');
  await first.close?.();
  const next = await openStateFile(folder.dataDir, createTestLog());
  expect([...(await next.visits.load())]).toEqual([['a', 2]]);
  await next.excerpts.set('a', '');
  expect((await next.excerpts.load()).size).toBe(0);
  expect(await readdir(folder.dataDir)).toEqual(['site-state.json']);
});

test('parallel excerpts are all kept', async () => {
  await using folder = await createContentFolder();
  const { excerpts } = await openStateFile(folder.dataDir, createTestLog());
  await Promise.all(Array.from({ length: 20 }, (_, n) => excerpts.set(`a${n}`, `text ${n}`)));
  const next = await openStateFile(folder.dataDir, createTestLog());
  expect((await next.excerpts.load()).size).toBe(20);
});

test('a damaged file is kept aside, and wrong values in a sound one are left out', async () => {
  await using folder = await createContentFolder();
  const path = join(folder.dataDir, 'site-state.json');
  await writeFile(path, '{"visits": {"a"');
  const damaged = await openStateFile(folder.dataDir, createTestLog());
  expect((await damaged.visits.load()).size).toBe(0);
  expect(await readFile(`${path}.unreadable`, 'utf8')).toBe('{"visits": {"a"');
  await writeFile(path, '{"visits": {"a": 1, "b": "x", "__proto__": 3}, "excerpts": []}');
  const odd = await openStateFile(folder.dataDir, createTestLog());
  expect([...(await odd.visits.load()).keys()]).toEqual(['a', '__proto__']);
});
