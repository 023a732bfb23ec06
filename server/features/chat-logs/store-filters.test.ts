import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../../test/databases.ts';
import { seeded } from '../../../test/fakes/random.ts';
import type { Database } from '../../kit/database.ts';
import { foldText } from '../../text/text.ts';
import { gramMatch } from './pii/grams.ts';
import { dayMs } from '../../kit/calendar.ts';
import { keyAt } from './sort-key.ts';
import { createChatLogStore, type ChatLogStore } from './store.ts';
import type { LogFilter } from './store/queries.ts';
import type { NewLog } from './store/rows.ts';
import { chatLogMigrations, type Facet } from './store/tables.ts';
import { everything } from './day-partition.ts';

const start = Date.UTC(2026, 0, 1, 13, 37);
const kinds = ['chat', 'chat', 'chat', 'search'] as const;
const states = ['answered', 'partial', 'not_covered', 'failed', ''] as const;
const models = ['qwen', 'deepseek', ''] as const;
const ratings = ['like', 'dislike', 'none'] as const;
const words = ['怎么', '安装', '備份', '数据库', 'install', 'Docent', 'how', 'to', '15', '的', 'ＡＰＩ'];
const searches = [...words, '怎么安装', 'docent how', 'stall', '备份数', '据'];

const below = seeded(42);
const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
  const found = list[below(list.length)];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

type RatedLog = NewLog & { readonly feedback: Facet['feedback'] };

/** A log about every hour and a half. */
const drawLog = (n: number): RatedLog => ({
  id: `log-${n}`,
  at: start + n * 5_000_000 + below(4_000_000),
  kind: pick(kinds),
  streamed: true,
  model: pick(models),
  state: pick(states),
  feedback: below(4) === 0 ? pick(['like', 'dislike'] as const) : 'none',
  address: '',
  userAgent: '',
  question: Array.from({ length: 1 + below(5) }, () => pick(words)).join(pick(['', ' ', '，'])),
  answer: '',
  citations: '[]',
  intent: '',
  trace: new Uint8Array(),
  durationMs: 0,
  promptTokens: undefined,
  completionTokens: undefined,
  error: '',
  notices: '',
});

/** A random filter, and the search text it was made from. */
function drawFilter(): { readonly filter: LogFilter; readonly searched: string } {
  const searched = below(3) === 0 ? pick(searches) : '';
  const match = gramMatch(searched);
  return {
    searched,
    filter: {
      span: {
        from: below(2) ? keyAt(start + below(30) * dayMs - 7) : everything.from,
        below: below(2) ? keyAt(start + below(40) * dayMs + below(dayMs)) : everything.below,
      },
      facets: {
        ...(below(3) === 0 && { kind: pick(kinds) }),
        ...(below(3) === 0 && { model: pick(models) }),
        ...(below(3) === 0 && { feedback: pick(ratings) }),
        ...(below(4) === 0 && { state: pick(states) }),
      },
      ...(match && { question: match }),
    },
  };
}

/** Reference implementation of the filter. */
const passes = (log: RatedLog, { span, facets }: LogFilter, searched: string): boolean =>
  keyAt(log.at) >= span.from &&
  keyAt(log.at) < span.below &&
  Object.entries(facets).every(([name, value]) =>
    Object.entries(log).some(([key, own]) => key === name && own === value),
  ) &&
  foldText(log.question).replaceAll(',', ' ').includes(foldText(searched));

const facetName = ({ kind, model, feedback, state }: Facet): string =>
  [kind, model, feedback, state].join('/');

function countNaively(logs: readonly RatedLog[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const log of logs) counts[facetName(log)] = (counts[facetName(log)] ?? 0) + 1;
  return counts;
}

describe.each(testEngines)('chat log filters on %s', (_engine, open) => {
  let db: Database;
  let store: ChatLogStore;
  let newestFirst: readonly RatedLog[];
  // One set of logs for all tests; the last one deletes.
  beforeAll(async () => {
    db = await open();
    await db.migrate(chatLogMigrations);
    store = createChatLogStore(db);
    const logs = Array.from({ length: 500 }, (_, n) => drawLog(n));
    for (let n = 0; n < logs.length; n += 50) await store.add(logs.slice(n, n + 50));
    for (const { id, feedback } of logs)
      if (feedback !== 'none') await store.rate(id, { type: feedback, comment: '', at: start });
    for (const { id } of logs.splice(100, 30)) await store.remove(id);
    newestFirst = logs.toReversed();
  });
  afterAll(() => db.close());

  it('CL1 CL2 CL3 CL4: every page and total is that of a naive reading', async () => {
    for (let round = 0; round < 200; round++) {
      const { filter, searched } = drawFilter();
      const expected = newestFirst.filter((log) => passes(log, filter, searched)).map(({ id }) => id);
      const [offset, size] = [below(expected.length + 3), 1 + below(40)];
      const { logs, total } = await store.page(filter, offset, size);
      expect({ filter, searched, total, ids: logs.map(({ id }) => id) }).toEqual({
        filter,
        searched,
        total: expected.length,
        ids: expected.slice(offset, offset + size),
      });
    }
  });

  it('batches hold every log once, newest first', async () => {
    const rounds = Array.from({ length: 40 }, () => ({ ...drawFilter(), size: 1 + below(40) }));
    // Small sizes need hundreds of queries, so these rounds share the connections of the pool.
    const listed = await Promise.all(
      rounds.map(async ({ filter, size }) => (await Array.fromAsync(store.batches(filter, size))).flat()),
    );
    for (const [round, { filter, searched }] of rounds.entries())
      expect(listed[round]?.map(({ id }) => id)).toEqual(
        newestFirst.filter((log) => passes(log, filter, searched)).map(({ id }) => id),
      );
  });

  it('CL7: counts by facet are those of a naive reading', async () => {
    for (let round = 0; round < 60; round++) {
      const { filter } = drawFilter();
      const counted = await store.count(filter.span, filter.facets);
      const expected = countNaively(newestFirst.filter((log) => passes(log, filter, '')));
      expect(Object.fromEntries(counted.map((count) => [facetName(count), count.logs]))).toEqual(expected);
    }
  });

  it('CL9: a deletion removes exactly the logs that match the filter', async () => {
    let left = newestFirst;
    for (let round = 0; round < 6; round++) {
      const { filter, searched } = drawFilter();
      const expected = left.filter((log) => passes(log, filter, searched));
      let swept = 0;
      for await (const gone of store.sweep(filter, 1 + below(40))) swept += gone;
      left = left.filter((log) => !passes(log, filter, searched));
      const counted = await store.count(everything, {});
      expect({
        filter,
        searched,
        swept,
        counts: Object.fromEntries(counted.map((count) => [facetName(count), count.logs])),
      }).toEqual({
        filter,
        searched,
        swept: expected.length,
        counts: countNaively(left),
      });
    }
  });
});
