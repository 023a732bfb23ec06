import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../test/databases.ts';
import type { Database } from '../../kit/database.ts';
import { finishedKeywords } from './gaps/empty-searches.ts';
import type { KnownGap } from './gaps/known-gap.ts';
import { noReasons } from './reasons.ts';
import { agentMigrations, createAgentStore, type AgentStore } from './store.ts';
import { keywordsOfDay } from './store/empty-searches.ts';
import { gapsRemembered } from './store/gaps.ts';

const gap = (n: number, given: Partial<KnownGap> = {}): KnownGap => ({
  gapId: `gap-${n}`,
  status: 'open',
  title: `Gap ${n}`,
  priority: 'low',
  type: 'faq',
  questions: [{ question: `Question ${n}?`, asks: 1 }],
  asks: 1,
  visitors: 1,
  answered: 0,
  points: 1.5,
  reasons: noReasons(),
  trend: 'rising',
  firstSeen: n,
  lastSeen: n,
  closedAt: 0,
  checkedSite: '',
  checks: [],
  ...given,
});

describe.each(testEngines)('the records of the agent on %s', (_, open) => {
  let db: Database;
  let store: AgentStore;
  beforeEach(async () => {
    db = await open();
    await db.migrate(agentMigrations);
    store = createAgentStore(db);
  });
  afterEach(() => db.close());

  test('gaps come back as they were written: those that need work first, the weightiest of them on top', async () => {
    const gaps = [gap(1, { status: 'closed', points: 99 }), gap(2), gap(3, { points: 7 })];
    await store.gaps.update(() => gaps);
    expect(await store.gaps.all()).toEqual([gaps[2], gaps[1], gaps[0]]);
    await store.gaps.update((known) => known.slice(0, 1).map((one) => ({ ...one, title: 'New' })));
    expect((await store.gaps.all()).map(({ title }) => title)).toEqual(['New', 'Gap 2', 'Gap 1']);
  });

  test('changes of several at once come one after the other', async () => {
    await store.gaps.update(() => [gap(1)]);
    const more = () => store.gaps.update((known) => known.map((one) => ({ ...one, asks: one.asks + 1 })));
    await Promise.all([more(), more(), more(), more()]);
    expect((await store.gaps.all())[0]?.asks).toBe(5);
  });

  test('AG9: of too many gaps the closed ones go first, then those asked for longest ago', async () => {
    await store.gaps.update(() => [
      gap(1_000_000, { status: 'closed' }),
      ...Array.from({ length: gapsRemembered + 3 }, (_, n) => gap(n)),
    ]);
    const ids = new Set((await store.gaps.all()).map(({ gapId }) => gapId));
    expect(ids.size).toBe(gapsRemembered);
    for (const n of [1_000_000, 0, 1, 2]) expect(ids).not.toContain(`gap-${n}`);
  });

  test('AG11: a day keeps so many keywords; further searches are counted without theirs', async () => {
    const many = new Map(Array.from({ length: keywordsOfDay }, (_, n) => [`word ${n}`, 1]));
    await store.searches.add(7, many);
    await store.searches.add(
      7,
      new Map([
        ['one more', 2],
        ['word 3', 4],
      ]),
    );
    const [day = []] = await Array.fromAsync(store.searches.days(0, 9));
    expect(day).toHaveLength(keywordsOfDay + 1);
    expect(day.filter(({ keyword }) => ['', 'word 3', 'one more'].includes(keyword))).toEqual([
      { day: 7, keyword: '', searches: 2 },
      { day: 7, keyword: 'word 3', searches: 5 },
    ]);
  });

  test('reports are kept for the newest tasks', async () => {
    for (const n of [1, 2, 3]) await store.reports.save(`task-${n}`, n, `{"n":${n}}`);
    await store.reports.save('task-3', 3, '{"n":"again"}');
    await store.reports.deleteOlder(0, 2);
    expect(await Promise.all([1, 2, 3].map((n) => store.reports.read(`task-${n}`)))).toEqual([
      undefined,
      '{"n":2}',
      '{"n":"again"}',
    ]);
    await store.reports.deleteOlder(3, 2);
    expect(await store.reports.read('task-2')).toBeUndefined();
  });
});

test('partial keywords on the way to a longer one are not counted', () => {
  const counts = [
    ['docker compose', 4],
    ['docker', 10],
    ['dock', 10],
    ['备份', 3],
    ['备份恢复', 3],
    ['', 9],
    ['zed', 1],
  ] as const;
  const finished = finishedKeywords(counts.map(([keyword, searches]) => ({ keyword, searches })));
  expect(finished.map(({ keyword, searches }) => [keyword, searches])).toEqual([
    ['docker', 6],
    ['docker compose', 4],
    ['zed', 1],
    ['备份恢复', 3],
  ]);
});
