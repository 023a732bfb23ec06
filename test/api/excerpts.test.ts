import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { excerptLimits } from '../../contract/excerpts.ts';
import { Fault } from '../../server/kit/fault.ts';
import type { Ports } from '../../server/app.ts';
import { builtinExtractive } from '../../server/adapters/models/builtin/builtin-extractive.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost, type FakeArticle } from '../fakes/host.ts';
import { createFakeModels, type FakeScript } from '../fakes/models.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const coffee: FakeArticle = {
  id: 'coffee',
  title: 'Brewing coffee at home',
  publishedAt: '2026-03-01T00:00:00.000Z',
  text: '# Brewing coffee\n\nUse water of 93 degrees for a light roast. Boiling water burns the grounds.\n\nTake 60 grams of coffee for each litre of water.',
};
const tea: FakeArticle = {
  id: 'tea',
  title: '怎样泡好一壶龙井茶',
  publishedAt: '2026-02-01T00:00:00.000Z',
  text: '龙井茶适合用八十度左右的水冲泡，水太烫会让茶汤发苦。第一泡大约三十秒就可以倒出。',
};
const chain: FakeArticle = {
  id: 'chain',
  title: 'Caring for a bicycle chain',
  publishedAt: '2026-01-01T00:00:00.000Z',
  text: 'Clean the chain with a dry cloth every 200 kilometres. Oil the chain afterwards.',
};
const manual: FakeArticle = {
  id: 'manual',
  title: 'Described by hand',
  publishedAt: '',
  text: 'Everything here was described by its author long ago.',
  excerpt: 'In my own words.',
};

type Chat = NonNullable<FakeScript['chat']>;
/** Writes as a model would: the first sentence of the article, unless the script says otherwise. */
const first: Chat = ({ task }) =>
  task.kind === 'excerpt' ? (/[^#\n]+?[.。]/.exec(task.text)?.[0] ?? 'Nothing.') : 'ok';

async function open(articles: readonly FakeArticle[], chat: Chat = first, ports: Partial<Ports> = {}) {
  const host = createFakeHost(articles);
  const models = createFakeModels({ chat, kinds: ['chat'] });
  app = await createTestApp({ host, models, ...ports });
  const { inject } = app;
  const send = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const reply = await inject({
      method,
      url: `${consolePrefix}/knowledge${path}`,
      headers: asAdmin,
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: reply.json<Record<string, any>>() };
  };
  return {
    host,
    models,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown) => send('POST', path, body),
    excerptOf: async (id: string) => (await host.article(id))?.excerpt,
    row: async (id: string) =>
      (await send('GET', '/excerpts/all')).body['items'].find(
        (row: { postName: string }) => row.postName === id,
      ),
  };
}

describe('lists', () => {
  const articles = [coffee, tea, chain, manual];

  test('EX1 EX2 EX3: every article, newest first, undated last, with the state of its excerpt', async () => {
    const { get, post } = await open(articles);
    await post('/excerpts/generate', { postName: 'coffee' });
    const { body } = await get('/excerpts/all');
    expect(body).toMatchObject({ page: 1, size: 20, total: 4 });
    expect(body['items'].map((row: { postName: string }) => row.postName)).toEqual([
      'coffee',
      'tea',
      'chain',
      'manual',
    ]);
    expect(body['items'][0]).toEqual({
      postName: 'coffee',
      title: 'Brewing coffee at home',
      excerpt: 'Use water of 93 degrees for a light roast.',
      hasExcerpt: true,
      autoGenerate: false,
      publishTime: '2026-03-01T00:00:00.000Z',
      manual: false,
      stale: false,
      generatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      model: 'fake-chat',
    });
    expect(body['items'][3]).toMatchObject({
      hasExcerpt: true,
      manual: true,
      publishTime: '',
      generatedAt: '',
      model: '',
    });
  });

  test('EX1: the older list has only articles with an excerpt', async () => {
    const { get, post } = await open(articles);
    await post('/excerpts/generate', { postName: 'chain' });
    const { body } = await get('/excerpts');
    expect(body).toMatchObject({ page: 1, size: 10, total: 2 });
    expect(body['items'].map((row: { postName: string }) => row.postName)).toEqual(['chain', 'manual']);
  });

  test.each(['/excerpts', '/excerpts/all'])(
    'EX1 EX3: %s takes page, size, sort and keyword',
    async (path) => {
      const { get } = await open(articles.map((article) => ({ ...article, excerpt: 'Written.' })));
      const names = async (query: string) =>
        (await get(`${path}?${query}`)).body['items'].map((row: { postName: string }) => row.postName);
      expect(await names('sort=asc')).toEqual(['chain', 'tea', 'coffee', 'manual']);
      expect(await names('size=2&page=2')).toEqual(['chain', 'manual']);
      expect(await names('page=9')).toEqual([]);
      expect(await names('keyword=%20BICYCLE%20')).toEqual(['chain']);
      expect(await names('keyword=%E9%BE%99%E4%BA%95')).toEqual(['tea']);
      expect(await names('page=x&size=-3&sort=upwards')).toEqual(['coffee']);
    },
  );

  test('EX16: an excerpt is stale when its article reads differently, not when only its tags changed', async () => {
    const { host, post, row } = await open([coffee]);
    await post('/excerpts/generate', { postName: 'coffee' });
    const excerpt = (await host.article('coffee'))?.excerpt ?? '';
    const keep = async (article: FakeArticle) => {
      host.publish(article);
      await host.writeExcerpt('coffee', excerpt, {});
    };
    await keep({ ...coffee, tags: ['kitchen'] });
    expect(await row('coffee')).toMatchObject({ stale: false });
    await keep({ ...coffee, text: `${coffee.text} Stir it twice.` });
    expect(await row('coffee')).toMatchObject({ stale: true });
    await post('/excerpts/generate', { postName: 'coffee' });
    expect(await row('coffee')).toMatchObject({ stale: false });
  });
});

describe('one article', () => {
  test('EX4: a summary is written and not saved', async () => {
    const { post, excerptOf } = await open([tea]);
    const { status, body } = await post('/summarize', { postName: 'tea' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, summary: expect.stringContaining('八十度') });
    expect(await excerptOf('tea')).toBe('');
  });

  test('EX5 EX11: generate writes, saves and answers; the model sees 3000 characters and is asked for 150', async () => {
    const { post, excerptOf, models } = await open([
      { ...coffee, text: `${coffee.text}\n\n${'Grind it fresh. '.repeat(400)}` },
    ]);
    const { body } = await post('/excerpts/generate', { postName: ' coffee ' });
    expect(body).toEqual({
      success: true,
      summary: 'Use water of 93 degrees for a light roast.',
      postName: 'coffee',
    });
    expect(await excerptOf('coffee')).toBe(body['summary']);
    const [call] = models.calls.chat;
    expect(call).toMatchObject({
      scenario: 'summary_generate',
      temperature: 0.3,
      maxTokens: 512,
      reasoning: 'disabled',
    });
    expect(call?.task).toMatchObject({ kind: 'excerpt', maxLength: excerptLimits.length });
    const text = call?.task.kind === 'excerpt' ? call.task.text : '';
    expect(text.length).toBeLessThanOrEqual(excerptLimits.inputLength);
    expect(text.length).toBeGreaterThan(excerptLimits.inputLength / 2);
  });

  test('EX5: the built-in model does it without any other', async () => {
    const models = { ...createFakeModels(), chat: builtinExtractive.call };
    const { post } = await open([coffee, tea], first, { models });
    for (const postName of ['coffee', 'tea']) {
      const { body } = await post('/excerpts/generate', { postName });
      expect(body).toMatchObject({ success: true, summary: expect.stringMatching(/93|60|八十度|三十秒/) });
    }
  });

  test('EX5: a proposal that a person agreed to is stored as it is, without a model, and counts as written by Docent', async () => {
    const { post, row, excerptOf, models } = await open([coffee, manual]);
    const { body: proposal } = await post('/summarize', { postName: 'coffee' });
    const asked = models.calls.chat.length;
    const summary = `**${String(proposal['summary'])}** <b>Yes</b>`;
    await post('/excerpts/generate', { postName: 'coffee', summary });
    expect(await excerptOf('coffee')).toBe('Use water of 93 degrees for a light roast. Yes');
    expect(await row('coffee')).toMatchObject({ manual: false, stale: false });
    const refused = await post('/excerpts/generate', { postName: 'manual', summary });
    expect(refused.body['success']).toBe(false);
    const long = await post('/excerpts/generate', { postName: 'coffee', summary: 'x'.repeat(501) });
    expect([long.status, models.calls.chat.length]).toEqual([400, asked]);
  });

  test("EX12: a person's excerpt is kept unless forced, and cleared only when named by itself", async () => {
    const { post, excerptOf, models } = await open([manual]);
    const refused = await post('/excerpts/generate', { postName: 'manual' });
    expect(refused).toMatchObject({ status: 200, body: { success: false, code: 'EXCERPT_MANUAL' } });
    expect(models.calls.chat).toEqual([]);
    expect(await excerptOf('manual')).toBe('In my own words.');
    await post('/excerpts/generate', { postName: 'manual', force: true });
    expect(await excerptOf('manual')).toBe('Everything here was described by its author long ago.');
  });

  test("EX12: a text that differs from what Docent wrote is a person's, also where the host cannot tell", async () => {
    const { host, post, row, excerptOf } = await open([coffee]);
    await post('/excerpts/generate', { postName: 'coffee' });
    await host.writeExcerpt('coffee', 'Changed by hand.', {});
    host.publish();
    expect(await row('coffee')).toMatchObject({ manual: true, stale: false, model: '' });
    expect((await post('/excerpts/generate', { postName: 'coffee' })).body['success']).toBe(false);
    expect(await excerptOf('coffee')).toBe('Changed by hand.');
  });

  test('EX12: an excerpt that a person writes during the model call is kept', async () => {
    const { host, post, excerptOf } = await open([coffee], () => ({
      async *[Symbol.asyncIterator]() {
        host.publish({ ...coffee, excerpt: 'Just typed in.' });
        yield { type: 'text' as const, text: 'Boiling water burns the grounds.' };
      },
    }));
    expect((await post('/excerpts/generate', { postName: 'coffee' })).body['success']).toBe(false);
    expect(await excerptOf('coffee')).toBe('Just typed in.');
  });

  test('EX7 EX12: clear empties the excerpt of the article it names, whoever wrote it', async () => {
    const { post, excerptOf, row } = await open([coffee, manual]);
    await post('/excerpts/generate', { postName: 'coffee' });
    for (const postName of ['coffee', 'manual']) {
      expect((await post('/excerpts/clear', { postName })).body).toEqual({ success: true, postName });
      expect(await excerptOf(postName)).toBe('');
    }
    expect(await row('coffee')).toMatchObject({ hasExcerpt: false, autoGenerate: false, generatedAt: '' });
  });

  test('EX6: the switch of an article is stored; clearing turns it off', async () => {
    const { post, row } = await open([coffee]);
    const on = await post('/excerpts/toggle-auto', { postName: 'coffee', enabled: true });
    expect(on.body).toEqual({ success: true, enabled: true, postName: 'coffee' });
    expect(await row('coffee')).toMatchObject({ autoGenerate: true });
    await post('/excerpts/clear', { postName: 'coffee' });
    expect(await row('coffee')).toMatchObject({ autoGenerate: false });
    expect((await post('/excerpts/toggle-auto', { postName: 'coffee' })).body).toMatchObject({
      enabled: false,
    });
  });
});

describe('refusals', () => {
  const single = ['/summarize', '/excerpts/generate', '/excerpts/toggle-auto', '/excerpts/clear'];
  const several = ['/excerpts/batch-generate', '/excerpts/batch-clear'];

  test.each(single)('EX9: %s refuses a blank name and a malformed body', async (path) => {
    const { post } = await open([coffee]);
    for (const body of [undefined, '', '{', '[]', 'null', '{"postName":" "}', '{"postName":7}', '{}']) {
      expect(await post(path, body)).toMatchObject({
        status: 400,
        body: { success: false, message: expect.any(String) },
      });
    }
  });

  test.each(several)('EX8 EX9: %s refuses an empty list and a malformed body', async (path) => {
    const { post } = await open([coffee]);
    for (const body of [
      '',
      '{',
      '{"postNames":[]}',
      '{"postNames":"coffee"}',
      '{"postNames":["  "]}',
      '{"postNames":["a"],"force":"yes"}',
    ]) {
      expect(await post(path, body)).toMatchObject({
        status: 400,
        body: { success: false, message: expect.any(String) },
      });
    }
  });

  test.each(single)('EX10: %s tells that an article is unknown', async (path) => {
    const { post } = await open([coffee]);
    expect(await post(path, { postName: 'gone', enabled: true })).toEqual({
      status: 200,
      body: { success: false, message: 'Article not found' },
    });
  });

  test('EX9: a model that fails is a failure with a message, and nothing is stored', async () => {
    const { post, models, excerptOf } = await open([coffee]);
    models.fail('chat', new Fault('upstream', 'The provider answered 500'));
    const reply = await post('/excerpts/generate', { postName: 'coffee' });
    expect(reply).toEqual({ status: 200, body: { success: false, message: 'The provider answered 500' } });
    expect(await excerptOf('coffee')).toBe('');
  });

  test.each([
    ['/excerpts/generate', { postName: 'coffee' }],
    ['/excerpts/clear', { postName: 'coffee' }],
    ['/excerpts/toggle-auto', { postName: 'coffee', enabled: true }],
    ['/excerpts/batch-generate', { postNames: ['coffee'] }],
    ['/excerpts/batch-clear', { postNames: ['coffee'] }],
    ['/summarize-all', undefined],
    ['/excerpts/clear-all', undefined],
  ])('EX17: %s says so when the host cannot store excerpts; no model is called', async (path, body) => {
    const site = createFakeHost([coffee]);
    const host = { ...site, describe: () => ({ ...site.describe(), canWriteExcerpts: false }) };
    const { post, models } = await open([], first, { host });
    expect(await post(path, body)).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringContaining('cannot store') },
    });
    expect(models.calls.chat).toEqual([]);
    expect((await post('/summarize', { postName: 'coffee' })).body['success']).toBe(true);
  });

  test('EX17: an excerpt is no longer than the host allows', async () => {
    const site = createFakeHost([coffee]);
    const host = { ...site, describe: () => ({ ...site.describe(), maxExcerptLength: 45 }) };
    const { post } = await open(
      [],
      () => 'Use water of 93 degrees for a light roast. Boiling water burns the grounds.',
      { host },
    );
    expect((await post('/excerpts/generate', { postName: 'coffee' })).body['summary']).toBe(
      'Use water of 93 degrees for a light roast.',
    );
  });
});

describe('batches', () => {
  const three = [coffee, tea, chain];

  test('EX4 EX8: summarize-all saves one for every article but those of persons', async () => {
    const { post, excerptOf } = await open([...three, manual]);
    const { status, body } = await post('/summarize-all');
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, count: 3, total: 4, skipped: 1 });
    expect(body['results']).toHaveLength(4);
    expect(body['results'][0]).toEqual({
      postName: 'coffee',
      title: 'Brewing coffee at home',
      summary: 'Use water of 93 degrees for a light roast.',
      saved: true,
    });
    expect(body['results'][3]).toMatchObject({
      postName: 'manual',
      saved: false,
      skipped: true,
      error: expect.any(String),
    });
    expect(await excerptOf('tea')).toContain('八十度');
  });

  test('EX8 EX10 EX12: a batch answers for each article it names; failures and persons do not end it', async () => {
    const { post, host } = await open([...three, manual]);
    host.breakArticle('tea', new Error('the page is broken'), 9);
    const { body } = await post('/excerpts/batch-generate', {
      postNames: ['coffee', 'tea', 'gone', 'manual', 'coffee', ' ', 'chain'],
    });
    expect(body).toMatchObject({ success: true, count: 2, total: 5, skipped: 1 });
    expect(body['results']).toEqual([
      { postName: 'coffee', success: true, summary: 'Use water of 93 degrees for a light roast.' },
      { postName: 'tea', success: false, error: 'The site could not be asked' },
      { postName: 'gone', success: false, error: 'Article not found' },
      { postName: 'manual', success: false, skipped: true, error: expect.stringContaining('person') },
      { postName: 'chain', success: true, summary: 'Clean the chain with a dry cloth every 200 kilometres.' },
    ]);
  });

  test('EX12: with force a batch overwrites what persons wrote too', async () => {
    const { post, excerptOf } = await open([manual]);
    const { body } = await post('/excerpts/batch-generate', { postNames: ['manual'], force: true });
    expect(body).toMatchObject({ count: 1, skipped: 0 });
    expect(await excerptOf('manual')).toContain('described by its author');
  });

  test('EX7 EX12: batch-clear and clear-all leave what persons wrote, unless forced', async () => {
    const { post, excerptOf } = await open([...three, manual]);
    await post('/summarize-all');
    const some = await post('/excerpts/batch-clear', { postNames: ['coffee', 'manual', 'gone'] });
    expect(some.body).toMatchObject({ success: true, count: 1, total: 3, skipped: 1 });
    expect(some.body['results'][0]).toEqual({ postName: 'coffee', success: true });
    expect((await post('/excerpts/clear-all')).body).toEqual({
      success: true,
      count: 2,
      total: 3,
      skipped: 1,
    });
    expect(await Promise.all(['coffee', 'tea', 'chain'].map(excerptOf))).toEqual(['', '', '']);
    expect(await excerptOf('manual')).toBe('In my own words.');
    expect((await post('/excerpts/clear-all', { force: true })).body).toMatchObject({ count: 1, total: 1 });
    expect(await excerptOf('manual')).toBe('');
  });

  test('EX13: the last batch can be read with its results, page by page', async () => {
    const { get, post } = await open(three);
    expect((await get('/excerpts/job')).body).toMatchObject({
      status: 'idle',
      kind: '',
      total: 0,
      results: [],
    });
    await post('/summarize-all');
    const { body } = await get('/excerpts/job?size=2&page=2');
    expect(body).toMatchObject({
      kind: 'summarize-all',
      status: 'completed',
      total: 3,
      completed: 3,
      success: 3,
      percent: 100,
      currentTitle: '',
    });
    expect(Date.parse(body['finishedAt'])).toBeGreaterThanOrEqual(Date.parse(body['createdAt']));
    expect(body['results']).toEqual([
      {
        postName: 'chain',
        title: 'Caring for a bicycle chain',
        status: 'success',
        message: '',
        summary: expect.any(String),
      },
    ]);
  });

  test('EX13 EX14: while one is at work a second is refused; it is watched, and cancelled with what is done kept', async () => {
    const held = Promise.withResolvers<void>();
    const { get, post, excerptOf } = await open(three, (call) =>
      call.task.kind === 'excerpt' && call.task.title === coffee.title
        ? 'Boiling water burns the grounds.'
        : (async function* () {
            await Promise.race([
              held.promise,
              new Promise((over) => call.signal.addEventListener('abort', over)),
            ]);
            yield { type: 'text' as const, text: 'late' };
          })(),
    );
    const running = post('/excerpts/batch-generate', { postNames: ['coffee', 'tea', 'chain'] });
    await expect
      .poll(async () => (await get('/excerpts/job')).body)
      .toMatchObject({ status: 'running', completed: 1, total: 3, success: 1 });
    expect((await get('/excerpts/job')).body['results']).toHaveLength(1);
    expect(await post('/excerpts/clear-all')).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringContaining('Another batch') },
    });
    expect((await post('/excerpts/job/cancel')).body).toMatchObject({ success: true });
    const { body } = await running;
    expect(body).toMatchObject({ success: true, cancelled: true, count: 1, total: 3 });
    expect(body['results'][1]).toMatchObject({
      postName: 'tea',
      success: false,
      error: expect.stringContaining('cancelled'),
    });
    expect((await get('/excerpts/job')).body).toMatchObject({ status: 'cancelled', completed: 1 });
    expect(await excerptOf('coffee')).toBe('Boiling water burns the grounds.');
    expect(await excerptOf('tea')).toBe('');
    expect((await post('/excerpts/job/cancel')).body).toMatchObject({ success: false });
  });

  test('EX8: the empty site has nothing to do', async () => {
    const { post } = await open([]);
    expect((await post('/summarize-all')).body).toMatchObject({
      success: true,
      count: 0,
      total: 0,
      results: [],
    });
    expect((await post('/excerpts/clear-all')).body).toMatchObject({ success: true, count: 0 });
  });
});
