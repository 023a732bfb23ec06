import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstChunk, indexedArticle } from '../../../../test/fakes/indexed-article.ts';
import { listen, type Listening } from '../../../../test/fakes/listen.ts';
import { createTestLog, type TestLog } from '../../../../test/fakes/log.ts';
import { openSqlite } from '../../../adapters/database/sqlite.ts';
import { indexBody } from '../../../adapters/search/opensearch/mapping.ts';
import { createOpenSearch } from '../../../adapters/search/opensearch/opensearch.ts';
import { databaseUnavailable, type Database } from '../../../kit/database.ts';
import { createYieldWhenIdle } from '../../../work/idle.ts';
import type { LiveIndex } from '../live-index.ts';
import { createKnowledgeStore, knowledgeMigrations, type KnowledgeStore } from '../store.ts';
import { createEngineLive } from './engine-live.ts';

type Reply = (response: ServerResponse, sent: string) => void;

/** More than two batches, so that one is under way while the next one is analysed. */
const ARTICLES = 120;

let db: Database;
let store: KnowledgeStore;
let log: TestLog;
let server: Listening;
let live: LiveIndex;
/** Answers one call of the engine instead of the usual reply; `undefined` for the usual one. */
let instead: (operation: string) => Reply | undefined;
let uncaught: unknown[];
const note = (error: unknown) => void uncaught.push(error);

beforeEach(async () => {
  db = openSqlite(':memory:');
  await db.migrate(knowledgeMigrations);
  store = createKnowledgeStore(db);
  await store.begin({ signature: '', chunking: 'c' }, 1, 'active');
  for (let nth = 0; nth < ARTICLES; nth++)
    await store.put(1, indexedArticle(`tree-${nth}`), [firstChunk(`The tree ${nth} grows`)], 1_000 + nth);
  log = createTestLog();
  instead = () => undefined;
  uncaught = [];
  process.on('unhandledRejection', note);
  server = await listen(createServer(answer));
  live = started();
});
afterEach(async () => {
  await live.close();
  await server[Symbol.asyncDispose]();
  await db.close();
  process.off('unhandledRejection', note);
});

/** A process of the service that has the lease. */
function started({ installationKey = async () => 'key' } = {}): LiveIndex {
  const lease = {
    signal: new AbortController().signal,
    isCancelled: false,
    setNote: () => undefined,
    async [Symbol.asyncDispose]() {},
  };
  return createEngineLive({
    engine: createOpenSearch({ nodes: [server.origin], name: 'own', timeoutMs: 300 }),
    store,
    log,
    yieldWhenIdle: createYieldWhenIdle(),
    installationKey,
    announce: async () => undefined,
    keptMs: 0,
    locks: { tryAcquire: async () => lease },
  });
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const operation = /_[a-z]+(?=\?|$)/.exec(request.url ?? '')?.[0] ?? 'index';
    (instead(operation) ?? usual[operation] ?? json({}))(response, Buffer.concat(parts).toString());
  });
}

const json =
  (body: unknown): Reply =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** An engine that has nothing yet and takes everything. */
const usual: Readonly<Record<string, Reply>> = {
  _mapping: json({ 'own-2-0-store': { mappings: indexBody(0).mappings } }),
  _mget: (response, sent) => {
    const { docs } = JSON.parse(sent) as { docs: unknown[] };
    json({ docs: docs.map(() => ({ found: false })) })(response, sent);
  },
  _bulk: (response, sent) => {
    const heads = sent.split('\n').filter((line) => /^\{"(?:index|create|delete)":/.test(line));
    json({ items: heads.map(() => ({ index: { status: 201 } })) })(response, sent);
  },
  _count: json({ count: ARTICLES }),
  _search: json({ hits: { hits: [] } }),
};

const reset: Reply = (response) => response.destroy();
const cut: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' }).write('{"it');
  response.destroy();
};
const ofNoForm: readonly [string, Reply][] = [
  ['a reset connection', reset],
  ['half a reply', cut],
  [
    'half of a JSON text',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"docs":['),
  ],
  ['an error with status 200', json({ error: { type: 'shard_failed' }, status: 500 })],
  ['null', json(null)],
  ['a list', json([])],
  [
    'a page of something else',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  ],
  ['nothing', (response) => response.writeHead(200).end()],
];
const documents =
  (document: unknown): Reply =>
  (response, sent) => {
    const { docs } = JSON.parse(sent) as { docs: unknown[] };
    json({ docs: docs.map(() => document) })(response, sent);
  };
const malformed: readonly [operation: string, what: string, reply: Reply][] = [
  ...['_mapping', '_mget', '_bulk'].flatMap((operation) =>
    ofNoForm.map(([what, reply]): [string, string, Reply] => [operation, what, reply]),
  ),
  ['_mget', 'too few documents', json({ docs: [{ found: false }] })],
  ['_mget', 'documents that are texts', documents('none')],
  ['_mget', 'documents that could not be looked at', documents({ error: { type: 'index_closed' } })],
  ['_mget', 'numbers that are texts', documents({ found: true, fields: { seq: ['1'], passages: [1] } })],
  ['_mget', 'no number of passages', documents({ found: true, fields: { seq: [1] } })],
  ['_bulk', 'too few items', json({ items: [{ index: { status: 201 } }] })],
  ['_bulk', 'items of no form', json({ items: 'all of them' })],
];

/** Everything is written, and the engine serves. */
const expectWritten = async () => {
  expect(await store.engineGenerations()).toMatchObject([{ seq: await store.lastSeq(), isServing: true }]);
};

test.each(
  malformed.flatMap(([operation, what, reply]) =>
    [1, 2, 3].map((nth) => [operation, what, nth, reply] as const),
  ),
)(
  'IDX13: %s that gets %s from call %i on acknowledges nothing more, ends nothing, and is tried again',
  async (operation, _, nth, reply) => {
    let calls = 0;
    let bad = 0;
    const last = operation === '_mapping' ? 1 : nth;
    // Every call from there on, as a call may be repeated at once.
    instead = (asked) => {
      if (asked !== operation) return undefined;
      calls += 1;
      if (calls < last) return undefined;
      bad += 1;
      return reply;
    };
    await live.follow();
    await nextTurn();
    expect(bad).toBeGreaterThan(0);
    expect(log.warnings).toHaveLength(1);
    expect(await store.engineGenerations()).toMatchObject([{ isServing: false }]);
    instead = () => undefined;
    await live.follow();
    await nextTurn();
    await expectWritten();
    expect([uncaught, log.errors]).toEqual([[], []]);
  },
);

test.each([...ofNoForm, ['a count that is a text', json({ count: 'all' })] as const])(
  'IDX13: a count of articles that gets %s does not have them written again',
  async (_, reply) => {
    await live.follow();
    const written = await store.engineGenerations();
    // As after a restart, when the engine is counted.
    const other = started();
    instead = (asked) => (asked === '_count' ? reply : undefined);
    await other.follow();
    await nextTurn();
    expect(await store.engineGenerations()).toEqual(written);
    expect(log.warnings).toHaveLength(1);
    expect(String(log.warnings[0]?.['message'])).toContain('could not be updated');
    await other.close();
    expect([uncaught, log.errors]).toEqual([[], []]);
  },
);

test.each(ofNoForm)(
  'IDX13: a look for what an old generation has left that gets %s is made again',
  async (_, reply) => {
    await live.follow();
    await store.begin({ signature: '', chunking: 'other' }, 2_000, 'building');
    await store.put(2, indexedArticle('tree-1'), [firstChunk('The tree grows')], 2_001);
    await store.activate(2, 2_002);
    instead = (asked) => (asked === '_search' ? reply : undefined);
    await live.follow();
    await nextTurn();
    expect((await store.engineGenerations()).map(({ generation }) => generation)).toEqual([1, 2]);
    instead = () => undefined;
    await live.follow();
    await nextTurn();
    expect((await store.engineGenerations()).map(({ generation }) => generation)).toEqual([2]);
    expect([uncaught, log.errors]).toEqual([[], []]);
  },
);

test('IDX13: an engine that keeps what it says it has deleted is not asked for ever', async () => {
  await live.follow();
  await store.begin({ signature: '', chunking: 'other' }, 2_000, 'building');
  await store.put(2, indexedArticle('tree-1'), [firstChunk('The tree grows')], 2_001);
  await store.activate(2, 2_002);
  instead = (asked) => (asked === '_search' ? json({ hits: { hits: [{ _id: 'kept' }] } }) : undefined);
  await live.follow();
  expect(String(log.warnings.at(-1)?.['err'])).toContain('it keeps what was deleted');
});

test('IDX13: a key of the installation that could not be read once is read again', async () => {
  let isAway = true;
  const other = started({
    installationKey: async () => {
      if (isAway) throw databaseUnavailable('it does not answer');
      return 'key';
    },
  });
  await other.follow();
  expect(await store.engineGenerations()).toMatchObject([{ isServing: false }]);
  isAway = false;
  await other.follow();
  await expectWritten();
  await other.close();
});
