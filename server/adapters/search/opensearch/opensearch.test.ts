import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort, listen, type Listening } from '../../../../test/fakes/listen.ts';
import { isMissing } from '../../../../test/missing-tool.ts';
import type { CandidateArticle, SearchEngine } from '../../../ports/candidates.ts';
import { indexBody } from './mapping.ts';
import { createOpenSearch } from './opensearch.ts';
import { createWords } from './words.ts';
import { hasty } from '../../../../test/http/hasty.ts';
import { withPatience } from '../../../kit/waiting/patience.ts';

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

const of = { site: 'docs', generation: 4, dimensions: 2 };
const alias = 'own-2-2';

/** The engine as this test has it answer. */
let reply: Reply;
let asked: string[] = [];
let sent: string[] = [];
let server: Listening;
let engine: SearchEngine;

beforeEach(async () => {
  asked = [];
  sent = [];
  server = await listen(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        sent.push(Buffer.concat(parts).toString());
        reply(response, request);
      });
    }),
  );
  engine = createOpenSearch({
    nodes: [server.origin],
    name: 'own',
    username: 'docent',
    password: 'pass-of-the-engine',
    timeoutMs: 300,
  });
});
afterEach(async () => {
  await engine.close();
  await server[Symbol.asyncDispose]();
});

const json =
  (body: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const searched = (...replies: readonly object[]) =>
  json({ responses: replies.map((one) => ({ hits: { hits: [] }, _shards: { failed: 0 }, ...one })) });
const one = [[{ high: 1, low: 2, weight: 1 }]];
const ask = () => engine.source(of).articles(one, 5);
const found = { fields: { article: ['pear'], seq: [7] } };

describe('a question', () => {
  test('DB14: of a request that has no time left is not asked again', async () => {
    reply = () => undefined;
    const failed = { explanation: { params: { reason: 'it did not answer in time' } } };
    await expect(withPatience(hasty(), () => engine.source(of).read(['pear']))).rejects.toMatchObject(failed);
    expect(asked.length).toBeLessThanOrEqual(1);
    // Searches are sent together with those of others, which may have more time.
    await expect(withPatience(hasty(), ask)).rejects.toMatchObject(failed);
  });

  test.each<[string, Reply, string]>([
    ['no answer at all', () => undefined, 'it did not answer in time'],
    ['too many requests', json({ error: 'secret of a shard' }, 429), 'status 429'],
    ['not there for now', json({}, 503), 'status 503'],
    ['a name it does not know', json({ error: {} }, 401), 'status 401'],
    ['no such index', searched({ status: 404, error: { type: 'index_not_found_exception' } }), 'status 404'],
    [
      'another field than was asked for',
      searched({ status: 400, error: { type: 'query_shard_exception' } }),
      'query_shard_exception',
    ],
    ['a search that ran out of time', searched({ timed_out: true }), 'it did not answer in time'],
    [
      'a part of its shards',
      searched({ _shards: { failed: 1 }, hits: { hits: [found] } }),
      'a part of its index is missing',
    ],
    ['hits of no form', searched({ hits: 'none' }), 'its reply cannot be read'],
    ['fewer replies than searches', json({ responses: [] }), 'its reply is cut'],
    [
      'a page of something else',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
      'cannot be read',
    ],
    [
      'half a reply',
      (response) => {
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': '900' })
          .write('{"responses":[');
        response.destroy();
      },
      'no connection',
    ],
  ])(
    'IDX9: to which the engine gives %s is refused as unavailable, and the next one is answered',
    async (_, bad, reason) => {
      reply = bad;
      const began = performance.now();
      const failure: unknown = await ask().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'unavailable' });
      expect(String(failure)).toContain(reason);
      expect(String(failure)).not.toMatch(/secret|pass-of-the-engine/);
      expect(performance.now() - began).toBeLessThan(5_000);
      reply = searched({ hits: { hits: [found] } });
      expect(await ask()).toEqual([{ articleId: 'pear', seq: 7 }]);
    },
  );

  test('IDX9: is refused at once where nobody listens', async () => {
    const none = createOpenSearch({ nodes: [`http://127.0.0.1:${await freePort()}`], name: 'own' });
    await expect(none.source(of).totals()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await none.problem()).toContain('ECONNREFUSED');
    await none.close();
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['another site or application', { [`${alias}-store`]: 'yellow' }, ''],
    ['this one', { [`${alias}-store`]: 'red' }, 'a part of its index is missing (red)'],
    ['others, while there is none of this one yet', {}, ''],
  ])('IDX9: an engine that is red for an index of %s', async (_, states, problem) => {
    const indices = Object.fromEntries(Object.entries(states).map(([name, status]) => [name, { status }]));
    reply = json({ status: 'red', timed_out: true, indices }, Object.keys(states).length === 0 ? 408 : 200);
    engine.source(of);
    expect(await engine.problem()).toBe(problem);
    expect(asked).toEqual([`GET /_cluster/health/${alias}?level=indices&timeout=0s`]);
  });

  test('IDX9: an engine that is red before this site has an index there', async () => {
    reply = json({ status: 'red' });
    expect(await engine.problem()).toBe('');
  });

  test('goes to another node where one is away', async () => {
    const two = createOpenSearch({
      nodes: [`http://127.0.0.1:${await freePort()}`, server.origin],
      name: 'own',
    });
    reply = searched({ hits: { hits: [found] } });
    expect(await two.source(of).articles(one, 5)).toHaveLength(1);
    expect(await two.source(of).articles(one, 5)).toHaveLength(1);
    await two.close();
  });

  test('asks for all that is wanted at once in one call', async () => {
    reply = searched({}, {}, {});
    const source = engine.source(of);
    await Promise.all([source.articles(one, 5), source.passages(one, 5), source.titled({ text: 'a*b' }, 5)]);
    expect(asked).toEqual(['POST /_msearch']);
  });

  test('IDX8: of a large site asks for the counts of words in one look into its dictionary', async () => {
    const [known, unknown] = [
      { high: 1, low: 2 },
      { high: 3, low: 4 },
    ];
    const word = createWords(of).wordOf(known);
    const source = engine.source(of);
    const figures = { count: { value: 30_000 }, length: { value: 1 }, vectors: { value: 0 } };
    const counted = { aggregations: { ...figures, languages: { buckets: [] } } };
    reply = searched(counted, counted);
    await source.totals();
    reply = (response, request) =>
      request.url?.includes('_termvectors') === true
        ? json({
            term_vectors: {
              p: { terms: { [word]: { doc_freq: 12, term_freq: 1 } } },
              a: { terms: { [word]: { doc_freq: 5, term_freq: 1 } } },
            },
          })(response, request)
        : searched({})(response, request);
    asked = [];
    expect(await source.counts([known, unknown])).toEqual([
      { passages: 12, articles: 5 },
      { passages: 0, articles: 0 },
    ]);
    expect(asked).toEqual([`POST /${alias}/_termvectors?routing=docs`]);
  });

  test.each(['at once', 'while the engine works on it'])(
    'is given up when its asker leaves %s, and nothing else happens',
    async (when) => {
      const leaving = new AbortController();
      const leave = () => leaving.abort(new Error('the visitor has left'));
      reply = leave;
      const asking = engine.source(of).articles(one, 5, leaving.signal);
      if (when === 'at once') leave();
      await expect(asking).rejects.toThrow('the visitor has left');
      // An error that nobody catches, which would end the process, comes in the next turn.
      await nextTurn();
    },
  );

  test.each<[string, Reply]>([
    ['no figures', searched({}, {})],
    ['figures that are texts', searched({ aggregations: { count: { value: '3' } } }, {})],
    ['an error with status 200', json({ error: { type: 'shard_failed' } })],
    ['null', json(null)],
  ])('IDX13: for which the engine gives %s instead of totals is unavailable', async (_, bad) => {
    reply = bad;
    await expect(engine.source(of).totals()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test.each<[string, object]>([
    ['no number', { fields: { article: ['pear'], seq: ['seven'] } }],
    ['a score that is a text', { _score: 'high', ...found }],
    ['no fields', {}],
  ])('IDX13: for which the engine gives a hit with %s is unavailable', async (_, hit) => {
    reply = searched({ hits: { hits: [hit] } });
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test.each<[string, Reply]>([
    ['no counts', searched({}, {})],
    [
      'fewer counts than terms',
      searched(...Array.from({ length: 2 }, () => ({ aggregations: { counts: { buckets: [] } } }))),
    ],
  ])('IDX13: for which the engine gives %s is unavailable', async (_, bad) => {
    reply = bad;
    await expect(engine.source(of).counts([{ high: 1, low: 2 }])).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  test('by a vector of another length is an error of the asker', async () => {
    await expect(engine.source(of).nearest(Float32Array.of(1, 2, 3), 5)).rejects.toThrow(RangeError);
  });
});

const article = (passages: number): CandidateArticle => {
  const terms = { terms: [{ high: 5, low: 6 }], counts: [2], length: 2 };
  return {
    title: 'pear',
    titleTerms: [{ high: 5, low: 6 }],
    language: 'en',
    whole: terms,
    passages: Array.from({ length: passages }, () => terms),
    words: ['pear'],
    packed: Uint8Array.of(1, 2, 3),
  };
};

describe('the stored terms of articles', () => {
  // {"docs": [{"found": true, "fields": {"seq": [7], "packed": [bytes 1 2 3]}}, {"found": false}]}
  const inCbor = Buffer.from(
    'bf64646f63739fbf65666f756e64f5666669656c6473bf637365719f07ff667061636b65649f43010203ffffffbf65666f756e64f4ffffff',
    'hex',
  );
  const cbor =
    (body: Buffer, status = 200): Reply =>
    (response) =>
      response.writeHead(status, { 'content-type': 'application/cbor' }).end(body);
  const read = () => engine.source(of).read(['pear', 'plum']);
  const expected = [{ articleId: 'pear', seq: 7, packed: Buffer.of(1, 2, 3) }];

  test('come as the bytes that they are, or in base64 from an engine that answers in JSON', async () => {
    let accepted: string | undefined;
    reply = (response, request) => {
      accepted = request.headers.accept;
      cbor(inCbor)(response, request);
    };
    expect(await read()).toEqual(expected);
    expect(accepted).toBe('application/cbor');
    reply = json({ docs: [{ found: true, fields: { seq: [7], packed: ['AQID'] } }, { found: false }] });
    expect(await read()).toEqual(expected);
  });

  test.each<[string, Reply, string]>([
    ['no answer at all', () => undefined, 'it did not answer in time'],
    ['too many requests', json({ error: 'secret of a shard' }, 429), 'status 429'],
    ['not there for now', json({}, 503), 'status 503'],
    ['a name it does not know', cbor(Buffer.of(0xa0), 401), 'status 401'],
    ['fewer documents than were asked for', json({ docs: [] }), 'cannot be read'],
    [
      'documents that could not be looked at',
      json({ docs: Array.from({ length: 2 }, () => ({ error: { type: 'index_closed' } })) }),
      'index_closed',
    ],
    [
      'terms that are no bytes',
      json({ docs: Array.from({ length: 2 }, () => ({ found: true, fields: { seq: [7], packed: [7] } })) }),
      'cannot be read',
    ],
    ['texts of pieces that are none', cbor(Buffer.of(0xa1, 0x7f, 0xbf, 0xff, 0xff, 0x01)), 'no connection'],
    ['half of its bytes', cbor(inCbor.subarray(0, 40)), 'cannot be read'],
    ['a page of something else', (response) => response.writeHead(200).end('<html>'), 'cannot be read'],
    [
      'the beginning of a reply that never ends',
      (response) =>
        response.writeHead(200, { 'content-type': 'application/cbor' }).write(inCbor.subarray(0, 40)),
      'it did not answer in time',
    ],
    [
      'half a reply',
      (response) => {
        response
          .writeHead(200, { 'content-type': 'application/cbor', 'content-length': '900' })
          .write('half');
        response.destroy();
      },
      'no connection',
    ],
  ])(
    'IDX9: to which the engine gives %s are unavailable, and the next ones are read',
    async (_, bad, reason) => {
      reply = bad;
      const failure: unknown = await read().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'unavailable' });
      expect(String(failure)).toContain(reason);
      expect(String(failure)).not.toMatch(/secret/);
      reply = cbor(inCbor);
      expect(await read()).toEqual(expected);
    },
  );

  test('are given up when their asker leaves', async () => {
    const leaving = new AbortController();
    reply = () => leaving.abort(new Error('the visitor has left'));
    await expect(engine.source(of).read(['pear'], leaving.signal)).rejects.toThrow('the visitor has left');
    await nextTurn();
  });
});

describe('a write', () => {
  const own = { [`${alias}-store`]: { mappings: indexBody(2).mappings } };
  /** Answers each path; the last reply of a path stays. */
  const script = (replies: Readonly<Record<string, readonly Reply[]>>): Reply => {
    const used = new Map<string, number>();
    return (response, request) => {
      const path =
        Object.keys(replies).find((part) => `${request.method} ${request.url}`.includes(part)) ?? '';
      const nth = used.get(path) ?? 0;
      used.set(path, nth + 1);
      (replies[path]?.[nth] ?? replies[path]?.at(-1) ?? json({}, 500))(response, request);
    };
  };
  /** Takes all, except words that it has. */
  const taken: Reply = (response, request) => {
    const actions = sent.at(-1)?.match(/^\{"(?:index|create|delete)":/gm) ?? [];
    const items = actions.map((action) =>
      action.includes('create') ? { create: { status: 409, error: {} } } : { index: { status: 201 } },
    );
    json({ items })(response, request);
  };
  /** The article and its word. */
  const nothing = json({ docs: [{ found: false }, { found: false }] });
  const write = (writer = engine.writer(of)) =>
    writer.write([{ articleId: 'pear', seq: 7, article: article(1) }], false);

  test('makes the index, writes through its alias alone and notes what was there before', async () => {
    reply = script({
      _mapping: [json({}, 404)],
      PUT: [json({ acknowledged: true })],
      _mget: [json({ docs: [{ found: true, fields: { seq: [3], passages: [3] } }, { found: false }] })],
      _bulk: [taken],
    });
    await write();
    expect(asked).toContain(`PUT /${alias}-store`);
    expect(asked.at(-1)).toContain('require_alias=true');
  });

  test('IDX10: of an older version than the engine has writes nothing', async () => {
    reply = script({
      _mapping: [json(own)],
      _mget: [json({ docs: [{ found: true, fields: { seq: [8], passages: [1] } }, { found: true }] })],
    });
    await write();
    expect(asked.filter((line) => line.includes('_bulk'))).toEqual([]);
  });

  test('IDX10: sends no word that the engine has', async () => {
    const written = (isThere: boolean) =>
      script({
        _mapping: [json(own)],
        _mget: [json({ docs: [{ found: false }, { found: isThere }] })],
        _bulk: [taken],
      });
    const wordsSent = () => sent.at(-1)?.match(/"kind":"w"/g) ?? [];
    reply = written(false);
    await write();
    expect(wordsSent()).toHaveLength(1);
    // As after a restart, when a writer does not know yet what it has written.
    reply = written(true);
    await write();
    expect(asked.at(-1)).toContain('_bulk');
    expect(wordsSent()).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, readonly Reply[]>>, string]>([
    [
      'an index of another form',
      { _mapping: [json({ [`${alias}-store`]: { mappings: { properties: {} } } })] },
      'has another form',
    ],
    [
      'a full queue',
      {
        _mapping: [json(own)],
        _mget: [nothing],
        _bulk: [json({ items: [{ index: { status: 429, error: {} } }] })],
      },
      'status 429',
    ],
    [
      'an index that was deleted',
      { _mapping: [json(own)], _mget: [nothing], _bulk: [json({ error: {} }, 404)] },
      'no index',
    ],
    [
      'a reply without items',
      { _mapping: [json(own)], _mget: [nothing], _bulk: [json({})] },
      'cannot be read',
    ],
    [
      'a reply of fewer items',
      { _mapping: [json(own)], _mget: [nothing], _bulk: [json({ items: [{ index: { status: 201 } }] })] },
      'its reply is cut',
    ],
    [
      'no right to make it',
      { _mapping: [json({}, 404)], PUT: [json({ error: { type: 'security_exception' } }, 400)] },
      'security_exception',
    ],
  ])('IDX10: that meets %s is not acknowledged, and looks for the index anew', async (_, replies, reason) => {
    reply = script(replies);
    const writer = engine.writer(of);
    const failure: unknown = await write(writer).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(String(failure)).toContain(reason);
    reply = script({ _mapping: [json({}, 404)], PUT: [json({})], _mget: [nothing], _bulk: [taken] });
    await write(writer);
    expect(asked.filter((line) => line.includes('_mapping'))).toHaveLength(2);
  });

  test('of vectors of another length is refused before anything is sent', async () => {
    const wrong = {
      ...article(1),
      passages: [{ terms: [], counts: [], length: 0, vector: Float32Array.of(1) }],
    };
    await expect(
      engine.writer(of).write([{ articleId: 'pear', seq: 7, article: wrong }], false),
    ).rejects.toThrow('1 dimensions');
    expect(asked).toEqual([]);
  });
});

test('terms become words without spaces, no two alike, and other ones in another generation', () => {
  const keys = [
    { high: 0, low: 0 },
    { high: 0, low: 1 },
    { high: 1, low: 0 },
    { high: 0x10000000, low: 0xffffffff },
    { high: 0x30000000, low: 0x4e004e01 },
  ];
  const { wordOf, textOf } = createWords(of);
  const words = keys.map(wordOf);
  expect(new Set(words).size).toBe(keys.length);
  expect(words.every((word) => /^[\w-]+$/.test(word))).toBe(true);
  const others = keys.map(createWords({ ...of, generation: 5 }).wordOf);
  expect(new Set([...words, ...others]).size).toBe(2 * keys.length);
  expect(textOf({ terms: [{ high: 1, low: 1 }], counts: [3] }).split(' ')).toHaveLength(3);
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.skipIf(isMissing('TLS of a search engine', hasOpenssl ? '' : 'openssl is not installed'))(
  'an engine with a certificate of its own is believed by the authority that was named, and gets name and password',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-search-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=engine -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${cert}`;
    expect(spawnSync('openssl', made.split(' ')).status).toBe(0);
    const entered: unknown[] = [];
    const secure = createSecureServer(
      { key: await readFile(key), cert: await readFile(cert) },
      (request, response) => {
        entered.push(request.headers.authorization);
        json({ status: 'green' })(response, request);
      },
    );
    await using listening = await listen(secure);
    const nodes = [`https://127.0.0.1:${listening.port}`];
    const stranger = createOpenSearch({ nodes, name: 'own', username: 'docent', password: 'pear' });
    expect(await stranger.problem()).toContain('no connection');
    expect(entered).toEqual([]);
    const known = createOpenSearch({
      nodes,
      name: 'own',
      username: 'docent',
      password: 'pear',
      ca: await readFile(cert, 'utf8'),
    });
    expect(await known.problem()).toBe('');
    expect(entered).toEqual([`Basic ${Buffer.from('docent:pear').toString('base64')}`]);
    await stranger.close();
    await known.close();
    await rm(folder, { recursive: true, force: true });
  },
);
