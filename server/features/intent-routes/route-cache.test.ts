import { afterEach, describe, expect, test } from 'vitest';
import { createTestLog } from '../../../test/fakes/log.ts';
import { testEngines } from '../../../test/databases.ts';
import { RouteBody } from '../../../contract/intent-routes/route-fields.ts';
import type { Database } from '../../kit/database.ts';
import { createHitCounter } from '../../work/schedule/hit-counter.ts';
import { createRouteCache } from './route-cache.ts';
import { createIntentRouteStore, intentRouteMigrations } from './store.ts';

const fields = (id: string, more: object = {}) => ({
  ...RouteBody.parse({ displayName: id, triggerPatterns: [id], pipeline: [{ type: 'TIME_SORT' }], ...more }),
  id,
});

describe.each(testEngines)('on %s', (_, open) => {
  let db: Database | undefined;
  afterEach(async () => {
    await db?.close();
    db = undefined;
  });

  async function start() {
    db = await open();
    await db.migrate(intentRouteMigrations);
    const store = createIntentRouteStore(db);
    const log = createTestLog();
    const process = () => createRouteCache({ db: db ?? raise(), store, now: () => 1_000, log });
    return { db, store, log, process };
  }

  const idsOf = async (routes: ReturnType<typeof createRouteCache>) =>
    (await routes.all()).map(({ id }) => id).filter((id) => !id.startsWith('builtin-'));

  test('IR13: a save of one process is seen by another, in the order of trying', async () => {
    const { process } = await start();
    const [here, there] = [process(), process()];
    expect(await idsOf(there)).toEqual([]);
    const before = await there.all();
    expect(await there.all()).toBe(before);
    await here.save([fields('b'), fields('a'), fields('z', { priority: 9 })]);
    await expect.poll(() => idsOf(there)).toEqual(['z', 'a', 'b']);
    expect((await there.all()).at(-1)?.id).toBe('builtin-latest-posts');
    await here.remove('a');
    await expect.poll(() => idsOf(there)).toEqual(['z', 'b']);
    here.close();
    there.close();
  });

  test('IR8: a changed built-in route stands for the shipped one until it is reset', async () => {
    const { process } = await start();
    const routes = process();
    await routes.save([fields('builtin-by-tag', { priority: 3 })]);
    expect((await routes.all())[0]).toMatchObject({ id: 'builtin-by-tag', priority: 3, savedAt: 1_000 });
    expect(await routes.all()).toHaveLength(4);
    await routes.reset('builtin-by-tag');
    expect(await routes.find('builtin-by-tag')).toMatchObject({ priority: 0, savedAt: undefined });
    await expect(routes.remove('builtin-by-tag')).rejects.toMatchObject({ code: 'invalid' });
    routes.close();
  });

  test('IR7: one bad route of several saves none; too many are refused', async () => {
    const { process, store } = await start();
    const routes = process();
    await expect(routes.save([fields('a'), fields('b', { triggerPatterns: ['(x'] })])).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await idsOf(routes)).toEqual([]);
    const row = (id: string) => ({ id, fields: '{}', updatedAt: 1 });
    await store.change([row('a'), row('b')], [], { most: 2 });
    await expect(store.change([row('c')], [], { most: 2 })).rejects.toMatchObject({ code: 'conflict' });
    await store.change([row('c')], ['a'], { most: 2 });
    expect((await store.all()).map(({ id }) => id)).toEqual(['b', 'c']);
    // Unreadable routes of an older version are left out.
    expect(await idsOf(process())).toEqual([]);
    routes.close();
  });

  test('IR1: matches of two processes add up, with one write for many', async () => {
    const { store, log } = await start();
    let writes = 0;
    const counting = {
      ...store,
      addHits: (counted: Parameters<typeof store.addHits>[0]) => ((writes += 1), store.addHits(counted)),
    };
    const [here, there] = [
      createHitCounter({ store: counting, now: () => 10, log, of: 'routes' }),
      createHitCounter({ store: counting, now: () => 20, log, of: 'routes' }),
    ];
    for (let nth = 0; nth < 50; nth += 1) here.note('a');
    there.note('a');
    there.note('b');
    await here.close();
    expect(await there.read()).toEqual(
      new Map([
        ['a', { hits: 51, lastAt: 20 }],
        ['b', { hits: 1, lastAt: 20 }],
      ]),
    );
    expect(writes).toBe(2);
    await there.forget('a');
    expect([...(await there.read()).keys()]).toEqual(['b']);
    await there.close();
  });

  test('IR1: matches that cannot be written are kept for the next time', async () => {
    const { store, log } = await start();
    let broken = true;
    const addHits: typeof store.addHits = (counted) =>
      broken ? Promise.reject(new Error('away')) : store.addHits(counted);
    const hits = createHitCounter({ store: { ...store, addHits }, now: () => 10, log, of: 'routes' });
    hits.note('a');
    expect(await hits.read()).toEqual(new Map());
    broken = false;
    expect(await hits.read()).toEqual(new Map([['a', { hits: 1, lastAt: 10 }]]));
    await hits.close();
  });

  test('IR23: matches whose write is under way are read with the others, and it has ended when the counter is closed', async () => {
    const { store, log } = await start();
    const begun = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    let written = false;
    const addHits: typeof store.addHits = async (counted) => {
      begun.resolve();
      await slow.promise;
      await store.addHits(counted);
      written = true;
    };
    const hits = createHitCounter({ store: { ...store, addHits }, now: () => 10, log, of: 'routes' });
    hits.note('a');
    const first = hits.read();
    await begun.promise;
    const [second, closed] = [hits.read(), hits.close().then(() => written)];
    slow.resolve();
    const both = new Map([['a', { hits: 1, lastAt: 10 }]]);
    expect(await Promise.all([first, second])).toEqual([both, both]);
    expect(await closed).toBe(true);
  });
});

function raise(): never {
  throw new Error('start first');
}
