import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { Fault } from '../../server/kit/fault.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels, type FakeScript } from '../fakes/models.ts';
import { answerOf, framesOf, orderOf } from './frames.ts';
import { articles } from './site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

async function start(script: FakeScript = {}) {
  const host = createFakeHost(articles);
  const models = createFakeModels({
    kinds: ['chat'],
    chat: () => 'Clean it every 200 kilometres.[1]',
    ...script,
  });
  app = await createTestApp({ host, models });
  const { inject } = app;
  const json = { 'content-type': 'application/json' };
  return {
    host,
    models,
    inject,
    find: async (keyword: string) =>
      (
        await inject({ url: `${publicPrefix}/search/halo-results?keyword=${encodeURIComponent(keyword)}` })
      ).json<Found>(),
    answer: (body: unknown) =>
      inject({
        method: 'POST',
        url: `${publicPrefix}/search/answer`,
        headers: json,
        payload: JSON.stringify(body),
      }),
    save: (groups: unknown) =>
      inject({
        method: 'POST',
        url: `${consolePrefix}/config/save`,
        headers: { ...json, ...asAdmin },
        payload: JSON.stringify(groups),
      }),
  };
}

interface Found {
  readonly total: number;
  readonly source: string;
  readonly articles: readonly {
    postId: string;
    title: string;
    url: string;
    snippet: string;
    score: number;
    heading?: string;
    anchor?: string;
    breadcrumbs?: string[];
    sections?: { snippet: string; heading?: string; anchor?: string; breadcrumbs?: string[] }[];
  }[];
}

describe('keyword results', () => {
  test('SR1, SR3, SR4: an article with its page and an escaped snippet whose only tag is <mark>', async () => {
    const { host, find } = await start();
    host.publish({
      id: 'tags',
      title: 'About <b>bold</b> text',
      text: 'Write <b>bold</b> & "quoted" oatmeal here.',
    });
    await expect.poll(async () => (await find('oatmeal')).total).toBe(1);
    const [article] = (await find('oatmeal')).articles;
    expect(article).toMatchObject({ postId: 'tags', url: '/archives/tags' });
    expect(article?.snippet).toContain('<mark>oatmeal</mark>');
    expect(article?.snippet.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>]/);
    expect(article?.score).toBe(Math.round((article?.score ?? 0) * 100) / 100);
  });

  test('SR7, SR8: the place that matched, in prose, with its headings', async () => {
    const { host, find } = await start();
    host.publish({
      id: 'settings',
      title: 'Settings',
      text: '# Settings\n\n## Network\n\n### Proxy\n\nSet the *porridge* address as "it" is.\n\n```json\n{ "porridge": 1 }\n```\n',
    });
    await expect.poll(async () => (await find('porridge')).total).toBe(1);
    const [article] = (await find('porridge')).articles;
    expect(article).toMatchObject({ heading: 'Proxy', anchor: 'proxy' });
    expect(article?.breadcrumbs?.at(-1)).toBe('Network');
    expect(article?.snippet).toContain('Set the <mark>porridge</mark> address as "it" is.');
    expect(article?.snippet).not.toContain('{');
  });

  test('SR18: an article names further sections that match, each once and not that of its best place', async () => {
    const { host, find } = await start();
    const section = (heading: string, text: string) =>
      `## ${heading}\n\n${text} ${'Something else is said here as well. '.repeat(12)}\n\n`;
    host.publish({
      id: 'kefir',
      title: 'Milk',
      text: `# Milk\n\n${section('Kefir grains', 'Kefir grains turn milk into kefir.')}${section('Storing', 'Kefir keeps a week.')}${section('Cheese', 'Nothing of it.')}${section('Costs', 'Kefir costs little.')}${section('Bread', 'Bake it with kefir.')}${section('Soup', 'Cold soup with kefir.')}`,
    });
    host.publish({ id: 'one', title: 'One', text: '# One\n\n## Only\n\nA word on kefir.' });
    await expect.poll(async () => (await find('kefir')).total).toBe(2);
    for (const keyword of ['kefir', 'kefir milk']) {
      const { articles } = await find(keyword);
      const milk = articles.find(({ postId }) => postId === 'kefir');
      const headings = milk?.sections?.map(({ heading }) => heading) ?? [];
      expect(headings).toHaveLength(3);
      expect(new Set([...headings, milk?.heading]).size).toBe(4);
      expect(headings).not.toContain('Cheese');
      for (const { snippet, anchor } of milk?.sections ?? []) {
        expect(snippet).toMatch(/<mark>kefir/i);
        expect(anchor).not.toBe('');
      }
    }
    expect((await find('kefir')).articles.find(({ postId }) => postId === 'one')).not.toHaveProperty(
      'sections',
    );
  });

  test('SR7: code is quoted only where there is no prose', async () => {
    const { host, find } = await start();
    const code = (lines: number) => `\n\n\`\`\`json\n${'{ "gruel_pass": [1, 2] },\n'.repeat(lines)}\`\`\`\n`;
    host.publish({ id: 'short', title: 'Proxy', text: `# Proxy\n\nPass the paths on.${code(1)}` });
    host.publish({ id: 'long', title: 'Gate', text: `# Gate\n\nPass them on at length.${code(200)}` });
    host.publish({ id: 'bare', title: 'Bare', text: code(1) });
    await expect.poll(async () => (await find('gruel_pass')).total).toBe(3);
    const { articles } = await find('gruel_pass');
    const snippets = Object.fromEntries(articles.map(({ postId, snippet }) => [postId, snippet]));
    expect(snippets).toMatchObject({ short: 'Pass the paths on.', long: 'Pass them on at length.' });
    expect(snippets['bare']).toContain('<mark>gruel_pass</mark>');
  });

  test('SR2: a blank keyword and a word that is nowhere are lucene with nothing', async () => {
    const { find } = await start();
    expect(await find('  ')).toEqual({ total: 0, articles: [], source: 'lucene' });
    expect(await find('zzzzqqqq')).toEqual({ total: 0, articles: [], source: 'lucene' });
  });

  test('SR2: search that is off says so', async () => {
    const { find, save } = await start();
    await save({ search: { enabled: false } });
    expect(await find('coffee')).toEqual({ total: 0, articles: [], source: 'disabled' });
  });

  test.each([
    ['coffee', 'coffee'],
    ['bicy', 'bicycle'],
    ['bycicle', 'bicycle'],
    ['龙井', 'tea'],
    ['茶汤', 'tea'],
  ])('PROD5: %s finds %s: whole words, beginnings, slips and two characters', async (keyword, id) => {
    const { find } = await start();
    expect((await find(keyword)).articles[0]?.postId).toBe(id);
  });

  test('SR5, PROD6: what is withdrawn is gone', async () => {
    const { host, find } = await start();
    expect((await find('coffee')).total).toBeGreaterThan(0);
    host.unpublish('coffee');
    await expect
      .poll(async () => (await find('coffee')).articles.map((article) => article.postId))
      .not.toContain('coffee');
  });

  test('SR5: what is not for everybody is not found', async () => {
    const { host, find } = await start();
    host.publish({ id: 'secret', text: 'The passphrase is marzipan.', visibility: 'limited' });
    host.publish({ id: 'open', text: 'The word is nougat.' });
    await expect.poll(async () => (await find('nougat')).total).toBe(1);
    expect((await find('marzipan')).total).toBe(0);
  });
});

describe('the search answer', () => {
  test('SSE11, SA5: citations, tokens, state and [DONE]; no id and no reasoning', async () => {
    const { answer } = await start({
      chat: () => [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'Clean it every 200 kilometres.[1]' },
      ],
    });
    const frames = framesOf((await answer({ keyword: 'bicycle chain clean' })).body);
    expect(orderOf(frames)).toEqual(['citations', 'token', 'answer_state', 'done']);
  });

  test('SA2: a blank keyword is one friendly token', async () => {
    const { answer } = await start();
    for (const body of [{ keyword: ' ' }, {}, { keyword: 7 }]) {
      const reply = await answer(body);
      expect(reply.statusCode).toBe(200);
      expect(orderOf(framesOf(reply.body))).toEqual(['token', 'done']);
    }
  });

  test('SA1, LIM2: 500 characters are answered, 501 are 400 with one token', async () => {
    const { answer } = await start();
    expect((await answer({ keyword: 'x'.repeat(500) })).statusCode).toBe(200);
    const reply = await answer({ keyword: 'x'.repeat(501) });
    expect(reply.statusCode).toBe(400);
    expect(orderOf(framesOf(reply.body))).toEqual(['token', 'done']);
  });

  test.each([{ enabled: false }, { showAiAnswer: false }])(
    'SA3: switched off is one token and no error event: %j',
    async (search) => {
      const { answer, save } = await start();
      await save({ search });
      const reply = await answer({ keyword: 'coffee' });
      expect(reply.statusCode).toBe(200);
      expect(orderOf(framesOf(reply.body))).toEqual(['token', 'done']);
    },
  );

  test('SA4: a failure is one token without its cause and without a warning sign', async () => {
    const { answer } = await start({
      chat: () => new Fault('upstream', 'secret reason', { upstreamKind: 'status', upstreamStatus: 401 }),
    });
    const frames = framesOf((await answer({ keyword: 'bicycle chain' })).body);
    expect(answerOf(frames)).toBe('AI search is unavailable right now. Please try again later.');
    expect(orderOf(frames)).toEqual(['citations', 'token', 'answer_state', 'done']);
  });

  test("SA6: the output limit is that of the search, within its bounds, or the chat's", async () => {
    const { answer, save, models } = await start();
    await answer({ keyword: 'bicycle chain' });
    await save({ search: { maxTokens: 128 } });
    await answer({ keyword: 'bicycle chain' });
    await save({ search: { maxTokens: 0 } });
    await answer({ keyword: 'bicycle chain' });
    expect(models.calls.chat.map((call) => call.maxTokens)).toEqual([512, 128, 2048]);
  });

  test('SA7: it is logged as its own kind', async () => {
    const { answer, inject } = await start();
    await answer({ keyword: 'bicycle chain' });
    const logs = (await inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin })).json<{
      items: { kind: string; question: string }[];
    }>();
    expect(logs.items).toMatchObject([{ kind: 'search', question: 'bicycle chain' }]);
  });
});

test('SA8: a trial of an administrator is answered, paid for, and counts as no visitor', async () => {
  const { inject, models, save } = await start();
  await save({ search: { enabled: false } });
  const trial = await inject({
    method: 'POST',
    url: `${consolePrefix}/search/debug/answer`,
    headers: asAdmin,
    payload: { keyword: 'bicycle chain' },
  });
  expect(answerOf(framesOf(trial.body))).toContain('200 kilometres');
  const results = (keyword: string) =>
    inject({ url: `${consolePrefix}/search/debug/results?keyword=${keyword}`, headers: asAdmin });
  expect((await results('chain')).json<Found>().articles[0]).toMatchObject({ postId: 'bicycle' });
  expect((await results('zzzz')).json<Found>().total).toBe(0);
  expect(models.calls.chat).toHaveLength(1);
  const logs = await inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin });
  expect(logs.json()).toMatchObject({ total: 0 });
  expect((await inject({ url: `${consolePrefix}/search/debug/results?keyword=chain` })).statusCode).toBe(401);
});
