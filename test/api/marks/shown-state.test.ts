import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { ChatLog } from '../../../contract/chat-logs.ts';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { Fault } from '../../../server/kit/fault.ts';
import type { ChatPart, Models } from '../../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels, type FakeAnswer } from '../../fakes/models.ts';
import { answerOf, framesOf, only } from '../frames.ts';
import { articles } from '../site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

/** A service whose language model says `answer`; without one only the built-in model answers. */
async function start(answer?: () => FakeAnswer): Promise<void> {
  await app?.[Symbol.asyncDispose]();
  const builtin = createModels();
  const fake = createFakeModels({ kinds: ['chat'], ...(answer && { chat: answer }) });
  const both: Models = {
    ...fake,
    list: (kind) => [...fake.list(kind), ...builtin.list(kind)],
    chat: (call) => (call.model === 'builtin-extractive' ? builtin.chat(call) : fake.chat(call)),
  };
  app = await createTestApp({ host: createFakeHost(articles), models: answer ? both : builtin });
  await post(`${consolePrefix}/config/save`, {
    integrations: { openAiEnabled: true, mcpEnabled: true },
  });
}

async function post(url: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const reply = await app?.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...asAdmin, ...headers },
    payload: JSON.stringify(body),
  });
  if (!reply) throw new Error('start first');
  return reply;
}

const logOf = async (id: string | undefined) => {
  const logs = await app?.inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin });
  const found = logs?.json<{ items: ChatLog[] }>().items.find((log) => log.id === id);
  if (!found) throw new Error('There is no such log');
  return found;
};
const chat = async (message: string) => (await post(`${publicPrefix}/chat`, { message })).json<ChatReply>();
const search = async (keyword: string) =>
  framesOf((await post(`${publicPrefix}/search/answer`, { keyword })).body);
const program = (content: string, stream = false) =>
  post('/v1/chat/completions', {
    model: 'docent-annotations',
    stream,
    messages: [{ role: 'user', content }],
  });
const tool = async (question: string) => {
  const call = { name: 'ask', arguments: { question } };
  const reply = await post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    { accept: 'application/json, text/event-stream' },
  );
  return reply.body;
};

const down = () =>
  new Fault('upstream', 'Model "dead": 127.0.0.1:18899 refuses', {
    upstreamKind: 'status',
    upstreamStatus: 503,
  });

const questions = [
  'How many grams of coffee for a litre of water?',
  'Can the chain be bought in Paris?',
  'Who won the football final in Paris?',
  '谁赢得了巴黎的足球决赛？',
];

describe('ANS4, CL14: a model that fails before its first text is no worse than no model', () => {
  test.each(questions)('%s', async (question) => {
    await start();
    const [plain, found] = [await chat(question), await search(question)];
    const plainModel = (await logOf(plain.logId)).model;
    await start(down);
    const { notices, logId, ...reply } = await chat(question);
    const { logId: _other, notices: own = [], ...wanted } = plain;
    expect(reply).toEqual(wanted);
    expect(notices).toEqual(['model_failed', ...own]);
    // The log names who answered, and keeps what the visitor was told.
    expect(await logOf(logId)).toMatchObject({ model: plainModel, notices: ['model_failed', ...own] });
    const frames = await search(question);
    expect(answerOf(frames)).toBe(answerOf(found));
    expect(only(frames, 'answer_state').data.notices).toContain('model_failed');
    const said = await program(question);
    expect(said.statusCode).toBe(200);
    // Programs get whole addresses.
    const whole = wanted.reply?.replaceAll('](/', '](http://localhost:80/');
    expect(said.json().choices[0].message.content).toBe(whole);
    expect(said.body).not.toContain('18899');
    expect(await tool(question)).not.toContain('isError');
  });

  test('OAI3: without anything to say instead, a program is told in the words for visitors', async () => {
    await app?.[Symbol.asyncDispose]();
    app = await createTestApp({
      host: createFakeHost(articles),
      models: createFakeModels({ kinds: ['chat'], chat: down }),
    });
    await post(`${consolePrefix}/config/save`, { integrations: { openAiEnabled: true } });
    const said = await program(questions[0] ?? '');
    expect(said.statusCode).toBe(502);
    expect(said.json().error).toMatchObject({
      type: 'server_error',
      message: 'The assistant is unavailable right now. Please try again later.',
    });
  });

  test('text that was held back counts as not shown, text that was shown stays', async () => {
    const [ratio, wild] = [
      'Take 60 grams of coffee for each litre of water.',
      'Sailors from Lisbon drink it cold.',
    ];
    const breaksAfter = (text: string) =>
      async function* (): AsyncGenerator<ChatPart> {
        yield { type: 'text', text };
        throw down();
      };
    await start(breaksAfter(`${wild} They`));
    const replaced = await chat(questions[0] ?? '');
    expect(replaced).toMatchObject({ answerState: 'answered', notices: ['model_failed'] });
    expect(replaced.reply).not.toContain('Sailors');
    await start(breaksAfter(`${ratio} Then take`));
    const broken = await chat(questions[0] ?? '');
    expect(broken.answerState).toBe('failed');
    expect(broken.reply).toMatch(/^Take 60 grams[^]+Then take\n\n⚠️ /);
  });
});

describe('ANS20: an answer that was cut off', () => {
  const cutAfter = (text: string) => (): FakeAnswer => [
    { type: 'text', text },
    { type: 'finish', reason: 'length', usage: {} },
  ];

  test('ends with its last whole sentence, and says so', async () => {
    const ratio = 'Take 60 grams of coffee for each litre of water.';
    await start(cutAfter(`${ratio}[1] Use water of 93 degrees for a[1]`));
    const reply = await chat(questions[0] ?? '');
    expect(reply.reply?.trim()).toBe(`${ratio}[1]`);
    expect(reply.quotes).toHaveLength(1);
    expect(reply.notices).toEqual(['cut_short']);
  });

  test('after half a sentence is what is said without a model', async () => {
    await start(cutAfter('So, the answer is that the built-in kettle does[1]'));
    const { reply } = await chat(questions[0] ?? '');
    expect(reply).not.toContain('kettle');
    expect(reply).toContain('60 grams');
  });
});

describe('ANS39: what no article confirms is said once', () => {
  const question = 'How much does the chain weigh?';
  const chain = 'Clean the chain with a dry cloth every 200 kilometres and oil it afterwards.';

  test('in a notice, to programs in words', async () => {
    await start(() => chain);
    const reply = await chat(question);
    expect(reply).toMatchObject({ answerState: 'not_covered', notices: ['unconfirmed'] });
    expect(only(await search(question), 'answer_state').data.notices).toEqual(['unconfirmed']);
    const remark = 'The articles on this site do not confirm this answer.';
    expect((await program(question)).json().choices[0].message.content).toBe(`${reply.reply}\n\n*${remark}*`);
    expect((await program(question, true)).body.split(remark)).toHaveLength(2);
    expect(await tool(question)).toContain(`"text":"${remark}`);
  });

  test.each([
    ['the text says it', 'The articles on this site do not mention such a chain.'],
    ['the text was left out', 'The moon was painted green by a sailor from Lisbon.'],
  ])('not where %s', async (_, text) => {
    await start(() => text);
    expect((await chat(question)).notices).toBeUndefined();
    expect((await program(question)).body).not.toContain('do not confirm');
  });

  test('not where the text stands under the heading', async () => {
    await start(() => 'The moon was painted green by a sailor from Lisbon.');
    await post(`${consolePrefix}/config/save`, { retrieval: { unsupportedAnswer: 'keep' } });
    const reply = await chat(question);
    expect(reply.reply).toMatch(/^\*\*Not found on this site\*\*/);
    expect(reply.notices).toBeUndefined();
  });
});
