import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { token, type StreamEvent } from '../../contract/events.ts';
import { createFrameReader } from '../../contract/frames.ts';
import { disabled, unavailable } from '../../server/kit/fault.ts';
import { asAdmin, eventsPath, openProbeServer, progressPath } from './probe-server.ts';
import { dial, listen, posting } from './wire.ts';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function open(...[behaviour, options]: Parameters<typeof openProbeServer>) {
  const opened = await openProbeServer(behaviour, options);
  ({ app } = opened);
  return opened;
}

const ask = (body: object = { text: 'hello' }) =>
  ({ method: 'POST', url: eventsPath, payload: body }) as const;

const namesIn = (text: string) => createFrameReader()(text).map(({ event }) => event);

test('SSE1 SSE4 SSE9 SSE15: an answer arrives frame by frame and ends in [DONE]', async () => {
  const { app } = await open({
    async *events() {
      yield token('one ');
      yield token('two');
      yield { event: 'logId', data: 'id-1' };
    },
  });
  const reply = await app.inject(ask());
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe(
    'data:{"content":"one "}\n\ndata:{"content":"two"}\n\nevent:logId\ndata:id-1\n\ndata:[DONE]\n\n',
  );
  expect(reply.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  });
  expect(reply.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});

test('SSE3 ERR10: a stream without a single event still ends in [DONE]', async () => {
  const { app } = await open({ async *events() {} });
  expect((await app.inject(ask())).body).toBe('data:[DONE]\n\n');
});

test('ERR2: an unusable question is 400 in the form of a stream, and the source is never asked', async () => {
  const events = vi.fn();
  const { app } = await open({ events });
  const reply = await app.inject(ask({ text: '' }));
  expect(reply.statusCode).toBe(400);
  expect(reply.body).toBe('data:{"content":"⚠️ text must not be empty"}\n\ndata:[DONE]\n\n');
  expect(reply.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  expect(events).not.toHaveBeenCalled();
});

test('ERR1 SSE3 SSE12: a Fault in the middle is told in the words of the stream, then [DONE]; no bug is logged', async () => {
  const { app, errors } = await open({
    async *events() {
      yield token('begun');
      throw disabled('Visitor chat is off');
    },
  });
  const { body } = await app.inject(ask());
  expect(body).toBe('data:{"content":"begun"}\n\nevent:error\ndata:Visitor chat is off\n\ndata:[DONE]\n\n');
  expect(errors).toEqual([]);
});

test('ERR3 ERR9: a bug in the middle ends in an apology and [DONE]; the log has all of it, the reader nothing', async () => {
  const { app, errors } = await open({
    async *events() {
      yield token('begun');
      throw new TypeError('secret detail');
    },
  });
  const reply = await app.inject({ ...ask(), headers: { 'accept-language': 'zh-CN' } });
  expect(namesIn(reply.body)).toEqual(['token', 'token', 'done']);
  expect(reply.body).toContain('助手暂时不可用');
  expect(reply.body).not.toContain('secret detail');
  expect(errors).toEqual([
    { err: expect.any(TypeError), requestId: reply.headers['x-request-id'], message: expect.any(String) },
  ]);
});

test('SSE3: an event that cannot be written is a bug like any other', async () => {
  const { app, errors } = await open({
    async *events() {
      const round: Record<string, unknown> = {};
      round['self'] = round;
      yield { event: 'progress', data: round };
    },
  });
  expect(namesIn((await app.inject(ask())).body)).toEqual(['token', 'done']);
  expect(errors).toHaveLength(1);
});

test('AUTH5: a progress stream accepts the browser session and tells failures as JSON', async () => {
  const { app } = await open({
    async *events() {
      yield { event: 'progress', data: { done: 1 } };
      throw unavailable('The index is closed');
    },
  });
  const reply = await app.inject({
    url: progressPath,
    cookies: { docent_session: 'admin' },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(reply.body).toBe(
    'event:progress\ndata:{"done":1}\n\nevent:error\ndata:{"error":"The index is closed"}\n\ndata:[DONE]\n\n',
  );
});

test('asking for the headers of a stream starts nothing', async () => {
  const events = vi.fn();
  const { app } = await open({ events });
  const reply = await app.inject({ method: 'HEAD', url: progressPath, headers: asAdmin });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(events).not.toHaveBeenCalled();
});

/** A source that says one word, then waits for its signal. */
function patientSource() {
  const ended = Promise.withResolvers<string>();
  async function* events(signal: AbortSignal): AsyncGenerator<StreamEvent> {
    try {
      yield token('word');
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    } finally {
      ended.resolve(signal.reason instanceof Error ? signal.reason.message : 'ended by itself');
    }
  }
  return { events, ended: ended.promise };
}

test('a reader that leaves aborts the signal of the source', async () => {
  const source = patientSource();
  const { app, errors } = await open({ events: ({ signal }) => source.events(signal) });
  const client = dial(await listen(app), posting(eventsPath, '{"text":"x"}'));
  await client.until('word');
  client.socket.destroy();
  expect(await source.ended).toBe('The client has left');
  expect(errors).toEqual([]);
});

test('a bug after the reader has left is still logged', async () => {
  const logged = Promise.withResolvers<void>();
  const { app, errors } = await open({
    async *events({ signal }) {
      yield token('word');
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      setImmediate(logged.resolve);
      throw new TypeError('while cleaning up');
    },
  });
  const client = dial(await listen(app), posting(eventsPath, '{"text":"x"}'));
  await client.until('word');
  client.socket.destroy();
  await logged.promise;
  expect(errors).toEqual([
    {
      err: expect.objectContaining({ message: 'while cleaning up' }),
      requestId: expect.any(String),
      message: expect.any(String),
    },
  ]);
});

test('a blocked reader pauses the source; its leaving ends the generator', async () => {
  const total = 50_000;
  const readers = 5;
  const line = token('x'.repeat(4_000));
  let produced = 0;
  let ended = 0;
  const allEnded = Promise.withResolvers<void>();
  const { app } = await open({
    async *events() {
      try {
        for (let i = 0; i < total; i++) {
          produced += 1;
          yield line;
        }
      } finally {
        ended += 1;
        if (ended === readers) allEnded.resolve();
      }
    },
  });
  const port = await listen(app);
  const clients = Array.from({ length: readers }, () =>
    dial(port, posting(eventsPath, '{"text":"x"}'), { reading: false }),
  );
  const standsStill = await vi.waitUntil(
    async () => {
      const before = produced;
      await pause(100);
      return before > 0 && before === produced && before;
    },
    { timeout: 10_000, interval: 10 },
  );
  expect(standsStill).toBeLessThan((readers * total) / 10);
  for (const { socket } of clients) socket.destroy();
  await allEnded.promise;
  expect(produced).toBe(standsStill);
});

test('a reader that takes nothing for two minutes is given up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const ended = Promise.withResolvers<void>();
    let produced = 0;
    const { app } = await open({
      async *events() {
        try {
          for (;;) {
            produced += 1;
            yield token('x'.repeat(50_000));
          }
        } finally {
          ended.resolve();
        }
      },
    });
    const client = dial(await listen(app), posting(eventsPath, '{"text":"x"}'), { reading: false });
    await vi.waitUntil(
      async () => {
        const before = produced;
        await pause(100);
        return before > 0 && before === produced;
      },
      { timeout: 30_000 },
    );
    vi.advanceTimersByTime(105_000);
    await pause(20);
    expect(client.socket.destroyed).toBe(false);
    vi.advanceTimersByTime(15_000);
    await ended.promise;
  } finally {
    vi.useRealTimers();
  }
});

test('SSE14 LIM8: a comment every 15 s keeps a silent stream open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const source = patientSource();
    const { app } = await open({ events: ({ signal }) => source.events(signal) });
    const client = dial(await listen(app), posting(eventsPath, '{"text":"x"}'));
    await client.until('word');
    vi.advanceTimersByTime(14_999);
    expect(client.text()).not.toContain('\n:\n\n');
    vi.advanceTimersByTime(15_001);
    await vi.waitUntil(() => client.text().split('\n:\n\n').length === 3, { timeout: 30_000 });
  } finally {
    vi.useRealTimers();
  }
});

test('SSE3: a stopping service ends every stream with [DONE] and tells the sources', async () => {
  const source = patientSource();
  const { app } = await open({ events: ({ signal }) => source.events(signal) });
  const client = dial(await listen(app), posting(eventsPath, '{"text":"x"}'));
  await client.until('word');
  await app.close();
  await client.until('data:[DONE]');
  expect(await source.ended).toBe('The service is stopping');
});

test('SSE3: a source that does not listen is cut after two seconds; what it says later is dropped', async () => {
  const late = Promise.withResolvers<void>();
  const { app } = await open({
    async *events() {
      yield token('word');
      await late.promise;
      yield token('too late');
    },
  });
  const client = dial(await listen(app), posting(eventsPath, '{"text":"x"}'));
  await client.until('word');
  const began = performance.now();
  await app.close();
  expect(performance.now() - began).toBeGreaterThan(1_500);
  await client.until('data:[DONE]');
  late.resolve();
  await client.closed;
  expect(client.text()).not.toContain('too late');
});

test('a blocked reader cannot keep a stopping service', async () => {
  let produced = 0;
  const { app } = await open({
    async *events() {
      for (;;) {
        produced += 1;
        yield token('x'.repeat(50_000));
      }
    },
  });
  dial(await listen(app), posting(eventsPath, '{"text":"x"}'), { reading: false });
  await vi.waitUntil(
    async () => {
      const before = produced;
      await pause(100);
      return before > 0 && before === produced;
    },
    { timeout: 30_000 },
  );
  await expect(app.close()).resolves.toBeUndefined();
});

test('open streams are counted, and answers by operation', async () => {
  let open_ = 0;
  const answered: string[] = [];
  const source = patientSource();
  const { app } = await open(
    { events: ({ signal }) => source.events(signal) },
    {
      metrics: {
        answered: ({ operation, status }) => void answered.push(`${operation} ${status}`),
        streamOpened: () => void (open_ += 1),
        streamClosed: () => void (open_ -= 1),
      },
    },
  );
  const port = await listen(app);
  const client = dial(port, posting(eventsPath, '{"text":"x"}'));
  await client.until('word');
  expect(open_).toBe(1);
  client.socket.destroy();
  await source.ended;
  await vi.waitUntil(() => open_ === 0 && answered.length === 1, { timeout: 30_000 });
  await fetch(`http://127.0.0.1:${port}/probe/page`);
  await fetch(`http://127.0.0.1:${port}/nowhere`);
  await vi.waitUntil(() => answered.length === 3, { timeout: 30_000 });
  expect(answered).toEqual(['probe.events 499', 'own-probe.page 200', 'other 404']);
});
