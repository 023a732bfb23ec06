import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import type { Route, RouteFile, RouteStage } from '../../contract/intent-routes/route-fields.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { Fault } from '../../server/kit/fault.ts';
import type { ChatCall } from '../../server/ports/models.ts';
import { asAdmin, createTestApp, openMigrated, type TestApp } from '../app.ts';
import { createFakeHost, type FakeArticle } from '../fakes/host.ts';
import { createFakeModels, type FakeAnswer } from '../fakes/models.ts';
import { answerOf, framesOf, only, orderOf } from './frames.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const articles: readonly FakeArticle[] = [
  {
    id: 'docker',
    title: 'Docker from the start',
    tags: ['Docker', 'Machine Learning'],
    categories: ['Guides'],
    publishedAt: '2026-03-01T08:00:00.000Z',
    visits: 5,
    excerpt: `What a container is. ${'And more. '.repeat(20)}`,
    text: '# Docker from the start\n\nA container holds one process and what it needs.',
  },
  {
    id: 'tea',
    title: '怎样泡好一壶龙井茶',
    tags: ['厨房'],
    categories: ['生活'],
    publishedAt: '2026-02-01T08:00:00.000Z',
    visits: 50,
    text: '# 怎样泡好一壶龙井茶\n\n龙井茶适合用八十度左右的水冲泡。',
  },
  {
    id: 'photo',
    title: 'How to take a photo',
    tags: ['camera'],
    publishedAt: '2026-01-01T08:00:00.000Z',
    visits: 20,
    text: '# How to take a photo\n\nHold the camera still and press the button once.',
  },
  {
    id: 'secret',
    title: 'Docker for members',
    tags: ['Docker'],
    publishedAt: '2026-04-01T08:00:00.000Z',
    visits: 900,
    visibility: 'limited',
    text: '# Docker for members\n\nOnly for members.',
  },
];

interface Start {
  readonly chat?: (call: ChatCall) => FakeAnswer;
  readonly site?: readonly FakeArticle[];
  readonly path?: string;
}

async function start({ chat = () => 'An answer in words.', site = articles, path }: Start = {}) {
  const models = createFakeModels({ kinds: ['chat'], chat });
  const host = createFakeHost(site);
  app = await createTestApp({ host, models, db: path === undefined ? openMigrated() : openSqlite(path) });
  return { models, host };
}

const headers = { 'content-type': 'application/json', ...asAdmin };

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
  if (!app) throw new Error('start first');
  return app.inject({
    method,
    url: `${consolePrefix}/intent-routes${path}`,
    headers,
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
}

async function ask(message: string, more: object = {}) {
  if (!app) throw new Error('start first');
  const reply = await app.inject({
    method: 'POST',
    url: `${publicPrefix}/chat/stream`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ message, ...more }),
  });
  return framesOf(reply.body);
}

async function debug(message: string) {
  if (!app) throw new Error('start first');
  const url = `${consolePrefix}/chat/debug/stream`;
  const reply = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify({ message }) });
  return framesOf(reply.body);
}

const list = async () => (await send('GET', '')).json<Route[]>();
const idsOf = (frames: Awaited<ReturnType<typeof ask>>) =>
  only(frames, 'structured_result').data.items.map(({ postId }) => postId);

const route = {
  id: 'docker-list',
  displayName: 'Docker articles',
  triggerPatterns: ['docker list'],
  pipeline: [{ type: 'TAG_MATCH', params: { mode: 'fixed', tags: 'Docker' } }],
};

describe('the routes of an administrator', () => {
  test('IR1, IR18, WIRE9: a bare list that starts with the four built-in ones, in the order they are tried', async () => {
    await start();
    const routes = await list();
    expect(routes.map(({ id }) => id)).toEqual([
      'builtin-by-category',
      'builtin-by-tag',
      'builtin-hot-articles',
      'builtin-latest-posts',
    ]);
    for (const { builtin, enabled, priority, updatedAt, matchCount, lastMatchedAt } of routes) {
      expect({ builtin, enabled, priority, updatedAt, matchCount, lastMatchedAt }).toEqual({
        builtin: true,
        enabled: true,
        priority: 0,
        updatedAt: '',
        matchCount: 0,
        lastMatchedAt: '',
      });
    }
  });

  test('IR1, IR3, IR6: a route is given back with every save field, its defaults and when it was saved', async () => {
    await start();
    const saved = (await send('POST', '', { ...route, outputTemplate: 'kept' })).json<Route>();
    expect(saved).toMatchObject({
      ...route,
      description: '',
      enabled: true,
      priority: 0,
      llmFallback: false,
      llmFallbackHint: '',
      outputTemplate: 'kept',
      builtin: false,
      matchCount: 0,
      lastMatchedAt: '',
    });
    expect(saved.updatedAt).toMatch(/^\d{4}-.*Z$/);
    expect((await send('GET', '/docker-list')).json()).toEqual(saved);
    expect((await send('GET', '/none')).statusCode).toBe(404);
  });

  test('IR2, IR22: a blank id is made from the name; an odd one and the words of operations are refused', async () => {
    await start();
    const named = await send('POST', '', { ...route, id: '' });
    expect(named.json()).toMatchObject({ id: 'docker-articles' });
    const chinese = (await send('POST', '', { ...route, id: null, displayName: '容器' })).json<Route>();
    expect(chinese.id).toMatch(/^intent-[0-9a-f]{8}$/);
    for (const id of ['export', 'import', 'generate', 'simulate', 'Upper', '-x', 'x'.repeat(61)]) {
      const refused = await send('POST', '', { ...route, id });
      expect([id, refused.statusCode, typeof refused.json<{ error: string }>().error]).toEqual([
        id,
        400,
        'string',
      ]);
    }
    for (const word of ['export', 'import', 'generate', 'simulate'])
      expect((await send('PUT', `/${word}`, route)).statusCode).toBe(400);
  });

  test('IR2: a second route of the same name gets an id of its own, and a built-in one is not replaced by POST', async () => {
    await start();
    const create = async (fields: object) => (await send('POST', '', { ...route, ...fields })).json<Route>();
    const [first, second] = [await create({ id: undefined }), await create({ id: undefined, priority: 7 })];
    expect([first.id, second.id]).toEqual(['docker-articles', 'docker-articles-2']);
    expect((await send('GET', '/docker-articles')).json()).toMatchObject({ priority: 0 });
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => create({ id: undefined })));
    expect(atOnce.map(({ id }) => id).toSorted()).toEqual(
      [3, 4, 5, 6, 7].map((nth) => `docker-articles-${nth}`),
    );
    const named = await create({ id: undefined, displayName: 'Builtin hot articles' });
    expect(named).toMatchObject({ id: 'builtin-hot-articles-2', builtin: false });
    expect(await create({ id: 'docker-articles', priority: 9 })).toMatchObject({
      id: 'docker-articles',
      priority: 9,
    });
    const refused = await send('POST', '', { ...route, id: 'builtin-hot-articles' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ error: expect.stringContaining('built-in route') });
    expect((await send('GET', '/builtin-hot-articles')).json()).toMatchObject({
      builtin: true,
      updatedAt: '',
    });
  });

  test('IR7: PUT creates or replaces under the id of the path', async () => {
    await start();
    expect((await send('PUT', '/by-path', { ...route, id: 'by-body' })).json()).toMatchObject({
      id: 'by-path',
    });
    const replaced = await send('PUT', '/by-path', { ...route, id: 'No Id', priority: 7, enabled: false });
    expect(replaced.json()).toMatchObject({ id: 'by-path', priority: 7, enabled: false });
    const ids = (await list()).map(({ id }) => id);
    expect(ids).toContain('by-path');
    expect(ids).not.toContain('by-body');
    expect(ids).not.toContain('docker-list');
  });

  test.each([
    ['a name that is missing', { displayName: ' ' }, /displayName/],
    ['a wild priority', { priority: 1001 }, /priority/],
    ['no step', { pipeline: [] }, /pipeline/],
    ['an unknown step', { pipeline: [{ type: 'GUESS' }] }, /pipeline\.0\.type/],
    [
      'a pattern that does not end',
      { triggerPatterns: ['ok', '(x'] },
      /triggerPatterns\.1 .*missing closing \)/,
    ],
    ['looking ahead', { triggerPatterns: ['hot(?=dog)'] }, /triggerPatterns\.0 .*linear time/],
    ['a back-reference', { triggerPatterns: ['(a)\\1'] }, /refer back/],
    [
      'a parameter with a long name',
      { pipeline: [{ type: 'TIME_SORT', params: { ['x'.repeat(61)]: '' } }] },
      /^pipeline\.0\.params must have parameters with names of 1 to 60 characters$/,
    ],
    [
      'a pattern that grows too large',
      { triggerPatterns: ['[a-z]{900}x{900}[0-9]{900}y{900}z{900}'] },
      /too large/,
    ],
  ])('IR4, IR5, IR7: %s is 400 with the reason, and nothing is saved', async (_, fields, reason) => {
    await start();
    const refused = await send('POST', '', { ...route, ...fields });
    expect(refused.statusCode).toBe(400);
    expect(refused.json<{ error: string }>().error).toMatch(reason);
    expect(await list()).toHaveLength(4);
  });

  test('IR8, IR21: a built-in route can be changed, switched off and put back, but not deleted', async () => {
    await start();
    const [builtin] = (await list()).filter(({ id }) => id === 'builtin-hot-articles');
    const changed = await send('PUT', '/builtin-hot-articles', {
      ...builtin,
      displayName: 'Best of',
      enabled: false,
    });
    expect(changed.json()).toMatchObject({ displayName: 'Best of', enabled: false, builtin: true });
    expect(orderOf(await ask('hot articles'))).not.toContain('structured_result');
    const refused = await send('DELETE', '/builtin-hot-articles');
    expect([refused.statusCode, typeof refused.json<{ error: string }>().error]).toEqual([400, 'string']);
    expect((await send('POST', '/builtin-hot-articles/reset')).json()).toEqual(builtin);
    await send('POST', '', route);
    const own = await send('POST', '/docker-list/reset');
    expect([own.statusCode, typeof own.json<{ error: string }>().error]).toEqual([404, 'string']);
    expect((await send('GET', '/docker-list')).statusCode).toBe(200);
  });

  test('IR7: deleting is 204, also for a route that is gone', async () => {
    await start();
    await send('POST', '', route);
    expect((await send('DELETE', '/docker-list')).statusCode).toBe(204);
    expect((await send('DELETE', '/docker-list')).statusCode).toBe(204);
    expect(await list()).toHaveLength(4);
  });

  test('IR19, IR20: routes travel as a file; an import is all or nothing and leaves untouched built-in ones alone', async () => {
    await start();
    await send('POST', '', route);
    const file = (await send('GET', '/export')).json<RouteFile>();
    expect(file).toMatchObject({ version: 1 });
    expect(file.routes).toHaveLength(5);
    await send('DELETE', '/docker-list');
    const broken = { ...file, routes: [...file.routes, { ...route, id: 'bad', triggerPatterns: ['(x'] }] };
    const refused = await send('POST', '/import', broken);
    expect(refused.json()).toMatchObject({ error: expect.stringMatching(/^routes\.5\.triggerPatterns\.0 /) });
    expect(await list()).toHaveLength(4);

    expect((await send('POST', '/import', file)).json()).toEqual({ created: 1, replaced: 0, kept: 4 });
    expect((await list()).filter(({ updatedAt }) => updatedAt !== '')).toHaveLength(1);
    const other = { routes: [{ ...route, displayName: 'Other' }], existing: 'keep' };
    expect((await send('POST', '/import', other)).json()).toEqual({ created: 0, replaced: 0, kept: 1 });
    expect((await send('GET', '/docker-list')).json()).toMatchObject({ displayName: 'Docker articles' });
    const twice = await send('POST', '/import', { routes: [route, route] });
    expect(twice.statusCode).toBe(400);
    const replacing = { routes: [{ ...route, displayName: 'Other' }] };
    expect((await send('POST', '/import', replacing)).json()).toEqual({ created: 0, replaced: 1, kept: 0 });
    expect((await send('GET', '/docker-list')).json()).toMatchObject({ displayName: 'Other' });
  });

  test.each([
    ['no id', { routes: [{ ...route, id: '' }] }, /^routes\.0\.id must /],
    ['another version', { version: 2, routes: [route] }, /^version must be 1/],
    ['an unknown wish', { routes: [route], existing: 'merge' }, /^existing must be replace or keep$/],
    ['no list', { routes: 'all' }, /^routes must be a list/],
  ])('IR20: a file with %s is refused whole', async (_, file, reason) => {
    await start();
    const refused = await send('POST', '/import', file);
    expect(refused.statusCode).toBe(400);
    expect(refused.json<{ error: string }>().error).toMatch(reason);
    expect(await list()).toHaveLength(4);
  });

  test('IR20: more routes than a service holds are refused, and none of them is saved', async () => {
    await start();
    await send('POST', '', route);
    const routes = Array.from({ length: 1000 }, (_, nth) => ({ ...route, id: `r-${nth}` }));
    const refused = await send('POST', '/import', { routes });
    expect([refused.statusCode, typeof refused.json<{ error: string }>().error]).toEqual([409, 'string']);
    expect(await list()).toHaveLength(5);
  });
});

describe('a question that a route answers', () => {
  test('IR16, SSE4, SSE6, CIT6, CIT7: citations, the list, one fixed sentence; no model is called', async () => {
    const { models } = await start();
    const frames = await ask('Which are the most popular articles?');
    expect(orderOf(frames)).toEqual([
      'citations',
      'structured_result',
      'token',
      'answer_state',
      'logId',
      'done',
    ]);
    expect(only(frames, 'citations').data.map(({ postId }) => postId)).toEqual(['tea', 'photo', 'docker']);
    const result = only(frames, 'structured_result').data;
    expect(result).toMatchObject({ type: 'article-list', variant: 'ranking', title: 'Popular articles' });
    expect(result.items[2]).toEqual({
      rank: 3,
      postId: 'docker',
      title: 'Docker from the start',
      url: '/archives/docker',
      excerpt: expect.stringMatching(/^What a container is\. .{1,99}\S…$/),
      publishTime: '2026-03-01',
    });
    expect(answerOf(frames)).toMatch(/\b3 articles\b/);
    expect(only(frames, 'answer_state').data).toMatchObject({ answerState: 'answered' });
    expect(models.calls.chat).toHaveLength(0);
  });

  test('IR16: the sentence and the name of a built-in list are in the language of the question', async () => {
    await start();
    const frames = await ask('有哪些热门文章？');
    expect(only(frames, 'structured_result').data.title).toBe('热门文章');
    expect(answerOf(frames)).toContain('3 篇');
  });

  test('CIT4: a route that finds no article sends no list', async () => {
    await start();
    await send('POST', '', {
      ...route,
      pipeline: [{ type: 'TAG_MATCH', params: { mode: 'fixed', tags: 'Nothing' } }],
    });
    expect(orderOf(await ask('docker list'))).not.toContain('structured_result');
  });

  test('VER4: neither the sentence nor the cards read the output template', async () => {
    await start();
    await send('POST', '', { ...route, outputTemplate: 'TEMPLATE {title}' });
    const frames = await ask('docker list');
    expect(idsOf(frames)).toEqual(['docker']);
    expect(JSON.stringify(frames)).not.toContain('TEMPLATE');
  });

  test('CHAT8: POST chat gives the list as structuredResult', async () => {
    await start();
    const reply = await app?.inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ message: '最新文章' }),
    });
    expect(reply?.json()).toMatchObject({
      reply: expect.stringContaining('3 篇'),
      citations: [{ postId: 'docker' }, { postId: 'tea' }, { postId: 'photo' }],
      structuredResult: { variant: 'latest', items: [{ rank: 1 }, { rank: 2 }, { rank: 3 }] },
    });
  });

  test.each([
    ['最新文章', 'latest', ['docker', 'tea', 'photo']],
    ['有什麼最新的文章嗎', 'latest', ['docker', 'tea', 'photo']],
    ['latest posts', 'latest', ['docker', 'tea', 'photo']],
    ['What are the newest articles?', 'latest', ['docker', 'tea', 'photo']],
    ['热门文章推荐', 'ranking', ['tea', 'photo', 'docker']],
    ['Show me the HOT posts', 'ranking', ['tea', 'photo', 'docker']],
    ['标签为厨房的文章', 'tag', ['tea']],
    ['articles tagged machine learning', 'tag', ['docker']],
    ['生活分类下有哪些文章', 'category', ['tea']],
    ['posts in the category guides', 'category', ['docker']],
  ])('IR18, CIT5: %s is %s', async (message, variant, expected) => {
    const { models } = await start();
    const frames = await ask(message);
    expect(only(frames, 'structured_result').data.variant).toBe(variant);
    expect(idsOf(frames)).toEqual(expected);
    expect(models.calls.chat).toHaveLength(0);
  });

  test.each([
    'How do I take a photo?',
    'Where is the hotel?',
    'Is it too hot for tea?',
    'What is the latest version of Docker?',
    'How do I create a new user?',
    'How do I tag a Docker image?',
    '最新版本是多少？',
    '怎样给龙井茶分类？',
  ])('IR13: %s is a question for the articles', async (message) => {
    const { models } = await start();
    expect(orderOf(await ask(message))).not.toContain('structured_result');
    expect(models.calls.chat.map(({ scenario }) => scenario)).toEqual(['visitor_qa']);
  });

  test('IR13: the larger priority is tried first, then the smaller id', async () => {
    await start();
    const pipeline = [{ type: 'TIME_SORT' }];
    for (const [id, priority] of [
      ['b', 5],
      ['a', 5],
      ['c', 9],
    ] as const) {
      await send('PUT', `/${id}`, {
        ...route,
        displayName: id,
        triggerPatterns: ['pick me'],
        priority,
        pipeline,
      });
    }
    const chosen = async () => only(await ask('Pick me!'), 'structured_result').data.title;
    expect(await chosen()).toBe('c');
    await send('DELETE', '/c');
    expect(await chosen()).toBe('a');
    await send('PUT', '/a', { ...route, triggerPatterns: ['pick me'], enabled: false });
    expect(await chosen()).toBe('b');
  });

  test('CHAT6, IR13: intentRouteId enters a route directly; an unknown or disabled one is a friendly failure', async () => {
    const { models } = await start();
    await send('POST', '', route);
    expect(idsOf(await ask('anything', { intentRouteId: 'docker-list' }))).toEqual(['docker']);
    await send('PUT', '/docker-list', { ...route, enabled: false });
    for (const intentRouteId of ['docker-list', 'none-such']) {
      const frames = await ask('随便问问', { intentRouteId });
      expect(orderOf(frames)).toEqual(['token', 'answer_state', 'done']);
      expect(answerOf(frames)).toBe('⚠️ 助手暂时不可用，请稍后再试。');
    }
    expect(models.calls.chat).toHaveLength(0);
  });

  test('IR15: a route that finds nothing leaves the question to retrieval, and the trace shows it', async () => {
    const { models } = await start();
    await send('POST', '', {
      ...route,
      pipeline: [{ type: 'TAG_MATCH', params: { mode: 'fixed', tags: 'none' } }],
    });
    const frames = await debug('docker list: what does a container hold?');
    expect(orderOf(frames)).not.toContain('structured_result');
    expect(models.calls.chat.map(({ scenario }) => scenario)).toEqual(['visitor_qa']);
    const stages = frames.flatMap((frame) => (frame.event === 'trace_stage' ? [frame.data] : []));
    expect(stages.slice(0, 6).map(({ name, status, detail }) => [name, status, detail])).toEqual([
      ['chat_intent', 'ok', 'docker-list'],
      ['intent_route', 'ok', 'Docker articles'],
      ['fetch_posts', 'ok', 'Public articles: 3'],
      ['pipeline_step_0', 'fallback', '3 → 0'],
      ['pipeline', 'fallback', expect.stringContaining('passages')],
      ['chat_intent', 'ok', 'NORMAL_CHAT'],
    ]);
    expect(only(frames, 'trace_summary').data.intent).toBe('NORMAL_CHAT');
  });

  test('DBG2, DBG3: the debug stream shows the stages of a route and its list', async () => {
    await start();
    await send('POST', '', route);
    const frames = await debug('the docker list, please');
    expect(orderOf(frames)).toEqual([
      'trace_stage',
      'citations',
      'structured_result',
      'token',
      'answer_state',
      'trace_summary',
      'done',
    ]);
    const stages = frames.flatMap((frame) => (frame.event === 'trace_stage' ? [frame.data] : []));
    expect(stages.map(({ name }) => name)).toEqual([
      'chat_intent',
      'intent_route',
      'fetch_posts',
      'pipeline_step_0',
    ]);
    expect(stages[0]?.data).toEqual({ route: 'docker-list', displayName: 'Docker articles' });
    expect(stages[3]?.data).toEqual({
      type: 'TAG_MATCH',
      in: 3,
      out: 1,
      params: { mode: 'fixed', tags: 'Docker' },
      titles: ['Docker from the start'],
      posts: [
        { title: 'Docker from the start', url: '/archives/docker', publishTime: '2026-03-01T08:00:00.000Z' },
      ],
    });
    expect(only(frames, 'trace_summary').data.intent).toBe('docker-list');
  });

  test('IR17: a search answer never uses a route', async () => {
    const { models } = await start();
    const reply = await app?.inject({
      method: 'POST',
      url: `${publicPrefix}/search/answer`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ keyword: 'latest posts about docker' }),
    });
    expect(orderOf(framesOf(reply?.body ?? ''))).not.toContain('structured_result');
    expect(models.calls.chat.map(({ scenario }) => scenario)).toEqual(['search_answer']);
  });

  test('IR23: matches of visitors are counted, also in vain, those of the debug stream are not; deleting forgets them', async () => {
    await start();
    await send('POST', '', route);
    await ask('docker list');
    await ask('docker list');
    await debug('docker list');
    const counted = (await send('GET', '/docker-list')).json<Route>();
    expect(counted.matchCount).toBe(2);
    expect(counted.lastMatchedAt).toMatch(/Z$/);
    const inVain = { mode: 'fixed', tags: 'no such tag' };
    await send('PUT', '/docker-list', { ...route, pipeline: [{ type: 'TAG_MATCH', params: inVain }] });
    expect(orderOf(await ask('docker list'))).not.toContain('structured_result');
    expect((await send('GET', '/docker-list')).json()).toMatchObject({ matchCount: 3 });
    await send('DELETE', '/docker-list');
    await send('POST', '', route);
    expect((await send('GET', '/docker-list')).json()).toMatchObject({ matchCount: 0, lastMatchedAt: '' });
  });
});

describe('a route that asks a model', () => {
  const byModel = {
    ...route,
    triggerPatterns: [],
    llmFallback: true,
    llmFallbackHint: 'Everything on containers',
  };
  const answering = (detect: FakeAnswer) => (call: ChatCall) =>
    call.scenario === 'intent_detect' ? detect : 'An answer in words.';

  test.each(['docker-list', '1', ' "1". '])('IR14: is entered when the model says %j', async (said) => {
    const { models } = await start({ chat: answering(said) });
    await send('POST', '', byModel);
    expect(idsOf(await ask('Anything on boxes for software?'))).toEqual(['docker']);
    expect(
      models.calls.chat.map(({ scenario, temperature, maxTokens }) => [scenario, temperature, maxTokens]),
    ).toEqual([['intent_detect', 0, 32]]);
    await ask('latest posts');
    expect(models.calls.chat).toHaveLength(1);
  });

  test.each<FakeAnswer>(['none', '', '2', 'I think docker-list or 1', new Fault('upstream', 'down', {})])(
    'IR14: is left alone when the model says %j',
    async (said) => {
      const { models } = await start({ chat: answering(said) });
      await send('POST', '', byModel);
      expect(orderOf(await ask('What does a container hold?'))).not.toContain('structured_result');
      expect(models.calls.chat.map(({ scenario }) => scenario)).toEqual(['intent_detect', 'visitor_qa']);
    },
  );

  test('IR16, CIT5, CIT6: numbers that a model picks become articles of the host; the calls are metered as intent_pipeline', async () => {
    const chat = () => '```json\n{"numbers": [3, "2", 99, "How to take a photo", "Made up", -1]}\n```';
    const { models } = await start({ chat });
    await send('POST', '', { ...route, pipeline: [{ type: 'LLM_TITLE_FILTER' }] });
    const frames = await ask('docker list');
    expect(idsOf(frames)).toEqual(['photo', 'tea']);
    expect(only(frames, 'structured_result').data.variant).toBe('recommendation');
    expect(models.calls.chat.map(({ scenario, json, maxTokens }) => [scenario, json, maxTokens])).toEqual([
      ['intent_pipeline', true, 512],
    ]);
    const calls = await app?.inject({ url: `${consolePrefix}/usage/calls`, headers });
    expect(calls?.body).toContain('intent_pipeline');
  });

  test('US4, IR16, IR24: an answer of a route without a model does not use up a visitor, one with a model does', async () => {
    await start({ chat: () => '{"numbers":[1]}' });
    await app?.inject({
      method: 'POST',
      url: `${consolePrefix}/usage/limits`,
      headers,
      payload: JSON.stringify({ visitor: { enabled: true, hourlyLimit: 1 } }),
    });
    await send('POST', '', { ...route, pipeline: [{ type: 'LLM_TITLE_FILTER' }] });
    for (let nth = 0; nth < 3; nth += 1)
      expect(orderOf(await ask('latest posts'))).toContain('structured_result');
    expect(orderOf(await ask('docker list'))).toContain('structured_result');
    expect(only(await ask('latest posts'), 'answer_state').data).toMatchObject({ answerState: 'limited' });
  });
});

describe('drafts and trials', () => {
  const names = (stages: readonly RouteStage[]) => stages.map(({ name, status }) => `${name} ${status}`);

  test('IR11, IR23: a preview runs a saved route, one that is off too, and counts nothing', async () => {
    const { models } = await start();
    await send('POST', '', { ...route, enabled: false });
    const preview = (await send('POST', '/docker-list/preview', { query: '' })).json<{
      stages: RouteStage[];
    }>();
    expect(preview).toMatchObject({ query: '', intent: 'docker-list' });
    expect(names(preview.stages)).toEqual(['fetch_posts ok', 'pipeline_step_0 ok']);
    expect(preview.stages[0]?.data).toEqual({ totalPosts: 3 });
    expect(preview.stages[1]?.data).toMatchObject({ in: 3, out: 1, titles: ['Docker from the start'] });
    expect((await send('GET', '/docker-list')).json()).toMatchObject({ enabled: false, matchCount: 0 });
    expect((await send('POST', '/none/preview', { query: 'x' })).statusCode).toBe(404);
    expect(models.calls.chat).toHaveLength(0);
  });

  test('IR11: a preview really asks the model of its steps', async () => {
    const { models } = await start({ chat: () => '{"numbers":[2]}' });
    await send('POST', '', { ...route, pipeline: [{ type: 'LLM_TITLE_FILTER' }] });
    const preview = (await send('POST', '/docker-list/preview', { query: 'tea' })).json<{
      stages: RouteStage[];
    }>();
    expect(preview.stages[1]?.data).toMatchObject({ titles: ['怎样泡好一壶龙井茶'] });
    expect(models.calls.chat.map(({ scenario }) => scenario)).toEqual(['intent_pipeline']);
  });

  test('IR10, IR12: a simulation runs a draft also unmatched, tells what is odd and saves nothing', async () => {
    await start();
    const draft = {
      ...route,
      pipeline: [{ type: 'TIME_SORT', params: { limit: 2, colour: 'red' } }, ...route.pipeline],
    };
    const unmatched = (await send('POST', '/simulate', { draft, query: 'tea' })).json();
    expect(unmatched).toMatchObject({
      query: 'tea',
      intent: 'ai-generated-draft',
      matched: false,
      resultCount: 1,
      issues: [
        { level: 'warning', field: 'pipeline' },
        { level: 'error', field: 'pipeline', message: expect.stringContaining('"colour"') },
      ],
    });
    expect((await send('POST', '/simulate', { draft, query: 'a docker list' })).json()).toMatchObject({
      matched: true,
    });
    expect(await list()).toHaveLength(4);
    for (const body of [
      { query: 'x' },
      { draft, query: ' ' },
      { draft, query: 'x'.repeat(1001) },
      { draft: { ...draft, pipeline: [] }, query: 'x' },
    ]) {
      expect((await send('POST', '/simulate', body)).statusCode).toBe(400);
    }
  });

  const written = JSON.stringify({
    displayName: 'Docker articles',
    priority: 60,
    triggerPatterns: ['docker (articles|posts)', 'latest', 'latest'],
    pipeline: [
      { type: 'TAG_MATCH', params: { tag: 'Docker, Podman' } },
      { type: 'VISIT_SORT', params: { order: 'desc', limit: 5 } },
    ],
    unsupported: ['Sending mail'],
  });

  test('IR9, IR12: a model drafts from a wish; the draft is off, reviewed, explained and not saved', async () => {
    const { models } = await start({ chat: () => `\`\`\`json\n${written}\n\`\`\`` });
    await send('POST', '', { ...route, id: 'docker-articles', triggerPatterns: ['LATEST'] });
    const reply = await send('POST', '/generate', { requirement: ' List articles on Docker ' });
    expect(reply.json()).toMatchObject({
      draft: {
        id: 'docker-articles-2',
        enabled: false,
        priority: 60,
        pipeline: [
          { type: 'TAG_MATCH', params: { mode: 'fixed', tags: 'Docker, Podman' } },
          { type: 'VISIT_SORT', params: { limit: '5' } },
        ],
      },
      issues: expect.arrayContaining([
        { level: 'warning', field: 'triggerPatterns', message: expect.stringContaining('"latest"') },
        { level: 'warning', field: 'pipeline', message: expect.stringContaining('"Podman"') },
      ]),
      unsupportedRequirements: ['Sending mail'],
    });
    expect(reply.json<{ explanations: string[] }>().explanations).toHaveLength(5);
    expect(models.calls.chat.map(({ scenario, json }) => [scenario, json])).toEqual([
      ['intent_route_generate', true],
    ]);
    expect((await list()).map(({ id }) => id)).not.toContain('docker-articles-2');
  });

  test('IR9: an answer that does not fit is repaired once; rules draft when that fails too', async () => {
    const answers = ['Sure!', written];
    const { models } = await start({ chat: () => answers.shift() ?? 'nothing' });
    const repaired = (await send('POST', '/generate', { requirement: 'docker' })).json<{ draft: Route }>();
    expect(repaired.draft.displayName).toBe('Docker articles');
    expect(models.calls.chat).toHaveLength(2);
    const byRules = (
      await send('POST', '/generate', {
        requirement: '用户问“容器”时，列出 Docker 标签下浏览量最高的 3 篇文章',
      })
    ).json();
    expect(models.calls.chat).toHaveLength(4);
    expect(byRules).toMatchObject({
      draft: {
        enabled: false,
        triggerPatterns: ['容器'],
        pipeline: [
          { type: 'TAG_MATCH', params: { mode: 'fixed', tags: 'Docker' } },
          { type: 'VISIT_SORT', params: { limit: '3' } },
        ],
      },
      explanations: expect.arrayContaining([expect.stringContaining('the language model failed')]),
    });
  });

  test.each([{}, { requirement: '  ' }, { requirement: 'x'.repeat(2001) }])(
    'IR9: %j is refused',
    async (body) => {
      await start();
      expect((await send('POST', '/generate', body)).statusCode).toBe(400);
    },
  );
});
