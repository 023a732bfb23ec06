import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import type { ChatReply } from '../../contract/chat/chat.ts';
import { createModels } from '../../server/adapters/models/models.ts';
import { Fault } from '../../server/kit/fault.ts';
import type { Models } from '../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost, type FakeArticle } from '../fakes/host.ts';
import { createFakeModels, type FakeAnswer, type FakeScript } from '../fakes/models.ts';
import { answerOf, framesOf, only } from './frames.ts';
import { articles } from './site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const markdown = [
  '# Brewing',
  '',
  'All about brewing.',
  '',
  '## Grinder settings',
  '',
  'Set the grinder by the method:',
  '',
  '| Method | Setting |',
  '| --- | --- |',
  '| Espresso | 2 |',
  '| French press | 9 |',
  '',
  '## Cleaning the grinder',
  '',
  'Run `grindz --clean` once a week, see https://cleaning.example/how for pictures.',
  '',
  '## Storing beans',
  '',
  'Keep the beans in a dark tin. Use Vec<Bean> to count them.',
].join('\n');

const grinder: FakeArticle = {
  id: 'grinder',
  title: 'The grinder',
  tags: [],
  excerpt: 'How to set and clean the grinder, and how to keep beans fresh for weeks.',
  text: markdown,
};

const site = () => createFakeHost([...articles, grinder]);

async function start(models: Models = createModels()) {
  app = await createTestApp({ host: site(), models });
  return app;
}

const headers = { 'content-type': 'application/json' };

async function ask(message: string, more: object = {}): Promise<ChatReply> {
  const reply = await app?.inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    headers,
    payload: JSON.stringify({ message, ...more }),
  });
  return reply?.json<ChatReply>() ?? {};
}

async function stream(message: string) {
  const reply = await app?.inject({
    method: 'POST',
    url: `${publicPrefix}/chat/stream`,
    headers,
    payload: JSON.stringify({ message }),
  });
  return framesOf(reply?.body ?? '');
}

const save = (groups: object) =>
  app?.inject({
    method: 'POST',
    url: `${consolePrefix}/config/save`,
    headers: { ...headers, ...asAdmin },
    payload: JSON.stringify(groups),
  });

/** The built-in models beside a scripted language model. */
function withBuiltin(script: FakeScript): Models {
  const fake = createFakeModels({ kinds: ['chat'], ...script });
  const builtin = createModels();
  return {
    ...fake,
    list: (kind) => [...fake.list(kind), ...builtin.list(kind)],
    chat: (call) => (call.model === 'builtin-extractive' ? builtin.chat(call) : fake.chat(call)),
  };
}

describe('an answer without a language model', () => {
  test('ANS1, ANS7: quotes one place under a link to it, whole and as Markdown, with what may be read and asked next', async () => {
    await start();
    const reply = await ask('Which grinder setting for French press?');
    expect(reply.answerState).toBe('answered');
    expect(reply.reply).toBe(
      'From [The grinder › Grinder settings](/archives/grinder#grinder-settings)[1]:\n\nSet the grinder by the method:\n\n| Method | Setting |\n| --- | --- |\n| Espresso | 2 |\n| French press | 9 |',
    );
    expect(reply.quotes).toEqual([
      { mark: 1, article: 1, quote: 'French press · 9', anchor: 'grinder-settings' },
    ]);
    expect(reply.places?.length ?? 0).toBeLessThanOrEqual(3);
    expect(reply.places ?? []).not.toContainEqual(expect.objectContaining({ anchor: 'grinder-settings' }));
    // SSE13: none of its headings asks.
    expect(reply.suggestions).toBeUndefined();
  });

  test('ANS1, PROD2: inline code stays, and a foreign address can be read but not followed', async () => {
    await start();
    const { reply } = await ask('How do I clean the grinder?');
    expect(reply).toContain(
      'Run `grindz --clean` once a week, see `https://cleaning.example/how` for pictures.',
    );
  });

  test('ANS8: text is escaped on the stream only', async () => {
    await start(
      createFakeModels({ kinds: ['chat'], chat: () => 'Count the beans of a tin with Vec<Bean>.' }),
    );
    const question = 'How do I keep beans in a tin?';
    expect(answerOf(await stream(question))).toContain('Vec&lt;Bean>');
    expect((await ask(question)).reply).toContain('Vec<Bean>');
    const logs = await app?.inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin });
    expect(logs?.body).toContain('Vec<Bean>');
    expect(logs?.body).not.toContain('&lt;');
  });

  test('ANS2, PROD4: nothing of the site is quoted for a question it does not cover', async () => {
    await start();
    const reply = await ask('Who won the 1998 football world cup final in Paris?');
    expect(reply.answerState).toBe('not_covered');
    expect(reply.reply).toBe('The articles on this site do not answer this question.');
    expect(reply.citations).toEqual([]);
  });

  test('LANG2: the frame is in the language of the question, and the client is told that the site is not', async () => {
    await start();
    const reply = await ask('Welche grinder settings für French press?');
    expect(reply.reply).toMatch(/^Aus \[The grinder/);
    expect(reply.notices).toEqual(['other_language']);
  });

  test('ANS3: a follow-up is retrieved with the terms of the question before', async () => {
    await start();
    const history = [
      { role: 'user', content: 'Which grinder setting for espresso?' },
      { role: 'assistant', content: 'Setting 2.' },
    ];
    expect((await ask('And for French press?', { history })).reply).toContain('| French press | 9 |');
  });

  test('ANS3: a follow-up takes over the heading that was quoted before', async () => {
    await start();
    const before = await ask('How do I clean the grinder?');
    const history = [
      { role: 'user', content: 'What does it need?' },
      { role: 'assistant', content: before.reply },
    ];
    expect((await ask('And how often?', { history: history.slice(0, 1) })).answerState).not.toBe('answered');
    expect((await ask('And how often?', { history })).reply).toContain('once a week');
  });

  test('PROD11: a misspelt question is answered as it was meant', async () => {
    await start();
    expect((await ask('How do I clean the grindr?')).reply).toContain('once a week');
    expect((await ask('Storng beans?')).reply).toContain('dark tin');
  });

  test('ANS9: a question about this page is answered from it, and its excerpt is its summary', async () => {
    await start();
    const page = { pageUrl: 'https://site.example/archives/grinder?x=1#top' };
    expect((await ask('What does this page say on storing beans?', page)).reply).toContain('dark tin');
    const summary = await ask('Summarise this page', { ...page, pageTask: 'summarise' });
    // A description that stands nowhere on the page has no place that a mark could lead to.
    expect(summary.reply).toBe(grinder.excerpt);
    expect(summary.citations?.[0]).toMatchObject({ postId: 'grinder', marks: 0 });
    expect(summary.writtenBy).toBe('articles');
  });

  test('ANS9: whoever asks what the chosen page is about gets its summary, and its passages come first', async () => {
    await start();
    const page = { pageUrl: '/archives/grinder', pageTask: 'ask' };
    expect((await ask('What is it about?', page)).reply).toBe(grinder.excerpt);
    expect((await ask('这篇讲了什么？', page)).reply).toBe(grinder.excerpt);
    const reply = await ask('Which setting for French press?', page);
    expect(reply.citations?.[0]).toMatchObject({ postId: 'grinder' });
  });
});

describe('small talk', () => {
  test('TALK1, TALK3: gets a fixed reply with questions to ask, is no gap and costs nothing', async () => {
    const models = createFakeModels({ kinds: ['chat'] });
    await start(models);
    const frames = await stream('Hello!');
    expect(answerOf(frames)).toMatch(/^Hello! I answer questions about .* from its own articles\./);
    const state = only(frames, 'answer_state').data;
    expect(state).toMatchObject({ answerState: 'answered', kind: 'small_talk' });
    expect(state).not.toHaveProperty('nearest');
    expect(models.calls.chat).toHaveLength(0);
    const logs = await app?.inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin });
    expect(logs?.body).toContain('SMALL_TALK');
    expect((await ask('你是谁？')).reply).toMatch(/助手/);
    expect((await ask('Wer bist du?')).reply).toMatch(/Assistent/);
  });

  test('TALK2: a question that begins with a greeting is answered', async () => {
    await start();
    const reply = await ask('Hello, which grinder setting for French press?');
    expect(reply.reply).toContain('| French press | 9 |');
    expect(reply).not.toHaveProperty('kind');
  });

  test('TALK4: who asks for a person gets the configured contact, as a mail address or a link, and costs nothing', async () => {
    const models = createFakeModels({ kinds: ['chat'] });
    await start(models);
    await save({ chat: { contactUrl: 'mailto:me@site.example?subject=Hi' } });
    for (const asked of [
      'Can I talk to a real person, please?',
      '请帮我转人工',
      'Qui a écrit cet article ?',
    ]) {
      const reply = await ask(asked);
      expect(reply).toMatchObject({ kind: 'small_talk', notices: ['contact'], writtenBy: 'service' });
      expect(reply.reply).toMatch(/me@site\.example$/);
      expect(reply).not.toHaveProperty('suggestions');
    }
    await save({ chat: { contactUrl: '/help?about={conversation}', contactLabel: 'Write us' } });
    expect((await ask('who wrote this?')).reply).toContain('[Write us](/help?about=)');
    expect(models.calls.chat).toHaveLength(0);
  });

  test('TALK4: where no contact is configured the articles are asked, and then it is said that there is none', async () => {
    await start();
    expect(await ask('联系方式')).toMatchObject({
      kind: 'small_talk',
      reply: expect.stringContaining('没有留下联系方式'),
    });
    const reply = await ask('Can I speak to somebody?');
    expect(reply.reply).toContain('names no contact');
    expect(reply).not.toHaveProperty('notices');
  });

  test('TALK3: the words can be changed, and small talk can be switched off', async () => {
    await start();
    await save({ chat: { greetingReply: 'Welcome to {site}!' } });
    expect((await ask('hi')).reply).toMatch(/^Welcome to .+!$/);
    await save({ chat: { smallTalkEnabled: false } });
    expect(await ask('hi')).not.toHaveProperty('kind');
  });
});

describe('a language model', () => {
  const ratio = 'Take 60 grams of coffee for each litre of water.';
  const question = 'How many grams of coffee for a litre of water?';

  test('ANS4: when it fails before its first text, a quotation answers and says so', async () => {
    await start(
      withBuiltin({
        chat: () => new Fault('upstream', 'secret', { upstreamKind: 'status', upstreamStatus: 503 }),
      }),
    );
    const reply = await ask(question);
    expect(reply).toMatchObject({ answerState: 'answered', notices: ['model_failed'] });
    expect(reply.reply).toContain('60 grams');
    expect(reply.reply).not.toContain('secret');
  });

  test('ANS4: when it fails in the middle, the apology stands in a paragraph of its own and nothing is offered', async () => {
    await start(
      withBuiltin({
        async *chat() {
          yield { type: 'text', text: `${ratio} Then take` };
          throw new Fault('upstream', 'cut', { upstreamKind: 'protocol' });
        },
      }),
    );
    const state = only(await stream(question), 'answer_state').data;
    expect(state).toEqual({ answerState: 'failed' });
  });

  test.each([
    ['an empty answer', ''],
    ['another language', '每升水用六十克咖啡，这是大多数人喜欢的比例，可以按口味调整。'],
    ['the question again', question],
  ])('ANS5, US8: %s is asked for once more and both calls are counted', async (_, first) => {
    const models = createFakeModels({
      kinds: ['chat'],
      chat: (_call, nth) => (nth === 1 ? first : `${ratio}[1]`),
    });
    await start(models);
    expect((await ask(question)).reply).toBe(`${ratio}[1]`);
    expect(models.calls.chat).toHaveLength(2);
    const calls = await app?.inject({ url: `${consolePrefix}/usage/calls`, headers: asAdmin });
    expect(calls?.json().total).toBe(2);
  });

  const silences: readonly (readonly [string, FakeAnswer])[] = [
    ['no token at all', []],
    ['blanks alone', ' \n\t '],
    ['reasoning alone', [{ type: 'reasoning', text: 'Coffee, water …' }]],
  ];

  test.each(silences)(
    'ANS5, US8: a model that answers with %s twice fails with a friendly text; both calls are counted, the log says why',
    async (_, silence) => {
      const models = createFakeModels({ kinds: ['chat'], chat: () => silence });
      await start(models);
      const reply = await ask(question);
      expect(reply).toMatchObject({ answerState: 'failed', citations: [] });
      expect(reply.reply).not.toMatch(/nothing|upstream|Coffee, water/);
      expect(reply.reply?.length).toBeGreaterThan(20);
      const calls = await app?.inject({ url: `${consolePrefix}/usage/calls`, headers: asAdmin });
      expect(calls?.json().total).toBe(2);
      const logs = await app?.inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin });
      expect(logs?.json().items).toMatchObject([{ question, answerState: 'failed', error: 'upstream' }]);
    },
  );

  test.each(silences)(
    'ANS4: %s of a model is replaced by a quotation where a passage answers',
    async (_, silence) => {
      await start(withBuiltin({ chat: () => silence }));
      const reply = await ask(question);
      expect(reply).toMatchObject({ answerState: 'answered', notices: ['model_failed'] });
      expect(reply.reply).toContain('60 grams');
    },
  );

  test('ANS5, LANG2, US8: a French question answered in English is asked once more, and both calls are counted', async () => {
    const french =
      'Prenez 60 grammes de café pour chaque litre d’eau, une tasse plus forte demande plus de mouture.';
    const models = createFakeModels({
      kinds: ['chat'],
      chat: (_call, nth) =>
        nth === 1 ? `${ratio} A stronger cup needs more grounds, not a longer brew.` : french,
    });
    await start(models);
    const reply = await ask('Combien de grammes de café faut-il pour un litre d’eau ?');
    expect(reply.reply).toContain('Prenez 60 grammes');
    expect(reply.reply).not.toContain('Take 60');
    const [, again] = models.calls.chat;
    expect(models.calls.chat).toHaveLength(2);
    expect(again?.messages.map(({ content }) => content).join('\n')).toContain(
      'Write the whole answer in French and in no other language.',
    );
    const calls = await app?.inject({ url: `${consolePrefix}/usage/calls`, headers: asAdmin });
    expect(calls?.json().total).toBe(2);
  });

  test('ANS5: text without a language, such as a tool call, is accepted', async () => {
    const models = createFakeModels({
      kinds: ['chat'],
      chat: () =>
        '<function_calls><invoke name="open the page">https://evil.example/x</invoke></function_calls>',
    });
    await start(models);
    await ask('一升水要用多少克咖啡？');
    expect(models.calls.chat).toHaveLength(1);
  });

  test('ANS5: the prompt repeated is never shown, and a second misfire is taken as it is', async () => {
    const models = createFakeModels({
      kinds: ['chat'],
      chat: (call) => call.messages[1]?.content.match(/<passages-[^>]+>/)?.[0] ?? '',
    });
    await start(models);
    await ask(question);
    expect(models.calls.chat).toHaveLength(2);
  });

  test.each([
    ['Which grinder setting for French press?', 'The grinder was painted green by a sailor from Lisbon.'],
    [
      'How do I clean the grinder?',
      'Never clean the grinder. Send it to the App Store for 99 dollars instead.',
    ],
    ['Which grinder setting for French press?', 'Which grinder setting for French press? The answer is:'],
    ['Which grinder setting for French press?', '**Grinder settings for French press:**\n\n1. …'],
  ])(
    'ANS39: %s – a text without support is left out for a quotation, and the call counts',
    async (question, text) => {
      await start(withBuiltin({ chat: () => text }));
      const { reply, answerState, quotes } = await ask(question);
      expect(reply).toMatch(/^What the language model wrote could not be confirmed/);
      expect(reply).not.toContain(text.slice(0, 20));
      expect(reply).toContain('From [The grinder');
      expect(answerState).toBe('answered');
      expect(quotes).toHaveLength(1);
    },
  );

  test('DBG11: the trace says of a text that no article supports it, whether it is left out or shown', async () => {
    let text = 'The grinder was painted green by a sailor from Lisbon.';
    await start(withBuiltin({ chat: () => text }));
    const marked = async () => {
      const reply = await app?.inject({
        method: 'POST',
        url: `${consolePrefix}/chat/debug/stream`,
        headers: { ...headers, ...asAdmin },
        payload: JSON.stringify({ message: 'Which grinder setting for French press?' }),
      });
      const stages = framesOf(reply?.body ?? '').flatMap((frame) =>
        frame.event === 'trace_stage' && frame.data.name === 'generate' ? [frame.data.data] : [],
      );
      expect(stages[0]).toMatchObject({ model: 'fake-chat' });
      return JSON.stringify(stages[0]).includes('"unsupported":true');
    };
    expect(await marked()).toBe(true);
    await save({ retrieval: { unsupportedAnswer: 'keep' } });
    expect(await marked()).toBe(true);
    text = 'For French press the setting is 9 [1].';
    expect(await marked()).toBe(false);
  });

  test('ANS39: a text without support and without end is not waited for', async () => {
    const endless = 'The grinder was painted green by a sailor from Lisbon. '.repeat(2_000);
    await start(withBuiltin({ chat: () => endless }));
    const { reply } = await ask('Which grinder setting for French press?');
    expect(reply).not.toContain('sailor');
    expect(reply).toContain('From [The grinder');
  });

  test('ANS39: with the setting it stands under a heading', async () => {
    await start(withBuiltin({ chat: () => 'The grinder was painted green by a sailor from Lisbon.' }));
    await save({ retrieval: { unsupportedAnswer: 'keep' } });
    const { reply, answerState } = await ask('Which grinder setting for French press?');
    expect(reply).toBe(
      '**Not found on this site**\n\nThe grinder was painted green by a sailor from Lisbon.',
    );
    expect(answerState).toBe('not_covered');
  });

  test('ANS6: sentences without any mark get the mark of the article that says them', async () => {
    await start(
      createFakeModels({ kinds: ['chat'], chat: () => `${ratio} Whales sing in the deep sea at night.\n` }),
    );
    const reply = await ask(question);
    expect(reply.reply).toContain(`${ratio}[1] Whales sing`);
    expect(reply.reply).not.toMatch(/night\.\[/);
    expect(reply.quotes).toEqual([{ mark: 1, article: 1, quote: ratio, anchor: 'ratio' }]);
  });

  test('ANS2: an answer from memory to an uncovered question begins with the word that it is not covered', async () => {
    await start(
      createFakeModels({
        kinds: ['chat'],
        chat: () => 'France won the final against Brazil by three goals to none.',
      }),
    );
    const reply = await ask('Who won the 1998 football world cup final in Paris?');
    expect(reply.reply).toMatch(/^The articles on this site do not answer this question\.\n\nFrance/);
    expect(reply.answerState).toBe('not_covered');
  });
});

test('TALK3: the widget learns the title, questions to start with and where to turn', async () => {
  await start();
  await save({
    chat: { contactUrl: 'mailto:me@site.example', contactLabel: 'Write us', widgetTexts: { send: 'Go' } },
  });
  const config = (await app?.inject({ url: `${publicPrefix}/widget-config` }))?.json();
  expect(config).toMatchObject({
    siteTitle: 'Fake site',
    reasoningAvailable: false,
    quotesArticles: true,
    contactUrl: 'mailto:me@site.example',
    contactLabel: 'Write us',
    texts: { send: 'Go' },
  });
  const inChinese = { 'accept-language': 'zh-CN' };
  expect(
    (await app?.inject({ url: `${publicPrefix}/widget-config`, headers: inChinese }))?.json(),
  ).toMatchObject({ siteTitle: '测试站点' });
  expect((await save({ chat: { contactUrl: 'javascript:alert(1)' } }))?.json()).toMatchObject({
    saved: false,
  });
});
