import { describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { ScopeList } from '../../../contract/articles/scope.ts';
import { asAdmin } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { createRunningApp } from '../../running-app.ts';

const { start: startApp, running } = createRunningApp();

const linux = 'Linux';
const guides = 'Guides';
const install = (id: string, url: string, more: object = {}) => ({
  id,
  url,
  title: `Installing the lamp ${id}`,
  text: `# Installing the lamp\n\nInstall the lamp with four screws on a dry wall, edition ${id}.`,
  ...more,
});

const lamps = [
  install('old', '/docs/v1/install', { tags: [linux] }),
  install('new', '/docs/v2/install', { tags: [linux], categories: [guides] }),
  install('blog', '/blog/installing', { categories: [guides] }),
  install('hidden', '/docs/v3/install', {
    visibility: 'limited',
    tags: ['Secret'],
  }),
];

async function start(articles = lamps) {
  const host = createFakeHost(articles);
  await startApp({
    host,
    models: createFakeModels({
      kinds: ['chat'],
      chat: () => 'Install the lamp with four screws on a dry wall[1].',
    }),
  });
}

const question = 'How do I install the lamp?';
const post = (path: string, payload: object) =>
  running().inject({ method: 'POST', url: `${publicPrefix}${path}`, payload });

async function cited(scope?: unknown): Promise<string[]> {
  const reply = await post('/chat', { message: question, scope });
  return reply.json<{ citations: { postId: string }[] }>().citations.map(({ postId }) => postId);
}

async function found(scope: string): Promise<string[]> {
  const query = `?keyword=lamp&scope=${encodeURIComponent(scope)}`;
  const reply = await running().inject({ url: `${publicPrefix}/search/halo-results${query}` });
  return reply
    .json<{ articles: { postId: string }[] }>()
    .articles.map(({ postId }) => postId)
    .toSorted();
}

describe('a scope', () => {
  test.each([
    [['path:/docs/v1'], ['old']],
    [['path:/docs/v2/'], ['new']],
    [['path:/BLOG'], ['blog']],
    [['tag:linux', 'category:Guides'], ['new']],
    [['path:/doc'], []],
    [['tag:unknown'], []],
  ])('SCP1: a question in %j is answered from %j', async (scope, ids) => {
    await start();
    expect(await cited(scope)).toEqual(ids);
    expect(await cited(scope.join(','))).toEqual(ids);
  });

  test('SCP4: a part that does not answer is told as such, not the whole site', async () => {
    await start();
    const said = async (message: string, scope: readonly string[]) =>
      (await post('/chat', { message, scope })).json<{ reply: string; answerState: string }>();
    expect(await said('How do I book a flight to Mars?', ['tag:none'])).toMatchObject({
      reply: expect.stringMatching(/^The articles of this part of the site do not answer this question\./),
      answerState: 'not_covered',
    });
    expect((await said('怎么预订去火星的航班？', ['path:/blog/'])).reply).toMatch(/这一部分|使用/);
  });

  test('SCP1: a search takes it as a text, parts of one kind are alternatives', async () => {
    await start();
    expect(await found('')).toEqual(['blog', 'new', 'old']);
    expect(await found('path:/docs/')).toEqual(['new', 'old']);
    expect(await found('path:/docs/v1/, path:/blog/')).toEqual(['blog', 'old']);
    expect(await found('tag:LINUX,category:guides')).toEqual(['new']);
  });

  test.each([['section:docs'], ['tag:'], [['path:/docs', 7]], [{ tag: 'linux' }], [Array(21).fill('tag:a')]])(
    'SCP1: %j is refused',
    async (scope) => {
      await start();
      const reply = await post('/chat', { message: question, scope });
      expect(reply.statusCode).toBe(400);
      expect(reply.body).toContain('scope');
    },
  );

  test('SCP1: programs by /v1 and /mcp narrow alike', async () => {
    await start();
    await running().inject({
      method: 'POST',
      url: `${consolePrefix}/config/save`,
      headers: asAdmin,
      payload: { integrations: { openAiEnabled: true } },
    });
    const completion = await running().inject({
      method: 'POST',
      url: '/v1/chat/completions',
      headers: asAdmin,
      payload: { messages: [{ role: 'user', content: question }], scope: ['path:/blog/'] },
    });
    expect(completion.body).toContain('/blog/installing');
    expect(completion.body).not.toContain('/docs/');
    const tool = await running().inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search', arguments: { query: 'lamp', scope: ['path:/docs/v1/'] } },
      },
    });
    expect(tool.body).toContain('/docs/v1/install');
    expect(tool.body).not.toContain('/blog/');
  });

  test('SCP4: a kept answer is one for its scope, and small talk is not narrowed', async () => {
    await start();
    await running().inject({
      method: 'POST',
      url: `${consolePrefix}/config/save`,
      headers: asAdmin,
      payload: { chat: { answerCacheHours: 1 } },
    });
    const hello = await post('/chat', { message: 'Hello!', scope: ['tag:unknown'] });
    expect(hello.json()).toMatchObject({ kind: 'small_talk' });
    expect(await cited(['path:/docs/v1/'])).toEqual(['old']);
    expect(await cited(['path:/docs/v1/'])).toEqual(['old']);
    expect(await cited(['path:/docs/v2/'])).toEqual(['new']);
  });
});

test('SCP3: the list names what narrows the site, with counts of public articles', async () => {
  await start();
  const reply = await running().inject({ url: `${publicPrefix}/search/scopes` });
  expect(reply.json<ScopeList>()).toEqual({
    total: 3,
    scopes: [
      { scope: 'tag:linux', kind: 'tag', name: 'Linux', articles: 2 },
      { scope: 'category:guides', kind: 'category', name: 'Guides', articles: 2 },
      { scope: 'path:/docs/', kind: 'path', name: '/docs/', articles: 2 },
      { scope: 'path:/blog/', kind: 'path', name: '/blog/', articles: 1 },
      { scope: 'path:/docs/v1/', kind: 'path', name: '/docs/v1/', articles: 1 },
      { scope: 'path:/docs/v2/', kind: 'path', name: '/docs/v2/', articles: 1 },
    ],
  });
});

const besideFiles = [
  install('a', '/archives/a'),
  install('b', '/archives/b', { tags: [linux] }),
  install('guide', '/media/guide.pdf'),
  install('plan', '/media/Plan.DOCX'),
];

test('SCP3: the folders are those of pages; the one in which documents are served narrows nothing', async () => {
  await start(besideFiles);
  const reply = await running().inject({ url: `${publicPrefix}/search/scopes` });
  expect(reply.json<ScopeList>()).toEqual({
    total: 4,
    scopes: [{ scope: 'tag:linux', kind: 'tag', name: 'Linux', articles: 1 }],
  });
  expect(await found('path:/media/')).toEqual(['guide', 'plan']);
});

const named = (id: string, tags: readonly string[]) => install(id, `/${id}`, { tags });

test.each([
  ['two parts of two articles', lamps, true],
  ['one part', [named('a', [linux]), named('b', [linux]), named('c', [])], false],
  ['parts of one article', [named('a', ['x']), named('b', ['y']), named('c', ['z'])], false],
  ['parts that hold everything', [named('a', ['x', 'y']), named('b', ['y', 'x'])], false],
  ['pages in one folder beside documents', besideFiles, false],
  ['parts that share articles', [named('a', ['x', 'y']), named('b', ['y', 'x']), named('c', [])], true],
])('SCP6: the widget is told of a choice: %s', async (_, articles, isChoice) => {
  await start(articles);
  const told = async () =>
    (await running().inject({ url: `${publicPrefix}/widget-config` })).json<{ searchScopes?: boolean }>();
  expect((await told()).searchScopes ?? false).toBe(isChoice);
  await running().inject({
    method: 'POST',
    url: `${consolePrefix}/config/save`,
    headers: asAdmin,
    payload: { search: { enabled: false } },
  });
  expect(await told()).not.toHaveProperty('searchScopes');
});

const edition = (language: string, version: string) =>
  ['install', 'repair'].map((name) =>
    install(`${language} ${version} ${name}`, `/${language}/docs/${version}/${name}`),
  );
const editions = [...edition('en', 'v1'), ...edition('en', 'v2'), ...edition('de', 'v2')];

const confirm = (pathRules: unknown) =>
  running().inject({
    method: 'POST',
    url: `${consolePrefix}/config/save`,
    headers: asAdmin,
    payload: { search: { pathRules } },
  });
const pathRules = async () =>
  (await running().inject({ url: `${consolePrefix}/knowledge/path-rules`, headers: asAdmin })).json<
    Record<'saved' | 'proposed', { rule: string }[]>
  >();
const ruledParts = async () =>
  (await running().inject({ url: `${publicPrefix}/search/scopes` }))
    .json<ScopeList>()
    .scopes.filter(({ kind }) => kind === 'language' || kind === 'version');

test('SCP9, SCP10: language and version are parts once the owner has confirmed the proposed rules', async () => {
  await start(editions);
  const { saved, proposed } = await pathRules();
  expect(saved).toEqual([]);
  expect(proposed.map(({ rule }) => rule)).toEqual(['/*/docs/{version}/', '/{language}/']);
  expect(await ruledParts()).toEqual([]);
  expect(await found('version:v2')).toEqual([]);
  await confirm(proposed.map(({ rule }) => rule));
  expect(await ruledParts()).toEqual([
    { scope: 'language:en', kind: 'language', name: 'English', articles: 4 },
    { scope: 'language:de', kind: 'language', name: 'Deutsch', articles: 2 },
    { scope: 'version:v2', kind: 'version', name: 'v2', articles: 4 },
    { scope: 'version:v1', kind: 'version', name: 'v1', articles: 2 },
  ]);
  expect(await found('version:V1')).toEqual(['en v1 install', 'en v1 repair']);
  expect(await found('language:Deutsch')).toEqual(['de v2 install', 'de v2 repair']);
  expect(await found('version:v2,language:en')).toEqual(['en v2 install', 'en v2 repair']);
  expect(await cited(['version:v1'])).toEqual(expect.arrayContaining([expect.stringMatching('^en v1')]));
  expect(await cited(['version:v3'])).toEqual([]);
  expect((await pathRules()).proposed).toEqual([]);
  await confirm([]);
  expect(await ruledParts()).toEqual([]);
});

test.each([[['/docs/(v\\d+)/']], [['/docs/']], ['/docs/{version}/'], [Array(21).fill('/docs/{version}/')]])(
  'SCP8: %j is refused',
  async (rules) => {
    await start(editions);
    const reply = await confirm(rules);
    expect(reply.json()).toMatchObject({ saved: false });
    expect(reply.body).toContain('pathRules');
  },
);
