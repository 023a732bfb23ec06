import { expect, test } from 'vitest';
import type { Following } from './answer-stream.ts';
import type { Api, Question } from './api.ts';
import { unanswered, type Conversation, type Ending } from './conversation.ts';
import { createResumption } from './resumption/resumption.ts';
import { readConversation, writeConversation } from './conversation-storage.ts';
import { createChatSession } from './chat-session.ts';

/** A session whose answers the test writes by hand. */
function start(stream = true, earlier: Conversation = []) {
  const asked: { how: string; question: Question; following: Following; finish: (ending: Ending) => void }[] =
    [];
  const rated: unknown[] = [];
  const stopped: string[] = [];
  const resumed: { resumeKey: string; following: Following; finish: (ending: Ending) => void }[] = [];
  const answering = (how: string) => (question: Question, following: Following) =>
    new Promise<Ending>((finish) => {
      asked.push({ how, question, following, finish });
      following.signal.addEventListener('abort', () => finish('stopped'));
    });
  const api: Api = {
    ask: answering('stream'),
    askWhole: answering('whole'),
    rate: async (...given) => {
      rated.push(given);
      return true;
    },
  };
  let conversation: Conversation = [];
  const paints: (() => void)[] = [];
  let changes = 0;
  const session = createChatSession({
    api,
    stream,
    earlier,
    resumption: createResumption({
      resume: (resumeKey, following) =>
        new Promise<Ending>((finish) => {
          resumed.push({ resumeKey, following, finish });
          following.signal.addEventListener('abort', () => finish('stopped'));
        }),
      stop: (resumeKey) => void stopped.push(resumeKey),
      rest: async () => undefined,
    }),
    changed: (next) => {
      conversation = next;
      changes++;
    },
    beforePaint: (task) => paints.push(task),
    now: () => 0,
  });
  return {
    session,
    asked,
    resumed,
    stopped,
    rated,
    last: () => {
      const one = asked.at(-1);
      if (!one) throw new Error('nothing was asked');
      return one;
    },
    texts: () => conversation.map((turn) => turn.answer.text),
    turns: () => conversation,
    paint: () => paints.splice(0).forEach((task) => task()),
    changes: () => changes,
  };
}

const say = (content: string) => [{ event: 'token', data: { content } }] as const;

test('tokens between two paints are one change', async () => {
  const { session, last, texts, paint, changes } = start();
  const sent = session.send('Hi', {});
  const before = changes();
  for (const word of ['a', 'b', 'c']) last().following.receive(say(word));
  expect(texts()).toEqual(['']);
  paint();
  expect(texts()).toEqual(['abc']);
  expect(changes()).toBe(before + 1);
  last().following.receive(say('d'));
  last().finish('done');
  expect(await sent).toBe('done');
  expect(texts()).toEqual(['abcd']);
});

test('one question at a time; blank ones are not sent', async () => {
  const { session, asked } = start();
  void session.send('first', {});
  expect(await session.send('second', {})).toBeUndefined();
  expect(await start().session.send('   ', {})).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test('the next question carries the session so far, not itself', async () => {
  const { session, last } = start();
  const sent = session.send('first', {});
  last().following.receive(say('one'));
  last().finish('done');
  await sent;
  void session.send('second', { intentRouteId: 'hot', reasoning: true });
  expect(last().question).toEqual({
    conversationId: expect.any(String),
    resumeKey: expect.stringMatching(/^[\w-]{32,64}$/),
    message: 'second',
    history: [
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'one' },
    ],
    intentRouteId: 'hot',
    reasoningEnabled: true,
  });
});

test('CL16: all questions of a conversation carry its name, and a new conversation has another', async () => {
  const { session, last } = start();
  const name = () => String(last().question.conversationId);
  const finished = async (question: string) => {
    const sent = session.send(question, {});
    last().finish('done');
    await sent;
    return name();
  };
  const first = await finished('first');
  expect(first).toMatch(/^[\w-]{16,64}$/);
  expect(await finished('second')).toBe(first);
  session.clear();
  expect(await finished('third')).not.toBe(first);
});

test('stopping keeps what arrived and frees the input', async () => {
  const { session, last, turns } = start();
  const sent = session.send('first', {});
  last().following.receive(say('half'));
  session.stop();
  expect(await sent).toBe('stopped');
  expect(turns()[0]?.answer).toMatchObject({ text: 'half', ending: 'stopped' });
  void session.send('second', {});
  expect(last().question.message).toBe('second');
});

test('WG70: asking again replaces the answer, keeps the route and tells the service nothing of the old answer', async () => {
  const { session, last, turns } = start();
  const sent = session.send('first', { intentRouteId: 'hot' });
  last().following.receive(say('old'));
  last().finish('silent');
  await sent;
  void session.again(turns()[0]?.id ?? 0, {});
  expect(turns().map((turn) => turn.question)).toEqual(['first']);
  expect(last().question).toMatchObject({ message: 'first', history: [], intentRouteId: 'hot' });
});

test('WG70: an answer is rated, and rated anew', async () => {
  const { session, last, turns, rated } = start();
  const sent = session.send('first', {});
  last().following.receive([...say('one'), { event: 'logId', data: 'log-1' }]);
  last().finish('done');
  await sent;
  const id = turns()[0]?.id ?? 0;
  expect(await session.rate(id, 'dislike', ' wrong ')).toBe(true);
  expect(await session.rate(id, 'dislike', '')).toBe(false);
  expect(await session.rate(id, 'like', '')).toBe(true);
  expect(rated).toEqual([
    ['log-1', 'dislike', 'wrong'],
    ['log-1', 'like', ''],
  ]);
});

test('without streaming the answer comes whole, except while the visitor wants to see the reasoning', () => {
  const whole = start(false);
  void whole.session.send('first', {});
  expect(whole.last().how).toBe('whole');
  const thinking = start(false);
  void thinking.session.send('first', { reasoning: true });
  expect(thinking.last().how).toBe('stream');
});

test('a cleared session ignores what its old answer still brings', async () => {
  const { session, last, turns, paint } = start();
  const sent = session.send('first', {});
  last().following.receive(say('ghost'));
  session.clear();
  await sent;
  paint();
  expect(turns()).toEqual([]);
});

const running = (answer: object): Conversation =>
  readConversation([{ question: 'first', resumeKey: 'k'.repeat(32), answer }]);

test('WG81: the next page goes on with a running answer, and shows what was there until it is there again', async () => {
  const { session, asked, resumed, texts, turns, paint } = start(
    true,
    running({ text: 'One two', ending: 'cut' }),
  );
  const ended = session.goOn();
  expect(resumed[0]?.resumeKey).toBe('k'.repeat(32));
  const { receive } = resumed[0]?.following ?? { receive: () => undefined };
  receive(say('One'));
  paint();
  expect(session.conversation[0]?.answer).toMatchObject({ text: 'One two', ending: undefined });
  receive(say(' two three'));
  expect(texts()).toEqual(['One two three']);
  receive(say('.'));
  resumed[0]?.finish('done');
  expect(await ended).toBe('done');
  expect(texts()).toEqual(['One two three.']);
  expect(turns()[0]).not.toHaveProperty('resumeKey');
  expect(asked).toEqual([]);
});

test('WG81: where it is gone the question stands with what was there, to be tried again; nothing is asked by itself', async () => {
  const { session, asked, resumed, turns } = start(true, running({ text: 'One', ending: 'cut' }));
  const ended = session.goOn();
  resumed[0]?.finish('refused');
  expect(await ended).toBe('cut');
  expect(turns()[0]?.answer).toMatchObject({ text: 'One', ending: 'cut' });
  expect(asked).toEqual([]);
  expect(session.goOn()).toBeUndefined();
});

test('WG81: a question that was asked again has its earlier answer when the new one is gone', async () => {
  const { session, resumed, turns } = start(true, running({ text: 'Earlier', ending: 'done' }));
  const ended = session.goOn();
  resumed[0]?.finish('unreachable');
  await ended;
  expect(turns()[0]).toMatchObject({
    answer: { text: 'Earlier', ending: 'done' },
    failed: { ending: 'cut' },
  });
});

test('WG81: a lost connection is made anew once, and a stopped answer is stopped at the service', async () => {
  const { session, last, resumed, stopped, texts } = start();
  const sent = session.send('first', {});
  last().following.receive(say('One'));
  last().finish('cut');
  await expect.poll(() => resumed.length).toBe(1);
  expect(resumed[0]?.resumeKey).toBe(last().question.resumeKey);
  resumed[0]?.following.receive(say('One two'));
  expect(texts()).toEqual(['One two']);
  session.stop();
  expect(await sent).toBe('stopped');
  expect(stopped).toEqual([last().question.resumeKey]);
});

test('SCP7: what follows an answer from a part of the site is asked there, after a reload too', async () => {
  const { session, last, turns } = start();
  const answer = { ...unanswered, text: 'Eighty degrees.', ending: 'done' as const };
  session.hydrate({ question: 'How hot?', answer, scope: 'tag:tea' });
  void session.send('And how long?', {});
  expect(last().question.scope).toBe('tag:tea');
  last().finish('done');
  await session.send('', {});
  const kept = readConversation(JSON.parse(writeConversation(turns())));
  const next = start(true, kept);
  void next.session.send('Which pot?', {});
  expect(next.last().question.scope).toBe('tag:tea');
  next.session.clear();
  void next.session.send('Who are you?', {});
  expect(next.last().question.scope).toBeUndefined();
});
