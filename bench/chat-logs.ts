import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ChatLogQuery, type ChatLogFilter } from '../contract/chat-logs.ts';
import { configGroups } from '../contract/config/groups.ts';
import { openPostgres } from '../server/adapters/database/postgres.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { chatLogMigrations, createChatLogs, type ChatLogs } from '../server/features/chat-logs/chat-logs.ts';
import { createChatLogStore } from '../server/features/chat-logs/store.ts';
import type { Database } from '../server/kit/database.ts';
import { createTestLog } from '../test/fakes/log.ts';
import { createLogRows } from './fixtures/log-rows.ts';

/*
 * Chat logs at size: DOCENT_BENCH_ROWS logs (a million unless set) over 180 days, 5 in 100 rated, in SQLite and, when
 * DOCENT_TEST_DATABASE_URL is set, in a schema of its own in PostgreSQL. Each figure is the median and the worst of its runs.
 * DOCENT_BENCH_FILE names a SQLite file that is filled once and kept for further runs.
 */

const rows = Number(process.env['DOCENT_BENCH_ROWS'] ?? 1_000_000);
const days = 180;
const dayMs = 86_400_000;
const now = Date.now();
const runs = 15;

const print = (engine: string, name: string, figure: string | number, unit: string) =>
  console.log(`${engine.padEnd(9)}${name.padEnd(54)}${String(figure).padStart(22)} ${unit}`);

const { below, logOf, models, questions, stages } = await createLogRows({ rows, days, now });

async function fill(engine: string, db: Database): Promise<void> {
  await db.migrate(chatLogMigrations);
  const store = createChatLogStore(db);
  const start = performance.now();
  const batch = 500;
  for (let first = 0; first < rows; first += batch) {
    await store.add(Array.from({ length: Math.min(batch, rows - first) }, (_, n) => logOf(first + n)));
  }
  for (let n = 0; n < rows; n += 20) {
    await store.rate(`bench-${n + below(20)}`, {
      type: below(3) === 0 ? 'dislike' : 'like',
      comment: '',
      at: now,
    });
  }
  print(engine, 'fill', ((performance.now() - start) / 1000).toFixed(0), 's');
  if (db.engine === 'postgres') await sql`vacuum analyze`.execute(db.query);
}

async function measure(
  engine: string,
  name: string,
  work: (run: number) => Promise<unknown>,
  times = runs,
): Promise<void> {
  const took: number[] = [];
  for (let run = 0; run < times; run++) {
    const start = performance.now();
    await work(run);
    took.push(performance.now() - start);
  }
  took.sort((a, b) => a - b);
  print(
    engine,
    name,
    `${(took[Math.floor(times / 2)] ?? 0).toFixed(2)} / ${(took.at(-1) ?? 0).toFixed(2)}`,
    'ms',
  );
}

const at = (ago: number) => new Date(now - ago * dayMs).toISOString();

async function measureAll(engine: string, db: Database): Promise<void> {
  const privacy = configGroups.privacy.parse({});
  const logs = createChatLogs({
    db,
    clock: { now: () => now },
    config: { read: async () => privacy },
    addressKey: 'bench',
  });
  const list = (name: string, query: Record<string, unknown>) =>
    measure(engine, name, async () => logs.page(ChatLogQuery.parse(query)));

  await list('page 0', {});
  await list('page 0 of 100', { size: 100 });
  await list('page in the middle', { page: Math.floor(rows / 40) });
  await list('last page', { page: Math.floor(rows / 20) - 1 });
  await list('30 days', { from: at(30), to: at(0.3) });
  await list('30 days, in the middle', { from: at(30.2), to: at(0.3), page: Math.floor(rows / 240) });
  await list('model', { model: 'deepseek-chat' });
  await list('model, in the middle', { model: 'deepseek-chat', page: Math.floor(rows / 120) });
  await list('model hardly used', { model: 'rarely-used' });
  for (const feedbackType of ['like', 'dislike', 'none'])
    await list(`feedback ${feedbackType}`, { feedbackType });
  await list('feedback dislike, last page', {
    feedbackType: 'dislike',
    page: Math.max(0, Math.floor(rows / 60 / 20) - 1),
  });
  await list('answer not covered', { answerState: 'not_covered' });
  await list('kind search, in the middle', { kind: 'search', page: Math.floor(rows / 400) });
  await list('model, dislike, not covered, 30 days', {
    model: 'gpt-4o-mini',
    feedbackType: 'dislike',
    answerState: 'not_covered',
    from: at(30),
  });
  for (const [name, question] of Object.entries(questions.samples)) {
    await list(`question ${name}`, { question });
    await list(`question ${name}, page 50`, { question, page: 50 });
    await list(`question ${name}, dislike`, { question, feedbackType: 'dislike' });
    await list(`question ${name}, model, unrated, 30 days`, {
      question,
      model: 'qwen-plus',
      feedbackType: 'none',
      from: at(30),
    });
  }
  await measure(engine, 'stats', () => logs.stats({ from: '', to: '', kind: 'all' }));
  await measure(engine, 'stats, 30 days', () => logs.stats({ from: at(30.3), to: at(0.2), kind: 'all' }));
  await measure(engine, 'detail', (run) => logs.read(`bench-${rows - 1 - run * 50}`));
  await measure(engine, 'write one log', (run) => write(logs, run), 300);
  await measure(
    engine,
    'feedback',
    (run) => logs.feedback({ logId: `bench-${rows - 1 - run * 7}`, type: 'like', comment: 'fine' }),
    300,
  );
  await measureBulk(engine, logs, at(days - days / 100));
}

const write = (logs: ChatLogs, run: number) =>
  logs
    .begin({ kind: 'chat', question: questions.next(), address: '203.0.113.9', userAgent: 'bench' })
    .finish({
      answer: questions.next(),
      model: models[run % 6] ?? '',
      citations: [],
      answerState: 'answered',
      intent: 'NORMAL_CHAT',
      error: '',
      usage: {},
      durationMs: 5,
      stages: stages(),
    });

/** Export and clearing of a hundredth of the logs, with the longest time that nothing else had a turn. */
async function measureBulk(engine: string, logs: ChatLogs, to: string): Promise<void> {
  const oldest: ChatLogFilter = ChatLogQuery.parse({ to });
  let exported = 0;
  const exporting = await withLongestPause(async () => {
    for await (const batch of logs.batches(oldest)) exported += batch.length;
  });
  print(engine, 'export', Math.round((exported / exporting.ms) * 1000), 'logs/s');
  print(engine, 'export, longest pause', exporting.pause.toFixed(1), 'ms');
  let cleared = 0;
  const clearing = await withLongestPause(async () => {
    cleared = await logs.clear(oldest);
  });
  print(engine, 'clear', Math.round((cleared / clearing.ms) * 1000), 'logs/s');
  print(engine, 'clear, longest pause', clearing.pause.toFixed(1), 'ms');
}

async function withLongestPause(work: () => Promise<void>) {
  let pause = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    pause = Math.max(pause, performance.now() - last - 1);
    last = performance.now();
  }, 1);
  const start = performance.now();
  await work();
  clearInterval(beat);
  return { ms: performance.now() - start, pause };
}

const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
try {
  const file = process.env['DOCENT_BENCH_FILE'] ?? join(folder, 'logs.db');
  const isFilled = existsSync(file);
  const db = openSqlite(file);
  if (!isFilled) await fill('sqlite', db);
  print('sqlite', 'file', ((await stat(file)).size / 1e6).toFixed(0), 'MB');
  await measureAll('sqlite', db);
  await db.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}

const url = process.env['DOCENT_TEST_DATABASE_URL'];
if (url) {
  const schema = `docent_bench_${process.pid}`;
  const db = openPostgres(url, createTestLog(), { schema });
  try {
    await fill('postgres', db);
    await measureAll('postgres', db);
  } finally {
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db.query);
    await db.close();
  }
}
