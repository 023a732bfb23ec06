import { afterEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../../../test/databases.ts';
import type { Database } from '../../../../kit/database.ts';
import { createPageStore } from '../store.ts';
import { webPageMigrations } from './tables.ts';

describe.each(testEngines)('pages of a site on %s', (_, open) => {
  let db: Database | undefined;
  afterEach(() => db?.close());

  test('HOST7: a page that is made due again and again is read twice a second at most', async () => {
    db = await open();
    await db.migrate(webPageMigrations);
    const store = createPageStore(db, 'site.example/');
    const dueAt = async (at: number) => (await store.due(at, 10)).map(({ path }) => path);
    await store.note([{ path: '/a', said: '' }], 1_000);
    const [page] = await store.due(1_000, 10);
    const readAt = async (checkedAt: number) =>
      store.save({
        path: '/a',
        state: 'left-out',
        reason: undefined,
        etag: '',
        lastModified: '',
        checkedAt,
        dueAt: checkedAt + 60_000,
        asked: page?.asked ?? 0,
        failures: 0,
      });
    // Asked for while it is read.
    await store.recheck(['/a'], 1_400);
    await readAt(2_000);
    expect([await dueAt(2_499), await dueAt(2_500)]).toEqual([[], ['/a']]);
    // Asked for when it has just been read; the time stays that of the first one.
    for (const now of [2_001, 2_300, 2_499]) await store.recheck(['/a'], now);
    expect([await dueAt(2_499), await dueAt(2_500)]).toEqual([[], ['/a']]);
    // A clock that was ahead holds up nothing.
    await readAt(900_000);
    await store.recheck(['/a'], 3_000);
    expect(await dueAt(3_000)).toEqual(['/a']);
  });
});
