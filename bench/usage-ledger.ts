import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { CallsQuery, DiagnosticsQuery, StatsQuery } from '../contract/usage/usage.ts';
import { openPostgres } from '../server/adapters/database/postgres.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { createNetworksOf } from '../server/kit/ip-networks.ts';
import { createUsage, usageMigrations } from '../server/features/usage/usage.ts';
import { createReportQueries } from '../server/features/usage/reports/queries.ts';
import { createUsageStore } from '../server/features/usage/store.ts';
import { nothingSpent } from '../server/features/usage/ledger/spending.ts';
import { createChanges } from '../server/features/changes/changes.ts';
import { createConfig } from '../server/features/config/config.ts';
import { dayAt, startOfDay } from '../server/kit/calendar.ts';
import type { Database } from '../server/kit/database.ts';
import type { Log } from '../server/ports/log.ts';
import { median, print } from './fixtures/figures.ts';

/**
 * Cost of the ledger: reservation and settlement, statistics and pages over many calls, concurrent admissions.
 * DOCENT_BENCH_ROWS reduces the 5,000,000 calls; DOCENT_BENCH_DATABASE_URL runs it on PostgreSQL.
 */

const rows = Number(process.env['DOCENT_BENCH_ROWS'] ?? 5_000_000);
const url = process.env['DOCENT_BENCH_DATABASE_URL'];
const quiet: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
};

const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const schema = `docent_bench_${process.pid}`;
const db =
  url === undefined ? openSqlite(join(folder, 'docent.sqlite')) : openPostgres(url, quiet, { schema });
try {
  await db.migrate(usageMigrations);
  await hotPath(db);
  await admissions(db);
  await reading(db);
} finally {
  if (url !== undefined) await sql`drop schema ${sql.id(schema)} cascade`.execute(db.query);
  await db.close();
  await rm(folder, { recursive: true, force: true });
}

async function hotPath(database: Database): Promise<void> {
  const { ledger } = createUsageStore(database);
  const day = dayAt(Date.now());
  const key = { model: 'bench', type: 'chat', scenario: 'visitor_qa', diagnosis: '' } as const;
  const spent = { ...nothingSpent, promptTokens: 900, completionTokens: 200 };
  const reserving: number[] = [];
  const settling: number[] = [];
  for (let nth = 0; nth < 3_000; nth += 1) {
    const began = performance.now();
    const reserved = await ledger.reserve({
      day,
      startedAt: Date.now(),
      key: { ...key, status: 'open' },
      promised: spent,
      logId: '0b8f7f4e-6d0b-4a44-9f5e-2f8c6f0c1d11',
      instance: '["bench",1,"bench"]',
      ceiling: Number.MAX_SAFE_INTEGER,
    });
    reserving.push(performance.now() - began);
    if (!('id' in reserved)) throw new Error('The ceiling was reached');
    const answered = performance.now();
    const settlement = {
      id: reserved.id,
      day,
      key: { ...key, status: 'success' as const },
      reserved: 1100,
      spent,
    };
    await ledger.settle({ ...settlement, cost: 0, durationMs: 1, error: '' });
    settling.push(performance.now() - answered);
  }
  print('reserve a call, median', median(reserving), 'ms');
  print('settle a call, median', median(settling), 'ms');
}

async function admissions(database: Database): Promise<void> {
  const usage = createUsage({
    db: database,
    clock: { now: Date.now },
    log: quiet,
    models: { defaultOf: () => undefined, list: () => [] },
    config: createConfig({
      db: database,
      log: quiet,
      changes: createChanges({ db: database, clock: { now: Date.now } }),
    }),
    liveness: { self: 'bench', isGone: async () => false, hold: () => () => undefined },
    networksOf: createNetworksOf('bench'),
  });
  const { settings } = createUsageStore(database);
  await settings.change('limits', () => ({
    visitor: { enabled: true, dailyLimit: 0, hourlyLimit: 100, whitelist: [] },
  }));
  const began = performance.now();
  const results = await Promise.allSettled(
    Array.from({ length: 500 }, () => usage.limits.reserve('203.0.113.1')),
  );
  print('500 parallel admissions of one visitor', performance.now() - began, 'ms');
  print(
    '  of a limit of 100 were admitted',
    results.filter((result) => result.status === 'fulfilled').length,
    'answers',
  );
  await usage[Symbol.asyncDispose]?.();
}

async function reading(database: Database): Promise<void> {
  const began = performance.now();
  await generate(database);
  print(`generating ${rows} calls of 30 days`, (performance.now() - began) / 1000, 's');
  const read = createReportQueries({
    store: createUsageStore(database),
    clock: { now: Date.now },
    ceilingOf: async () => undefined,
    costCeiling: async () => undefined,
    isUnpriced: () => false,
    settleAgain: async () => 0,
  });
  const start = new Date(startOfDay(dayAt(Date.now()) - 29)).toISOString().slice(0, 10);
  const calls = (query: object) => read.calls(CallsQuery.parse({ start, end: '', ...query }));
  const { total } = await calls({});
  const last = Math.ceil(total / 20);
  await time('statistics of 30 days', () => read.stats(StatsQuery.parse({ range: '30d' })));
  await time('today', () => read.today());
  await time('the first page of calls', () => calls({}));
  // The middle of a day is the farthest from both its ends.
  await time('a page in the middle of a day', () => calls({ page: Math.floor((14.5 / 30) * last) }));
  await time('the last page', () => calls({ page: last }));
  await time('a page of one common model', () =>
    calls({ model: 'model-1', page: Math.floor((1.45 / 30) * last) }),
  );
  await time('a page of one scenario', () =>
    calls({ scenario: 'search_answer', page: Math.floor((1.81 / 30) * last) }),
  );
  await time('a page of failures', () => calls({ status: 'failed', page: 100 }));
  await time('a page of a rare model', () => calls({ model: 'model-rare' }));
  await time('failure diagnostics of 30 days', () =>
    read.failures(DiagnosticsQuery.parse({ start, end: '' })),
  );
}

/** Calls spread evenly over 30 days, 10 models, 8 scenarios; two in a hundred fail, and one in 100,000 is of a rare model. */
async function generate(database: Database): Promise<void> {
  const q = database.query;
  const today = dayAt(Date.now());
  await sql`delete from usage_calls`.execute(q);
  await sql`delete from usage_totals`.execute(q);
  await sql`delete from usage_series`.execute(q);
  const scenarios = [
    'visitor_qa',
    'search_answer',
    'search_query_rewrite',
    'search_embedding',
    'search_rerank',
    'index_embedding',
    'writing_assist',
    'summary_generate',
  ];
  const causes = ['', 'timeout', 'auth', 'rate_limit', 'unknown'];
  let id = 0;
  for (const model of [...Array.from({ length: 10 }, (_, nth) => `model-${nth}`), 'model-rare']) {
    for (const scenario of scenarios) {
      for (const cause of causes) {
        id += 1;
        const status = cause === '' ? 'success' : 'failed';
        await sql`insert into usage_series (id, model, type, scenario, status, diagnosis) values (${id}, ${model}, 'chat', ${scenario}, ${status}, ${cause})`.execute(
          q,
        );
      }
    }
  }
  const perDay = Math.ceil(rows / 30);
  for (let ago = 29; ago >= 0; ago -= 1) {
    const day = today - ago;
    const midnight = startOfDay(day);
    const step = Math.floor(86_000_000 / perDay);
    // `r` is a scrambled counter, so that kinds of calls are mixed as chance would.
    await sql`
      insert into usage_calls (day, started_at, series, prompt_tokens, completion_tokens, embedding_tokens, images, cost, duration_ms, estimated, error, log_id, instance)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(perDay)})
      select ${sql.lit(day)}, ${sql.lit(midnight)} + i * ${sql.lit(step)},
        1 + (case when r % 100003 = 0 then 10 else r % 10 end) * 40 + ((r / 10) % 8) * 5 + (case when (r / 80) % 50 = 0 then 1 + (r / 4000) % 4 else 0 end),
        900, 200, 0, 0, 0.001, 1200, 0,
        case when (r / 80) % 50 = 0 then 'HTTP 500: the model failed' else '' end, '0b8f7f4e-6d0b-4a44-9f5e-2f8c6f0c1d11', null
      from (select i, (cast(i as bigint) * 1103515245 + ${sql.lit(day)}) % 2147483647 as r from n) as scrambled`.execute(
      q,
    );
  }
  await sql`
    insert into usage_totals (day, series, calls, prompt_tokens, completion_tokens, embedding_tokens, images, cost, duration_ms, estimated)
    select day, series, count(*), sum(prompt_tokens), sum(completion_tokens), 0, 0, sum(cost), sum(duration_ms), 0 from usage_calls group by day, series`.execute(
    q,
  );
  if (database.engine === 'postgres') await sql`vacuum analyze usage_calls, usage_totals`.execute(q);
}

async function time(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let nth = 0; nth < 9; nth += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  print(name, median(times), 'ms');
}
