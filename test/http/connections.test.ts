import { afterEach, expect, test, vi } from 'vitest';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createConnections } from '../../server/http/connection/connections.ts';
import type { Document } from '../../server/http/implement.ts';
import type { ServerOptions } from '../../server/http/server.ts';
import { listen as listenOn } from '../fakes/listen.ts';
import { asAdmin, echoPath, openProbeServer, savePath } from './probe-server.ts';
import { dial, listen } from './wire.ts';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function open(page: () => Document, options: Partial<ServerOptions> = {}) {
  ({ app } = await openProbeServer({ page }, options));
  return listen(app);
}

const plain = { status: 200, contentType: 'text/plain' } as const;
const ask = 'GET /probe/page HTTP/1.1\r\nHost: site\r\n\r\n';
const askLast = 'GET /probe/page HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n';
/** More than the system takes for a client that reads nothing. */
const large = 'x'.repeat(32 * 1024 * 1024);

test('CONN1: of requests sent ahead one is answered at a time, and all are answered in order', async () => {
  let [made, running, most] = [0, 0, 0];
  const port = await open(() => {
    made += 1;
    const number = made;
    const body = async function* () {
      running += 1;
      most = Math.max(most, running);
      yield `page ${number};`;
      await new Promise(setImmediate);
      running -= 1;
    };
    return { ...plain, body: body() };
  });
  const client = dial(port, ask.repeat(39) + askLast);
  await client.closed;
  const pages = [...client.text().matchAll(/page (\d+);/g)].map(([, number]) => Number(number));
  expect(pages).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect([made, most]).toEqual([40, 1]);
});

test('CONN1: whoever takes nothing gets one reply made, however many were asked for', async () => {
  let made = 0;
  const port = await open(() => {
    made += 1;
    return { ...plain, body: large };
  });
  const silent = dial(port, ask.repeat(40), { reading: false });
  silent.socket.pause();
  const other = dial(port, askLast);
  await other.closed;
  expect(made).toBe(2);
  silent.socket.destroy();
});

test('CONN1: requests without end on one connection are not kept', async () => {
  const port = await open(() => ({ ...plain, body: large }));
  const flood = dial(port, ask.repeat(200), { reading: false });
  await flood.closed;
  expect((await fetch(`http://127.0.0.1:${port}/probe/form`, { method: 'POST' })).status).toBe(200);
});

test('CONN2: a reply that does not move ends, one that is taken slowly goes on', async () => {
  const body = large.slice(0, 6 * 1024 * 1024);
  const port = await open(() => ({ ...plain, body }), { stallMs: 1_000 });
  const slow = dial(port, askLast, { reading: false });
  let taken = 0;
  slow.socket.on('data', (piece) => {
    taken += piece.length;
    slow.socket.pause();
    setTimeout(() => slow.socket.resume(), 10);
  });
  await vi.waitUntil(() => taken > 0);
  const silent = dial(port, ask, { reading: false });
  silent.socket.pause();
  await slow.closed;
  expect(taken).toBeGreaterThan(body.length);
  expect(await vi.waitUntil(async () => (await connections()) === 0, 10_000)).toBe(true);
});

test('CONN2: a client that takes nothing ends, however much it goes on to send', async () => {
  // A reply of which only the last part finds no room in the system: the next request is read at once.
  const fill = async (response: ServerResponse) => {
    const isFull = async () => {
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      return (response.socket?.writableLength ?? 1) > 0;
    };
    do response.write(large.slice(0, 8_000));
    while (!(await isFull()));
    response.end();
  };
  const server = createConnections((_request, response) => void fill(response), 1_000);
  await using listening = await listenOn(server);
  const silent = dial(listening.port, ask, { reading: false });
  silent.socket.pause();
  let sent = 0;
  const sending = setInterval(() => silent.socket.write(ask) && sent++, 100);
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await vi.waitUntil(async () => sent > 0 && (await open()) === 0, 20_000);
  clearInterval(sending);
  // Fifty requests may wait: the end came before their number ended it.
  expect(sent).toBeLessThan(45);
  silent.socket.destroy();
});

test('CONN2: requests sent ahead one by one are answered, also those that came while nothing was read', async () => {
  let made = 0;
  const port = await open(() => ({ ...plain, body: `page ${(made += 1)};${'x'.repeat(200_000)}` }));
  const client = dial(port, ask);
  for (let nth = 0; nth < 20; nth++) {
    client.socket.write(nth === 19 ? askLast : ask);
    await new Promise(setImmediate);
  }
  await client.closed;
  expect(made).toBe(21);
  expect(client.text()).toContain('page 21;');
});

const connections = () =>
  new Promise<number>((resolve) => app?.server.getConnections((_error, count) => resolve(count)));

test('CONN2: a handler may be silent for longer than a client', async () => {
  const gate = Promise.withResolvers<void>();
  const port = await open(
    () => ({
      ...plain,
      body: (async function* () {
        yield 'first, ';
        await gate.promise;
        yield 'last';
      })(),
    }),
    { stallMs: 50 },
  );
  const client = dial(port, askLast);
  await client.until('first');
  // A second connection that asks nothing ends by itself meanwhile: that much time has gone by.
  await dial(port, '').closed;
  gate.resolve();
  await client.closed;
  expect(client.text()).toContain('last');
});

test('CONN3: a health check does not wait for the requests of many others', async () => {
  const begun: (string | undefined)[] = [];
  const server = createConnections((request, response) => {
    begun.push(request.url);
    // Work of a request that never pauses.
    for (const until = performance.now() + 6; performance.now() < until;);
    response.end();
  });
  await using listening = await listenOn(server);
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`;
  const others = Array.from({ length: 60 }, () => dial(listening.port, ''));
  const check = dial(listening.port, '');
  const count = () => new Promise<number>((resolve) => server.getConnections((_, all) => resolve(all)));
  await vi.waitUntil(async () => (await count()) === 61);
  for (const { socket } of others) socket.write(get('/search?keyword=/healthz'));
  check.socket.write(get('/healthz'));
  await Promise.all([...others, check].map(({ closed }) => closed));
  expect(begun).toHaveLength(61);
  expect(begun.indexOf('/healthz')).toBeLessThan(50);
});

test('CONN4: bodies that are announced and never sent take no more than their share, and questions get through', async () => {
  const { app: opened } = await openProbeServer({});
  app = opened;
  const port = await listen(opened);
  const announcing = (bytes: number | 'pieces') =>
    `POST ${echoPath} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\n` +
    (bytes === 'pieces' ? 'Transfer-Encoding: chunked\r\n\r\n' : `Content-Length: ${bytes}\r\n\r\n{`);
  const held = Array.from({ length: 16 }, () => dial(port, announcing(1024 * 1024)));
  await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
  const asks = async (text: string) =>
    (
      await fetch(`http://127.0.0.1:${port}${echoPath}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      })
    ).status;
  await expect.poll(() => asks('x'.repeat(20_000))).toBe(429);
  const late = dial(port, announcing('pieces'));
  await late.closed;
  expect(late.text()).toMatch(/^HTTP\/1\.1 429 .*retry-after: 5/is);
  expect(await asks('x'.repeat(10_000))).toBe(200);
  held.forEach(({ socket }) => socket.destroy());
  await expect.poll(() => asks('x'.repeat(20_000))).toBe(200);
  for (let nth = 0; nth < 20; nth++) expect(await asks('x'.repeat(1_000_000))).toBe(200);
});

test('RUN5: a stop waits for a write whose client has left, since it needs the database', async () => {
  const begun = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const ended: string[] = [];
  const { app: opened, errors } = await openProbeServer({
    async save() {
      begun.resolve();
      await left.promise;
      for (let turn = 0; turn < 200; turn++) await nextTurn();
      ended.push('write');
    },
  });
  const port = await listen(opened);
  const leaving = new AbortController();
  const saving = fetch(`http://127.0.0.1:${port}${savePath}`, {
    method: 'POST',
    headers: { ...asAdmin, 'content-type': 'application/json' },
    body: '{}',
    signal: leaving.signal,
  });
  await begun.promise;
  leaving.abort();
  await expect(saving).rejects.toThrow();
  const closed = opened.close().then(() => ended.push('server'));
  left.resolve();
  await closed;
  expect(ended).toEqual(['write', 'server']);
  expect(errors).toEqual([]);
});
