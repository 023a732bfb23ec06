import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { openSqlite } from '../../../server/adapters/database/sqlite.ts';
import { createApp } from '../../../server/app.ts';
import type { Database } from '../../../server/kit/database.ts';
import type { Host } from '../../../server/ports/host.ts';
import { asAdmin, createTestApp, testPorts, type TestApp } from '../../app.ts';
import { testEngines } from '../../databases.ts';
import { answerOf, framesOf } from '../frames.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { openAgain } from '../../fakes/usage.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const articles = Array.from({ length: 7 }, (_, index) => ({
  id: `article-${index}`,
  title: `Note ${index}`,
  text: `Everything about the quokka number ${index}.`,
}));

/** A site that lists its articles and never lets one be read, until it is released. */
function stuckSite() {
  const site = createFakeHost(articles);
  const gate = Promise.withResolvers<void>();
  const host: Host = {
    ...site,
    async article(id, signal) {
      await gate.promise;
      return site.article(id, signal);
    },
  };
  return { host, release: gate.resolve };
}

const ask = async (app: Pick<TestApp, 'inject'>, url: string) =>
  (await app.inject({ url })).json<Record<string, unknown>>();

/** Search, chat and search answer say that the site is read for the first time, and when to come back. */
async function expectFirstReading(app: Pick<TestApp, 'inject'>, language = 'de', words = /zum ersten Mal/) {
  const found = await app.inject({
    url: `${publicPrefix}/search/halo-results?keyword=quokka`,
    headers: { 'accept-language': language },
  });
  expect([found.statusCode, found.headers['retry-after']]).toEqual([200, '15']);
  expect(found.json()).toEqual({
    total: 0,
    articles: [],
    source: 'error',
    error: expect.stringMatching(words),
    code: 'INDEXING',
  });
  const reply = await app.inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    payload: { message: '袋鼠是什么？' },
  });
  expect(reply.json()).toMatchObject({
    reply: '⚠️ 正在首次读取本站内容，请稍后再试。',
    answerState: 'failed',
    retryAfterSeconds: 15,
  });
  const streamed = await app.inject({
    method: 'POST',
    url: `${publicPrefix}/search/answer`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ keyword: 'what is a quokka' }),
  });
  expect(answerOf(framesOf(streamed.body))).toBe(
    'This site is being read for the first time. Please try again shortly.',
  );
}

describe.each(testEngines)('a first start that is killed, on %s', (engine, open) => {
  /** A service on `db` that is not waited for; `kill` takes away what shows that it lives. */
  async function started(db: Database, instanceId: string, host: Host) {
    const app = await createApp({
      ...testPorts(),
      db,
      host,
      instanceId,
      models: createFakeModels({ kinds: ['chat'] }),
    });
    const start = app.start();
    closers.push(async () => {
      await start;
      await app[Symbol.asyncDispose]();
    });
    return { inject: app.server.inject.bind(app.server) };
  }

  test('RUN1: a missing index is never ready, and no answer claims that the site lacks something', async () => {
    const site = stuckSite();
    const app = await started(await open(), 'first', site.host);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
    await expectFirstReading(app);
    site.release();
    await expect.poll(async () => (await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });

  test('CA5: while the site is read for the first time another wording is answered by its words', async () => {
    const site = stuckSite();
    const app = await started(await open(), 'first', site.host);
    const saved = await app.inject({
      method: 'POST',
      url: `${consolePrefix}/curated-answers`,
      headers: asAdmin,
      payload: { questions: ['How much does a pot of tea cost?'], answer: 'A pot costs four euros.' },
    });
    expect(saved.statusCode).toBe(200);
    const reply = await app.inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      payload: { message: 'How much does one pot of tea cost?' },
    });
    site.release();
    expect(reply.json()).toMatchObject({ reply: 'A pot costs four euros.', answeredBy: 'curated' });
  });

  test('RUN1: an index that was complete once is ready at the next start while the site is checked', async () => {
    const db = await open();
    const first = await createTestApp({ db, host: createFakeHost(articles), instanceId: 'first' });
    closers.push(() => first[Symbol.asyncDispose]());
    const site = createFakeHost(articles);
    const heads = Promise.withResolvers<void>();
    const slow: Host = {
      ...site,
      async *heads(signal) {
        await heads.promise;
        yield* site.heads(signal);
      },
    };
    const next = await started(await openAgain(db), 'next', slow);
    await expect.poll(async () => (await next.inject({ url: '/readyz' })).statusCode).toBe(200);
    heads.resolve();
  });

  // A process of the same test cannot lose its session; the judgement on PostgreSQL has tests of its own.
  if (engine !== 'sqlite') return;

  test('RUN1 RUN2: the next process is not ready either, and indexes at once what the dead one was at', async () => {
    const db = await open();
    const site = stuckSite();
    await started(db, 'first', site.host);
    const again = await openAgain(db);
    await expect
      .poll(async () =>
        db.query
          .withTables<{ indexed_articles: { id: string } }>()
          .selectFrom('indexed_articles')
          .select('id')
          .execute(),
      )
      .toHaveLength(articles.length);
    await db.presence.leave('first');
    const next = await started(again, 'next', createFakeHost(articles));
    const before = (await next.inject({ url: '/readyz' })).statusCode;
    await expect.poll(async () => (await next.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect(before).toBe(503);
    expect(await ask(next, `${publicPrefix}/search/halo-results?keyword=quokka`)).toMatchObject({
      total: 7,
    });
    site.release();
  });
});

test('DEP3: an index lost with its data folder is rebuilt from the host', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-lost-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'docent.sqlite');
  const found = async () => {
    const app = await createTestApp({ db: openSqlite(path), host: createFakeHost(articles) });
    const reply = await ask(app, `${publicPrefix}/search/halo-results?keyword=quokka`);
    await app[Symbol.asyncDispose]();
    return reply['total'];
  };
  expect(await found()).toBe(7);
  expect((await readdir(folder)).some((name) => name.startsWith('docent.sqlite'))).toBe(true);
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  expect(await found()).toBe(7);
});

test('KN24: a newer extraction reads an index again by itself, and pays only for passages that changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-extraction-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const host = createFakeHost(articles);
  const run = async () => {
    const db = openSqlite(join(folder, 'docent.sqlite'));
    const models = createFakeModels({ chat: () => 'quokka, island' });
    return { db, models, app: await createTestApp({ db, host, models }) };
  };
  const first = await run();
  const admin = (url: string, payload?: object) =>
    first.app.inject({
      method: payload ? 'POST' : 'GET',
      url: consolePrefix + url,
      headers: asAdmin,
      ...(payload && { payload }),
    });
  await admin('/config/save', { chunking: { autoKeywords: true } });
  await admin('/knowledge/reindex', {});
  await expect
    .poll(async () => (await admin('/knowledge/stats')).json(), { timeout: 10_000 })
    .toMatchObject({ keywordChunks: 7, status: 'idle' });
  // As an earlier version would have left it: without a version, and with another text of one article.
  await sql`update indexed_articles set content_hash = substr(content_hash, 3)`.execute(first.db.query);
  await sql`update chunks set text = 'gone', vector_key = 'gone' where article_id = 'article-3'`.execute(
    first.db.query,
  );
  await first.app[Symbol.asyncDispose]();

  const second = await run();
  closers.push(async () => second.app[Symbol.asyncDispose]());
  const stale = () =>
    sql<{
      count: number;
    }>`select count(*) as count from indexed_articles where content_hash not like '%:%' and
      generation = (select max(generation) from index_generations)`
      .execute(second.db.query)
      .then(({ rows }) => rows[0]?.count);
  await expect.poll(stale, { timeout: 10_000 }).toBe(0);
  const found = await ask(second.app, `${publicPrefix}/search/halo-results?keyword=%22number%203%22`);
  expect(found).toMatchObject({ total: 1, articles: [{ postId: 'article-3' }] });
  const spent = second.models.calls;
  const indexed = spent.embedding.filter(({ scenario }) => scenario === 'index_embedding');
  expect(indexed.flatMap(({ texts }) => texts)).toEqual([]);
  expect(spent.chat.map(({ scenario }) => scenario)).toEqual(['keyword_extract']);
});

test('KN4: another site and an embedding model that come together make one index, of the new site alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-other-site-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'docent.sqlite');
  const first = await createTestApp({
    db: openSqlite(path),
    host: createFakeHost(articles),
    models: createFakeModels({ kinds: ['chat'] }),
  });
  await first[Symbol.asyncDispose]();
  const models = createFakeModels({ kinds: ['chat', 'embedding'] });
  const bread = { id: 'bread', title: 'Bread', text: 'Rye bread rests for a day.' };
  const second = await createTestApp({ db: openSqlite(path), host: createFakeHost([bread]), models });
  closers.push(() => second[Symbol.asyncDispose]());
  const stats = async () =>
    (await second.inject({ url: `${consolePrefix}/knowledge/stats`, headers: asAdmin })).json();
  await expect
    .poll(stats, { timeout: 20_000 })
    .toMatchObject({ embedding: 'fake-embedding@16', outdated: false, totalArticles: 1 });
  const sent = models.calls.embedding.flatMap(({ texts }) => texts).join('\n');
  expect(sent).toContain('Rye bread');
  expect(sent).not.toContain('quokka');
});
