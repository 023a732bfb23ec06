import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { asAdmin, createTestApp, openMigrated, type TestApp } from '../app.ts';
import { usedBytes } from '../fakes/database-size.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createTestLog } from '../fakes/log.ts';
import { noon } from '../fakes/usage.ts';
import { articles } from '../api/site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const json = { 'content-type': 'application/json' };
const stranger = '203.0.113.7';

/** A service with limits for visitors, and the ways in which strangers use it. */
async function start(visitor: object = {}) {
  const db = openMigrated();
  const warnings: string[] = [];
  const log = {
    ...createTestLog(),
    warn: (fields: object, message: string) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
  };
  const running = await createTestApp({
    host: createFakeHost(articles),
    db,
    log,
    clock: { now: () => noon },
  });
  app = running;
  await running.inject({
    method: 'POST',
    url: `${consolePrefix}/usage/limits`,
    headers: { ...json, ...asAdmin },
    payload: JSON.stringify({ visitor }),
  });
  const read = async <T>(path: string) =>
    (await running.inject({ url: `${consolePrefix}${path}`, headers: asAdmin })).json<T>();
  const mcp = (body: unknown, remoteAddress = stranger) =>
    running.inject({
      method: 'POST',
      url: '/mcp',
      remoteAddress,
      headers: { ...json, accept: 'application/json, text/event-stream' },
      payload: JSON.stringify(body),
    });
  const search = (keyword: string, remoteAddress = stranger) =>
    running.inject({
      url: `${publicPrefix}/search/halo-results?keyword=${encodeURIComponent(keyword)}`,
      remoteAddress,
    });
  const chat = (message: string, remoteAddress = stranger) =>
    running.inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      remoteAddress,
      headers: { ...json, 'accept-language': 'en' },
      payload: JSON.stringify({ message }),
    });
  return { db, warnings, read, mcp, search, chat };
}

const searchCall = (id: number, query = 'coffee') => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'search', arguments: { query } },
});

describe('searches of strangers', () => {
  test('SR10, US18: used up, a search is refused in words with the time to wait; others go on', async () => {
    const { search } = await start({ searchesPerMinute: 3 });
    for (let nth = 0; nth < 3; nth += 1) expect((await search(`coffee ${nth}`)).statusCode).toBe(200);
    const refused = await search('coffee');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      error: expect.stringMatching(
        /^The 3 searches of one minute are used up\. Please go on in \d+ seconds$/,
      ),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await search('coffee', '198.51.100.4')).statusCode).toBe(200);
  });

  test('MCP5, US18: /mcp, the search box and questions share one budget', async () => {
    const { search, mcp, chat } = await start({ searchesPerMinute: 4 });
    expect((await mcp(searchCall(1))).statusCode).toBe(200);
    expect((await search('coffee')).statusCode).toBe(200);
    expect((await chat('How do I brew coffee at home?')).json()).not.toMatchObject({
      answerState: 'limited',
    });
    expect((await mcp(searchCall(2))).statusCode).toBe(200);
    const refused = await mcp(searchCall(3));
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toEqual({
      jsonrpc: '2.0',
      id: 3,
      error: { code: -32_000, message: expect.stringContaining('searches of one minute are used up') },
    });
    expect((await chat('How do I brew coffee at home?')).json()).toMatchObject({ answerState: 'limited' });
    expect((await mcp([searchCall(7), searchCall(8)])).json()).toMatchObject([{ id: 7 }, { id: 8 }]);
  });

  test('MCP5: a body of more than 64 kB is refused before the library of the protocol reads it', async () => {
    const { mcp } = await start();
    const meta = (names: number) => ({
      ...searchCall(1),
      params: {
        ...searchCall(1).params,
        _meta: Object.fromEntries(Array.from({ length: names }, (_, nth) => [`name${nth}`, nth])),
      },
    });
    expect((await mcp(meta(2_000))).statusCode).toBe(200);
    const refused = await mcp(meta(5_000));
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) } });
  });

  test('MCP5: a batch holds at most five messages', async () => {
    const { mcp } = await start();
    const calls = (count: number) => Array.from({ length: count }, (_, id) => searchCall(id));
    expect((await mcp(calls(5))).statusCode).toBe(200);
    const refused = await mcp(calls(6));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: 'A batch may hold at most 5 messages' },
    });
  });
});

describe('what strangers repeat', () => {
  interface Stats {
    readonly totalLogs: number;
    readonly onlyCounted: { readonly limited: number; readonly smallTalk: number };
  }
  test('CL13, US20: 3,000 refused questions leave one log, one warning and a count', async () => {
    const { db, warnings, read, chat } = await start({ hourlyLimit: 1, searchesPerMinute: 0 });
    await chat('How do I brew coffee at home?');
    const long = 'Why is the coffee bitter? '.repeat(150);
    await chat(long);
    const before = await usedBytes(db);
    for (let nth = 0; nth < 2999; nth += 1)
      expect((await chat(`${nth} ${long}`)).json()).toMatchObject({ answerState: 'limited' });
    const { totalLogs, onlyCounted } = await read<Stats>('/chat-logs/stats');
    expect({ totalLogs, onlyCounted }).toEqual({
      totalLogs: 2,
      onlyCounted: { limited: 2999, smallTalk: 0 },
    });
    const { items } = await read<{ items: { question: string }[] }>('/chat-logs?answerState=limited');
    expect(items.map(({ question }) => question.length)).toEqual([500]);
    expect(warnings.filter((warning) => warning.includes('answers of one hour'))).toHaveLength(1);
    expect((await usedBytes(db)) - before).toBeLessThan(30_000);
  });

  test('CL13, US19: small talk has one log an hour for an address, and its own limit', async () => {
    const { read, chat } = await start({ searchesPerMinute: 0 });
    for (let nth = 0; nth < 300; nth += 1)
      expect((await chat('hello')).json()).toMatchObject({ answerState: 'answered' });
    expect((await chat('hello')).json()).toMatchObject({ answerState: 'limited' });
    expect((await chat('hello', '198.51.100.4')).json()).toMatchObject({ answerState: 'answered' });
    const { totalLogs, onlyCounted } = await read<Stats>('/chat-logs/stats');
    expect({ totalLogs, onlyCounted }).toEqual({
      totalLogs: 3,
      onlyCounted: { limited: 0, smallTalk: 299 },
    });
  });
});
