import { afterEach, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import type { ChatLogPage } from '../../contract/chat-logs.ts';
import type { SharedConversation } from '../../contract/chat/sharing.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels } from '../fakes/models.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const own = 'a-secret-of-this-visitor-0001';
const clock = { time: Date.UTC(2026, 4, 20, 12), now: () => clock.time };

async function start(isOn = true) {
  const host = createFakeHost([
    { id: 'tea', title: 'Tea', text: '# Tea\n\nGreen tea wants water of eighty degrees.' },
  ]);
  const models = createFakeModels({
    kinds: ['chat'],
    chat: () => 'Green tea wants water of eighty degrees [1].',
  });
  app = await createTestApp({ host, models, clock });
  if (isOn) await save({ chat: { shareConversations: true } });
  return app;
}

const running = () => {
  if (!app) throw new Error('start first');
  return app;
};

const save = async (payload: object) => {
  const reply = await running().inject({
    method: 'POST',
    url: `${consolePrefix}/config/save`,
    headers: asAdmin,
    payload,
  });
  expect(reply.statusCode).toBe(200);
};

const ask = (message: string, conversationId = own) =>
  running().inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    payload: { message, conversationId },
  });

const send = (path: string, payload: object, from = '203.0.113.5') =>
  running().inject({
    method: 'POST',
    url: `${publicPrefix}/chat/shares${path}`,
    payload,
    headers: { 'x-forwarded-for': from },
  });

const share = async (conversationId = own) =>
  (await send('', { conversationId })).json<{ shareId: string }>().shareId;

const open = (id: string) => running().inject({ url: `${publicPrefix}/chat/shares/${id}` });

const questionsOf = async (id: string) =>
  (await open(id)).json<SharedConversation>().turns.map(({ question }) => question);

const atConsole = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
  running().inject({ method, url: `${consolePrefix}${path}`, headers: asAdmin });

test('SHR1: a visitor shares a conversation as it stands; whoever has the link reads it and nothing about who asked', async () => {
  await start();
  await ask('How hot is green tea?');
  await ask('A question of somebody else', 'another-secret-of-a-visitor-02');
  const first = await share();
  expect(first).toMatch(/^[\w-]{32,}$/);
  await ask('And black tea?');
  const second = await share();
  expect(second).not.toBe(first);
  expect(await questionsOf(first)).toEqual(['How hot is green tea?']);
  expect(await questionsOf(second)).toEqual(['How hot is green tea?', 'And black tea?']);
  const reply = await open(first);
  expect(reply.headers['cache-control']).toMatch(/no-store/);
  expect(reply.json<SharedConversation>().turns[0]).toMatchObject({
    answer: expect.stringContaining('eighty degrees'),
    citations: [{ title: 'Tea' }],
  });
  const fields = Object.keys(reply.json<SharedConversation>().turns[0] ?? {}).toSorted();
  expect(fields).toEqual(['answer', 'answerState', 'citations', 'question', 'writtenBy']);
  expect(reply.body).not.toContain('127.0.0.1');
});

test('SHR2: sharing is off until the owner switches it on, and what was shared is closed while it is off', async () => {
  await start(false);
  await ask('How hot is green tea?');
  expect((await send('', { conversationId: own })).statusCode).toBe(404);
  await save({ chat: { shareConversations: true } });
  const id = await share();
  expect((await open(id)).statusCode).toBe(200);
  await save({ chat: { shareConversations: false } });
  expect((await open(id)).statusCode).toBe(404);
  expect((await send('/revoke', { conversationId: own })).json()).toEqual({ revoked: 1 });
  await save({ chat: { shareConversations: true } });
  expect((await open(id)).statusCode).toBe(404);
});

test('SHR3: only who asked can share and end it; an id that is no secret, unknown or of nothing said is refused', async () => {
  await start();
  await ask('How hot is green tea?');
  const ids = [await share(), await share()];
  for (const [conversationId, status] of [
    ['another-secret-of-a-visitor-02', 404],
    ['short', 400],
    ['x'.repeat(65), 400],
    [7, 400],
  ] as const) {
    expect((await send('', { conversationId })).statusCode).toBe(status);
    expect((await send('/revoke', { conversationId })).statusCode).toBe(status === 404 ? 200 : 400);
  }
  for (const id of ids) expect((await open(id)).statusCode).toBe(200);
  expect((await send('/revoke', { conversationId: own })).json()).toEqual({ revoked: 2 });
  for (const id of [...ids, 'unknown', 'x'.repeat(64)]) expect((await open(id)).statusCode).toBe(404);
});

test('SHR4: the owner sees which conversations are shared and ends it; a share ends with its logs', async () => {
  await start();
  await ask('How hot is green tea?');
  const [one, other] = [await share(), await share()];
  const { items } = (await atConsole('GET', '/shared-conversations')).json<{ items: { id: string }[] }>();
  const conversations = (await atConsole('GET', '/chat-logs/conversations')).json<{
    items: { id: string }[];
  }>();
  expect(items).toEqual([{ id: conversations.items[0]?.id, sharedAt: new Date(clock.time).toISOString() }]);
  expect((await atConsole('DELETE', `/shared-conversations/${items[0]?.id}`)).json()).toEqual({
    deleted: true,
  });
  for (const id of [one, other]) expect((await open(id)).statusCode).toBe(404);
  const third = await share();
  const { items: logs } = (await atConsole('GET', '/chat-logs')).json<ChatLogPage>();
  await atConsole('DELETE', `/chat-logs/${logs[0]?.id}`);
  expect((await open(third)).statusCode).toBe(404);
  expect((await running().inject({ url: `${consolePrefix}/shared-conversations` })).statusCode).toBe(401);
});

test('SHR5: an address that makes or opens very many is asked to wait, others are not', async () => {
  await start();
  await ask('How hot is green tea?');
  let refused: Awaited<ReturnType<typeof send>> | undefined;
  for (let n = 0; n < 100 && !refused; n++) {
    const reply = await send('', { conversationId: own });
    if (reply.statusCode !== 200) refused = reply;
  }
  expect(refused?.statusCode).toBe(429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await send('', { conversationId: own }, '198.51.100.9')).statusCode).toBe(200);
});
