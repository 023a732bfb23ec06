import { createServer, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { publicPrefix } from '../contract/api.ts';
import { openPostgres } from '../server/adapters/database/postgres.ts';
import { createModels } from '../server/adapters/models/models.ts';
import { LAYOUT } from '../server/adapters/search/opensearch/mapping.ts';
import { createOpenSearch } from '../server/adapters/search/opensearch/opensearch.ts';
import { answerOf, framesOf, only, orderOf } from './api/frames.ts';
import { articles } from './api/site.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createFakeHost } from './fakes/host.ts';
import { listen } from './fakes/listen.ts';
import { createTestLog } from './fakes/log.ts';
import { createFakeSearchEngine } from './fakes/search/search-engine.ts';
import { startPostgresServer, withoutPostgres } from './postgres-server.ts';

const longWait = { timeout: 60_000 };
const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

const search = async (app: TestApp) =>
  (await app.inject(`${publicPrefix}/search/halo-results?keyword=coffee`)).json();
const nothingFound = { total: 0, articles: [], source: 'lucene' };
const ask = async (app: TestApp) => {
  const message = 'How many grams of coffee for a litre of water?';
  const reply = await app.inject({
    method: 'POST',
    url: `${publicPrefix}/chat/stream`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ message }),
  });
  return framesOf(reply.body);
};
/** Nothing is said of what the site does not cover. */
const expectUnavailable = async (app: TestApp) => {
  const [found, frames] = await Promise.all([search(app), ask(app)]);
  expect(found).toEqual({
    total: 0,
    articles: [],
    source: 'error',
    error: expect.stringMatching(/unavailable right now/),
    code: 'UNAVAILABLE',
  });
  expect(answerOf(frames)).toMatch(/unavailable right now/);
  expect(only(frames, 'answer_state').data.answerState).toBe('failed');
  expect(orderOf(frames).at(-1)).toBe('done');
  expect((await app.inject('/healthz')).statusCode).toBe(200);
};

const expectReady = (app: TestApp) =>
  vi.waitFor(async () => expect((await app.inject('/readyz')).statusCode).toBe(200), longWait);

/** A node that takes everything and finds nothing; `stall` keeps it from answering, with its connections open. */
async function startNode() {
  const waiting: (() => void)[] = [];
  let isStalled = false;
  const figure = { value: 0 };
  const figures = { count: figure, length: figure, vectors: figure, languages: { buckets: [] } };
  /** Every figure of a search for figures, and a count of nothing for each term. */
  const nothingFor = (search: string) => {
    const { aggs } = JSON.parse(search) as { aggs?: { counts?: { filters: { filters: unknown[] } } } };
    const buckets = aggs?.counts?.filters.filters.map(() => ({ doc_count: 0 }));
    return {
      hits: { hits: [] },
      _shards: { failed: 0 },
      aggregations: buckets ? { counts: { buckets } } : figures,
    };
  };
  const replyTo = (url: string, body: string): object => {
    if (url.includes('_mapping')) return { store: { mappings: { _meta: { layout: LAYOUT } } } };
    if (url.includes('_bulk'))
      return {
        items: (body.match(/^\{"(?:index|create|delete)":/gm) ?? []).map(() => ({ index: { status: 201 } })),
      };
    if (url.includes('_mget'))
      return { docs: (JSON.parse(body) as { docs: unknown[] }).docs.map(() => ({ found: false })) };
    if (url.includes('_count')) return { count: 1_000 };
    if (!url.includes('_msearch')) return { status: 'green' };
    return {
      responses: body
        .trim()
        .split('\n')
        .slice(1)
        .filter((_, nth) => nth % 2 === 0)
        .map(nothingFor),
    };
  };
  const server = createServer((request, response: ServerResponse) => {
    let body = '';
    request.on('data', (text: Buffer) => (body += text.toString()));
    request.on('end', () => {
      const answer = () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(replyTo(request.url ?? '', body)));
      };
      if (isStalled) waiting.push(answer);
      else answer();
    });
  });
  const listening = await listen(server);
  return {
    origin: listening.origin,
    stall: () => void (isStalled = true),
    goOn() {
      isStalled = false;
      for (const answer of waiting.splice(0)) answer();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await listening[Symbol.asyncDispose]();
    },
  };
}

test('IDX9: an engine that stalls fails what asks it in plain words, and answers again by itself', async () => {
  const node = await startNode();
  opened.push(node);
  const engine = createOpenSearch({ nodes: [node.origin], name: 'docent' });
  const app = await createTestApp({ engine, host: createFakeHost(articles), models: createModels({}) });
  opened.push(app);
  await expectReady(app);
  expect(await search(app)).toEqual(nothingFound);
  node.stall();
  await expectUnavailable(app);
  await vi.waitFor(async () => expect((await app.inject('/readyz')).statusCode).toBe(503), longWait);
  node.goOn();
  await expectReady(app);
  expect(await search(app)).toEqual(nothingFound);
  expect(app.log.errors).toEqual([]);
});

test('IDX9: an engine that stalls before it has anything is written to when it goes on', async () => {
  const node = await startNode();
  opened.push(node);
  node.stall();
  const engine = createOpenSearch({ nodes: [node.origin], name: 'docent' });
  const app = await createTestApp({ engine, host: createFakeHost(articles), models: createModels({}) });
  opened.push(app);
  await vi.waitFor(
    async () => expect((await app.inject('/readyz')).body).toContain('SEARCH_ENGINE_AWAY'),
    longWait,
  );
  node.goOn();
  await expectReady(app);
  expect(await search(app)).toEqual(nothingFound);
  expect(app.log.errors).toEqual([]);
});

describe.skipIf(withoutPostgres)('beside an engine that answers', () => {
  test('IDX12, DB2: a database that stalls makes searches and answers unavailable, not empty', async () => {
    const server = await startPostgresServer();
    opened.push(server);
    const app = await createTestApp({
      db: openPostgres(server.url, createTestLog(), { timeoutMs: 2_000, poolSize: 3 }),
      engine: createFakeSearchEngine(),
      host: createFakeHost(articles),
      models: createModels({}),
    });
    opened.push(app);
    await vi.waitFor(async () => expect((await search(app)).total).toBe(1), longWait);
    expect(only(await ask(app), 'answer_state').data.answerState).toBe('answered');
    server.stall();
    try {
      await expectUnavailable(app);
    } finally {
      server.goOn();
    }
    await vi.waitFor(async () => expect((await search(app)).total).toBe(1), longWait);
    expect(only(await ask(app), 'answer_state').data.answerState).toBe('answered');
    expect(app.log.errors).toEqual([]);
  });
});
