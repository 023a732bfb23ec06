import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { Reply } from '../../../contract/endpoint.ts';
import type { changes } from '../../../contract/operator/changes.ts';
import type { sources } from '../../../contract/operator/sources.ts';
import type { ScopeList } from '../../../contract/articles/scope.ts';
import type { SearchResults } from '../../../contract/search.ts';
import { createSealing } from '../../../server/adapters/sealing.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { createSourcePlaces } from '../../../server/adapters/hosts/sources/source-places.ts';
import type { Database } from '../../../server/kit/database.ts';
import type { Host } from '../../../server/ports/host.ts';
import type { Models } from '../../../server/ports/models.ts';
import type { SourcePlaces } from '../../../server/ports/source-places.ts';
import { asAdmin, createTestApp, openChosen, type TestApp } from '../../app.ts';
import { pdfOf } from '../../document-files.ts';
import { createContentFolder } from '../../fakes/content-folder.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createTestLog } from '../../fakes/log.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { readerInProcess } from '../../fakes/page-reader.ts';
import { tablesWith } from '../../fixtures/tables-with.ts';
import { articlePage, createWebSite, paragraph, sitemap } from '../../fakes/web-site.ts';

type List = Reply<(typeof sources)['endpoints']['list']>;
type ChangePage = Reply<(typeof changes)['endpoints']['list']>;

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});
/** Asks for the codes of texts, as the console does. */
const administrator = { ...asAdmin, prefer: 'explanations' };
const patient = { timeout: 30_000, interval: 100 };

const kettle =
  '# Descaling the kettle\n\nPut two spoons of citric acid into the kettle and boil it with water once.\n';
const hinges = '# Oiling the hinges\n\nA drop of sewing machine oil silences a door that squeaks.\n';

async function folder(
  files: Readonly<Record<string, string>> = { 'home/kettle.md': kettle, 'home/doors/hinges.md': hinges },
) {
  const content = await createContentFolder(files);
  opened.push(content);
  return content;
}

interface Given {
  readonly db?: Database;
  readonly root?: string;
  readonly dataDir: string;
  readonly mayBePrivate?: boolean;
  readonly mostPages?: number;
  readonly secretKey?: string;
  /** The site beside which the sources are. */
  readonly host?: Host;
  readonly models?: Models;
  readonly change?: (places: SourcePlaces) => SourcePlaces;
}

async function start({
  db,
  root,
  dataDir,
  mayBePrivate = true,
  mostPages = 5_000,
  secretKey,
  host = createFakeHost([
    { id: 'tea', title: 'Tea', text: '# Tea\n\nGreen tea wants water of eighty degrees.' },
  ]),
  models = createFakeModels({
    kinds: ['chat', 'embedding'],
    chat: () => 'Put two spoons of citric acid into the kettle and boil it with water once[1].',
  }),
  change = (it) => it,
}: Given) {
  const log = createTestLog();
  const used = db ?? (await openChosen());
  const places = createSourcePlaces({
    sealing: createSealing({ secretKey, path: join(dataDir, 'secret.key') }),
    db: used,
    clock: { now: Date.now },
    log,
    instanceId: 'test',
    dataDir,
    root,
    parallel: 4,
    mayBePrivate,
    mostPages,
    reader: readerInProcess,
  });
  const app = await createTestApp({
    db: used,
    host,
    log,
    models,
    sourcePlaces: change(places),
  });
  opened.push(app);
  return {
    app,
    log,
    send: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      app.inject({
        method,
        url: `${consolePrefix}${path}`,
        headers: administrator,
        ...(payload && { payload }),
      }),
    list: async () =>
      (
        await app.inject({ method: 'GET', url: `${consolePrefix}/sources`, headers: administrator })
      ).json<List>(),
    find: (keyword: string, scope = '') => find(app, keyword, scope),
    /** What is found in sources beside the site. */
    beside: async (keyword: string, scope = '') =>
      (await find(app, keyword, scope)).filter(({ source }) => source !== undefined),
  };
}

const find = async (app: TestApp, keyword: string, scope: string) =>
  (
    await app.inject({
      method: 'GET',
      url: `${publicPrefix}/search/halo-results?keyword=${encodeURIComponent(keyword)}&scope=${encodeURIComponent(scope)}`,
    })
  ).json<SearchResults>().articles;

const home = {
  name: 'Handbook of the house',
  kind: 'folder',
  folder: 'home',
  address: 'https://docs.example.org/',
};

describe('a folder as a source', () => {
  test('SRC1 SRC2 SRC5: it is read at once, and its articles are found and quoted by the name of the source', async () => {
    const { contentDir: root, dataDir } = await folder();
    const { app, send, list, find, beside } = await start({ root, dataDir });
    expect((await send('POST', '/sources/look', { kind: 'folder', folder: 'home/' })).json()).toEqual({
      address: '',
      platform: '',
      articles: 2,
    });
    const added = await send('POST', '/sources', home);
    expect([added.statusCode, added.json()]).toMatchObject([200, { id: expect.any(String) }]);
    const { id } = added.json<{ id: string }>();
    await expect
      .poll(async () => (await beside('citric acid'))[0]?.title, patient)
      .toBe('Descaling the kettle');
    expect((await beside('citric acid'))[0]).toMatchObject({
      url: 'https://docs.example.org/kettle',
      source: home.name,
    });
    expect((await find('green tea'))[0]).not.toHaveProperty('source');
    await expect
      .poll(async () => (await list()).sources, patient)
      .toMatchObject([{ id, state: 'read', articles: 2, problem: '' }]);
    const payload = { message: 'How do I descale the kettle with citric acid?' };
    const reply = (await app.inject({ method: 'POST', url: `${publicPrefix}/chat`, payload })).json<{
      reply: string;
      citations: object[];
    }>();
    expect(reply.reply).toContain('two spoons of citric acid');
    expect(reply.citations[0]).toMatchObject({ url: 'https://docs.example.org/kettle', source: home.name });
  });

  test('SRC2 REL1: articles to read next name it, too', async () => {
    const { contentDir: root, dataDir } = await folder({
      'home/pot.md': '# Tea in a pot\n\nWarm the pot.\n',
    });
    const { app, send, beside } = await start({ root, dataDir });
    await send('POST', '/sources', home);
    await expect.poll(() => beside('pot'), patient).toHaveLength(1);
    const related = await app.inject(`${publicPrefix}/related?postName=tea`);
    expect(related.json<{ articles: object[] }>().articles).toEqual([
      expect.objectContaining({ url: 'https://docs.example.org/pot', source: home.name }),
    ]);
    const feed = await app.inject(`${publicPrefix}/related/feed?postName=tea`);
    expect(feed.body).toContain(`<title>Tea in a pot · ${home.name}</title>`);
  });

  test('SRC7: it is a part of the scope beside the site', async () => {
    const { contentDir: root, dataDir } = await folder();
    const { app, send, find, beside } = await start({ root, dataDir });
    const { id } = (await send('POST', '/sources', home)).json<{ id: string }>();
    await expect.poll(async () => beside('citric acid'), patient).toHaveLength(1);
    const scopes = async (kind: string, language = 'en') => {
      const headers = { 'accept-language': language };
      const list = await app.inject({ url: `${publicPrefix}/search/scopes`, headers });
      return list.json<ScopeList>().scopes.filter((scope) => scope.kind === kind);
    };
    await expect
      .poll(() => scopes('source'), patient)
      .toEqual([
        { scope: `source:${id}`, kind: 'source', name: home.name, articles: 2 },
        { scope: 'source:site', kind: 'source', name: 'Fake site', articles: 1 },
      ]);
    expect((await scopes('source', 'zh-CN')).map(({ name }) => name)).toEqual([home.name, '测试站点']);
    expect(await scopes('path')).toEqual([]);
    expect(await beside('citric acid', `source:${id}`)).toHaveLength(1);
    expect(await beside('citric acid', `source:${home.name.toUpperCase()}`)).toHaveLength(1);
    expect(await beside('citric acid', 'source:site')).toEqual([]);
    expect(await find('green tea', 'source:site')).toHaveLength(1);
    for (const title of ['Fake site', '测试站点']) {
      expect(await find('green tea', `source:${title}`)).toHaveLength(1);
      expect(await beside('citric acid', `source:${title}`)).toEqual([]);
    }
  });

  test('SCP10: its paths suggest no rules, which read the pages of the site alone', async () => {
    const versions = { 'home/v1/kettle.md': kettle, 'home/v2/hinges.md': hinges };
    const { contentDir: root, dataDir } = await folder(versions);
    const { send, beside } = await start({ root, dataDir });
    await send('POST', '/sources', home);
    for (const words of ['citric acid', 'sewing machine'])
      await expect.poll(() => beside(words), patient).toHaveLength(1);
    const rule = '/{version}/';
    await send('POST', '/config/save', { search: { pathRules: [rule] } });
    expect((await send('GET', '/knowledge/path-rules')).json()).toEqual({
      total: 1,
      saved: [{ rule, articles: 0, values: [] }],
      proposed: [],
    });
  });

  test('SRC2 SRC5: a change of its files comes with its next reading, one of its address with a new one, and it may have no address', async () => {
    const { contentDir: root, dataDir, write, remove } = await folder();
    const { send, beside } = await start({ root, dataDir });
    const { id } = (await send('POST', '/sources', home)).json<{ id: string }>();
    await expect.poll(() => beside('sewing machine'), patient).toHaveLength(1);
    await write('home/stairs.md', '# Waxing the stairs\n\nBeeswax keeps the treads from wearing out.\n');
    await remove('home/kettle.md');
    expect((await send('POST', `/sources/${id}/read`)).json()).toEqual({ saved: true });
    await expect.poll(() => beside('beeswax'), patient).toHaveLength(1);
    const titles = async () => (await beside('citric acid')).map(({ title }) => title);
    await expect.poll(titles, patient).not.toContain('Descaling the kettle');
    const change = { ...home, address: 'https://docs.example.org/en', ending: 'slash' };
    expect((await send('PUT', `/sources/${id}`, change)).json()).toEqual({ saved: true });
    const url = async () => (await beside('sewing machine'))[0]?.url;
    await expect.poll(url, patient).toBe('https://docs.example.org/en/doors/hinges/');
    await send('PUT', `/sources/${id}`, { ...home, address: '' });
    await expect.poll(url, patient).toBe('');
  });

  test('SRC2: without an address a quotation names its section and links nowhere, also not on the page of the visitor', async () => {
    const text = '# Oven\n\nAn oven.\n\n## Cleaning the oven\n\nBaking soda cleans the oven overnight.\n';
    const { contentDir: root, dataDir } = await folder({ 'home/oven.md': text });
    const { app, send, beside } = await start({ root, dataDir, models: createModels() });
    await send('POST', '/sources', { ...home, address: '' });
    await expect.poll(() => beside('baking soda'), patient).toHaveLength(1);
    const post = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url, headers: asAdmin, payload })).body;
    const message = 'How do I clean the oven with baking soda?';
    const { reply } = JSON.parse(await post(`${publicPrefix}/chat`, { message })) as { reply: string };
    expect(reply).toContain('From **Oven › Cleaning the oven**[1]:');
    const params = { name: 'search', arguments: { query: 'baking soda' } };
    expect(await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).toMatch(
      /- Oven · Handbook of the house \(id [^,)]+\)/,
    );
  });

  test('SRC12: a source answers before the site, with it, or only what the others do not answer', async () => {
    const { contentDir: root, dataDir } = await folder({
      'manual/kettle.md': kettle,
      'forum/kettle.md':
        '# How do I descale the kettle with citric acid?\n\nHow I descale the kettle with citric acid: three spoons of citric acid in the kettle descale it.\n',
      'forum/whistle.md':
        '# The whistle of the kettle is silent\n\nA silent whistle of the kettle wants a new rubber ring.\n',
    });
    const { app, send, list, beside } = await start({ root, dataDir });
    const fields = (name: string, more: object = {}) => ({
      ...home,
      name,
      folder: name.toLowerCase(),
      address: '',
      ...more,
    });
    const add = async (name: string, more: object = {}) =>
      (await send('POST', '/sources', fields(name, more))).json<{ id: string }>().id;
    await add('Manual');
    const forum = await add('Forum');
    await expect
      .poll(async () => (await list()).sources.map(({ state, turn }) => `${state} ${turn}`), patient)
      .toEqual(['read alike', 'read alike']);
    await expect.poll(() => beside('whistle'), patient).toHaveLength(1);
    const asked = 'How do I descale the kettle with citric acid?';
    const quoted = async (message: string) => {
      const reply = await app.inject({ method: 'POST', url: `${publicPrefix}/chat`, payload: { message } });
      return reply.json<{ citations: { source?: string }[] }>().citations.map(({ source }) => source);
    };
    const found = async () => (await beside('citric acid')).map(({ source }) => source);
    const turned = async (turn: string) => {
      expect((await send('PUT', `/sources/${forum}`, fields('Forum', { turn }))).statusCode).toBe(200);
      const sees = async () => (await list()).sources.find(({ id }) => id === forum)?.turn;
      await expect.poll(sees, patient).toBe(turn);
    };
    expect(await quoted(asked)).toEqual(['Forum', 'Manual']);

    await turned('after');
    await expect.poll(() => quoted(asked), patient).toEqual(['Manual']);
    expect(await found()).toEqual(['Manual', 'Forum']);
    // What only the forum knows it answers as before, and so it does when it is asked alone.
    expect((await quoted('Why is the whistle silent?'))[0]).toBe('Forum');
    expect((await beside('citric acid', `source:${forum}`)).map(({ source }) => source)).toEqual(['Forum']);

    await turned('first');
    await expect.poll(() => quoted(asked), patient).toEqual(['Forum']);
    expect(await found()).toEqual(['Forum', 'Manual']);
    await turned('alike');
    await expect.poll(() => quoted(asked), patient).toEqual(['Forum', 'Manual']);
    expect((await send('PUT', `/sources/${forum}`, fields('Forum', { turn: 'never' }))).statusCode).toBe(400);
  });

  test('SRC8: excerpts, mind maps and the text for language models are those of the site alone', async () => {
    const { contentDir: root, dataDir } = await folder();
    const { app, send, beside } = await start({ root, dataDir });
    await send('POST', '/sources', home);
    await expect.poll(() => beside('citric acid'), patient).toHaveLength(1);
    const postId = (await beside('citric acid'))[0]?.postId;
    for (const path of ['/knowledge/excerpts/all', '/mindmap/articles']) {
      const { body } = await send('GET', path);
      expect([path, body.includes('Tea'), body.includes('kettle')]).toEqual([path, true, false]);
    }
    const excerpt = await send('POST', '/knowledge/summarize', { postName: postId });
    expect(excerpt.json<{ success: boolean }>().success).toBe(false);
    const { body } = await app.inject({ method: 'GET', url: '/llms.txt' });
    expect([body.includes('Tea'), body.includes('kettle')]).toEqual([true, false]);
  });

  test('SRC11: its PDF, DOCX and EPUB files are articles with the address of the file, unless documents are off', async () => {
    const { contentDir: root, dataDir } = await folder();
    await writeFile(
      join(root, 'home/Kettle manual.pdf'),
      pdfOf([['The guarantee of the kettle lasts for seven years.']]),
    );
    const { send, list, beside } = await start({ root, dataDir });
    const source = { ...home, address: 'https://home.example/docs', pages: 10 };
    const { id } = (await send('POST', '/sources', source)).json<{ id: string }>();
    await expect
      .poll(async () => (await beside('guarantee seven years'))[0], patient)
      .toMatchObject({
        url: expect.stringMatching(/^https:\/\/home\.example\/docs\/Kettle%20manual\.pdf/),
        source: home.name,
      });
    await expect
      .poll(async () => (await list()).sources[0], patient)
      .toMatchObject({ state: 'read', articles: 3 });
    await send('POST', '/config/save', { chunking: { readDocuments: false } });
    await send('POST', `/sources/${id}/read`);
    await expect.poll(async () => (await list()).sources[0], patient).toMatchObject({ articles: 2 });
    await expect.poll(() => beside('guarantee seven years'), patient).toEqual([]);
  });

  test('SRC4: the shares of all sources are bounded, and of more articles the first are read', async () => {
    const { contentDir: root, dataDir } = await folder();
    const { send, list } = await start({ root, dataDir, mostPages: 10 });
    const tooMany = await send('POST', '/sources', { ...home, pages: 11 });
    expect([tooMany.statusCode, tooMany.json<{ error: string }>().error]).toEqual([
      400,
      'All sources together may hold 10 articles, of which 10 are left',
    ]);
    await send('POST', '/sources', { ...home, pages: 1 });
    await expect
      .poll(async () => (await list()).sources[0], patient)
      .toMatchObject({ state: 'read', articles: 1, explanation: { code: 'source_full' } });
    expect(await list()).toMatchObject({ pages: 10, pagesLeft: 9 });
  });

  test('SRC3: only folders below the one of the operator are read, without hidden files and links out', async () => {
    const { contentDir, dataDir } = await folder({
      'open/fine.md': '# Fine\n\nThis one may be read by everybody.',
      'open/.git/secret.md': '# Secret\n\nThe password is swordfish.',
      'closed/away.md': '# Away\n\nThe password is swordfish.',
    });
    await mkdir(join(contentDir, 'open/deep'));
    await symlink(join(contentDir, 'closed/away.md'), join(contentDir, 'open/deep/away.md'));
    await symlink(join(contentDir, 'closed'), join(contentDir, 'open/escape'));
    const { send, beside } = await start({ root: join(contentDir, 'open'), dataDir });
    const of = async (folder: string) =>
      (await send('POST', '/sources/look', { kind: 'folder', folder })).json<{ error?: string }>().error;
    expect(await of('../closed')).toMatch(/must be below/);
    expect(await of('.git')).toMatch(/must be below/);
    expect(await of('escape')).toMatch(/must be below/);
    expect(await of('nowhere')).toMatch(/no folder nowhere/);
    await send('POST', '/sources', { name: 'Open', kind: 'folder' });
    await expect.poll(() => beside('everybody'), patient).toHaveLength(1);
    expect(await beside('swordfish')).toEqual([]);
  });

  test('SRC1 SRC3: without a folder of the operator, with a name or place that is taken, or unknown, it is refused', async () => {
    const { contentDir: root, dataDir } = await folder();
    const closed = await start({ dataDir });
    expect((await closed.send('POST', '/sources', home)).statusCode).toBe(409);
    expect((await closed.list()).folders).toBe(false);
    const { send, list } = await start({ root, dataDir });
    await send('POST', '/sources', home);
    expect((await send('POST', '/sources', { ...home, folder: 'home/doors' })).statusCode).toBe(409);
    expect((await send('POST', '/sources', { ...home, name: 'Other', folder: 'home/.' })).statusCode).toBe(
      409,
    );
    expect((await send('POST', '/sources', { ...home, name: ' ' })).statusCode).toBe(400);
    for (const name of ['Site', 'ｓｉｔｅ', 'ＨＡＮＤＢＯＯＫ of the house'])
      expect((await send('POST', '/sources', { ...home, name, folder: 'home/doors' })).statusCode).toBe(409);
    for (const [method, path] of [
      ['PUT', '/sources/none'],
      ['POST', '/sources/none/read'],
      ['DELETE', '/sources/none'],
    ] as const)
      expect((await send(method, path, method === 'PUT' ? home : undefined)).statusCode).toBe(404);
    expect((await list()).sources).toHaveLength(1);
  });
});

describe('hostile changes', () => {
  test('CFG29: a source that somebody else has changed since is not removed unseen', async () => {
    const { contentDir: root, dataDir } = await folder();
    const { send, list } = await start({ root, dataDir });
    const { id } = (await send('POST', '/sources', home)).json<{ id: string }>();
    await send('PUT', `/sources/${id}`, { ...home, everyHours: 12 });
    const refused = await send('DELETE', `/sources/${id}?basedOn=1`);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'SETTINGS_CHANGED',
        conflicts: expect.arrayContaining([
          expect.objectContaining({ path: 'source.everyHours', revision: 2, yours: null, theirs: 12 }),
        ]),
      },
    ]);
    expect((await list()).sources).toMatchObject([{ state: expect.not.stringMatching('removing') }]);
    expect((await send('DELETE', `/sources/${id}?basedOn=2`)).statusCode).toBe(200);
  });

  test('SRC9: a change that is based on an older revision is refused with both sides, unless both say the same', async () => {
    const { contentDir: root, dataDir } = await folder();
    const { send, list } = await start({ root, dataDir });
    const { id } = (await send('POST', '/sources', home)).json<{ id: string }>();
    const read = (await list()).sources[0]?.revision;
    expect(read).toBe(1);
    const change = (fields: object) => send('PUT', `/sources/${id}`, { ...home, ...fields });
    expect((await change({ everyHours: 12, basedOn: read })).statusCode).toBe(200);
    const refused = await change({ everyHours: 48, name: 'Mine', basedOn: read });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'SETTINGS_CHANGED',
        conflicts: [
          { path: 'source.name', revision: 2, yours: 'Mine', theirs: home.name },
          { path: 'source.everyHours', revision: 2, yours: 48, theirs: 12 },
        ],
      },
    ]);
    expect((await list()).sources).toMatchObject([{ name: home.name, everyHours: 12, revision: 2 }]);
    expect((await change({ everyHours: 12, basedOn: read })).statusCode).toBe(200);
    expect((await change({ everyHours: 48, basedOn: 3 })).statusCode).toBe(200);
    expect((await change({ everyHours: 6 })).statusCode).toBe(200);
    expect((await list()).sources[0]).toMatchObject({ everyHours: 6, revision: 5 });
  });

  test('SRC9: of two changes at once that are based on the same revision, one is refused', async () => {
    const { contentDir: root, dataDir } = await folder();
    const { send } = await start({ root, dataDir });
    const { id } = (await send('POST', '/sources', home)).json<{ id: string }>();
    const change = (everyHours: number) => send('PUT', `/sources/${id}`, { ...home, everyHours, basedOn: 1 });
    const codes = (await Promise.all([change(5), change(6), change(7)])).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 409)).toHaveLength(2);
  });

  test('SRC10: nothing answers from the former place of a source, however many articles it had', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `old/${n}.md`,
        `# Page ${n}\n\nThe quokka number ${n} smiles.\n`,
      ]),
    );
    const { contentDir: root, dataDir } = await folder({ ...pages, 'new/kettle.md': kettle });
    const db = await openChosen();
    const { send, beside, list } = await start({ db, root, dataDir });
    const old = { name: 'Moving', kind: 'folder', folder: 'old' };
    const { id } = (await send('POST', '/sources', old)).json<{ id: string }>();
    await expect.poll(async () => (await beside('quokka')).length > 0, patient).toBe(true);
    await expect.poll(async () => (await list()).sources[0]?.state, patient).toBe('read');
    expect((await send('PUT', `/sources/${id}`, { ...old, folder: 'new' })).statusCode).toBe(200);
    await expect.poll(() => beside('citric acid'), patient).toHaveLength(1);
    await expect.poll(() => beside('quokka'), patient).toEqual([]);
    await expect.poll(() => tablesWith(db, 'quokka'), patient).toEqual([]);
  });

  test('SRC10: an article that can never be read keeps nothing of what is gone, and is no failure of the source', async () => {
    const stairs = '# Waxing the stairs\n\nBeeswax keeps the treads from wearing out.\n';
    const {
      contentDir: root,
      dataDir,
      remove,
    } = await folder({
      'home/kettle.md': kettle,
      'home/doors/hinges.md': hinges,
      'home/stairs.md': stairs,
    });
    const { send, beside, list } = await start({
      root,
      dataDir,
      change: (places) => ({
        ...places,
        async open(...given) {
          const opened = await places.open(...given);
          return {
            ...opened,
            async article(id, signal) {
              const article = await opened.article(id, signal);
              if (article?.title.includes('hinges')) throw new Error('this page is broken');
              return article;
            },
          };
        },
      }),
    });
    const { id } = (await send('POST', '/sources', home)).json<{ id: string }>();
    await expect.poll(() => beside('citric acid'), patient).toHaveLength(1);
    await remove('home/kettle.md');
    await send('POST', `/sources/${id}/read`);
    await expect
      .poll(async () => (await list()).sources[0], patient)
      .toMatchObject({ articles: 1, state: 'read', explanation: { code: 'source_part' } });
    const titles = async () => (await beside('citric acid')).map(({ title }) => title);
    await expect.poll(titles, patient).not.toContain('Descaling the kettle');
  });

  test('SRC3: a folder in whose place a link out is put while it is read gives nothing', async () => {
    const { contentDir, dataDir } = await folder({
      'open/manual/kettle.md': kettle,
      'closed/manual.md': '# Closed\n\nThe password is swordfish.',
    });
    const { send, beside, list } = await start({
      root: join(contentDir, 'open'),
      dataDir,
      change: (places) => ({
        ...places,
        async open(...given) {
          const opened = await places.open(...given);
          await rename(join(contentDir, 'open/manual'), join(contentDir, 'open/before'));
          await symlink(join(contentDir, 'closed'), join(contentDir, 'open/manual'));
          return opened;
        },
      }),
    });
    await send('POST', '/sources', { name: 'Manual', kind: 'folder', folder: 'manual' });
    await expect
      .poll(async () => (await list()).sources[0], patient)
      .toMatchObject({ state: 'failed', articles: 0, explanation: { code: 'source_folder_out' } });
    expect(await beside('swordfish')).toEqual([]);
  });
});

describe('another site as a source', () => {
  async function guide() {
    const site = await createWebSite();
    opened.push(site);
    site.pages.set('/', articlePage('Welcome', '<a href="/solar">Solar</a>'));
    site.pages.set('/solar', articlePage('Solar panels', paragraph('photovoltaic panels on a flat roof')));
    site.pages.set('/sitemap.xml', sitemap(site.origin, { '/solar': '2026-01-02' }));
    return site;
  }

  test('SRC2 SRC5: it is read as a visitor; when it is away its text stays and it says why, and the site goes on', async () => {
    const site = await guide();
    const { dataDir } = await folder();
    const { app, send, list, find, beside } = await start({ dataDir });
    expect((await send('POST', '/sources/look', { kind: 'site', address: site.origin })).json()).toEqual({
      address: `${site.origin}/`,
      platform: '',
    });
    const source = { name: 'Guide', kind: 'site', address: site.origin };
    const { id } = (await send('POST', '/sources', source)).json<{ id: string }>();
    await expect
      .poll(async () => (await beside('photovoltaic panels'))[0], patient)
      .toMatchObject({ url: `${site.origin}/solar`, source: 'Guide' });
    await expect.poll(async () => (await list()).sources[0]?.state, patient).toBe('read');
    site.pages.clear();
    site.missing = (_, response) => response.writeHead(500).end();
    await send('POST', `/sources/${id}/read`);
    await expect
      .poll(async () => (await list()).sources[0], patient)
      .toMatchObject({ state: 'failed', articles: 1, problem: expect.stringMatching(/500/) });
    expect(await beside('photovoltaic panels')).toHaveLength(1);
    expect(await find('green tea')).toHaveLength(1);
    expect(app.knowledge.ready).toBe(true);
  });

  test('SRC3: a private address is refused unless the operator allows it, and so is one with a password', async () => {
    const site = await guide();
    const { dataDir } = await folder();
    const { send, list } = await start({ dataDir, mayBePrivate: false });
    const look = await send('POST', '/sources/look', { kind: 'site', address: site.origin });
    expect([look.statusCode, look.json<{ error: string }>().error]).toEqual([
      400,
      '127.0.0.1 is a private address, which DOCENT_SOURCES_PRIVATE does not allow for sources',
    ]);
    for (const address of ['', 'file:///etc/passwd', 'https://a:b@example.org/'])
      expect((await send('POST', '/sources', { name: 'Bad', kind: 'site', address })).statusCode).toBe(400);
    await send('POST', '/sources', { name: 'Private', kind: 'site', address: site.origin });
    await expect
      .poll(async () => (await list()).sources[0], patient)
      .toMatchObject({ state: 'failed', explanation: { code: 'source_private' } });
    expect(site.asked).toEqual([]);
  });
});

describe('a site that is closed to visitors', () => {
  const secret = 'a-secret-of-sixteen-letters';
  const access = { user: 'reader', password: secret };
  const header = `Basic ${Buffer.from(`reader:${secret}`).toString('base64')}`;

  /** A site that shows its pages to one user, and one elsewhere that notes who asks it for what. */
  async function closedSite() {
    const elsewhere = await createWebSite();
    opened.push(elsewhere);
    const told: (string | undefined)[] = [];
    elsewhere.missing = ({ headers }, response) => {
      told.push(headers.authorization);
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(articlePage('Away', paragraph('elsewhere')));
    };
    const site = await createWebSite();
    opened.push(site);
    const pages: Record<string, string> = {
      '/': articlePage('Welcome', '<a href="/solar">Solar</a>'),
      '/solar': articlePage('Solar panels', paragraph('photovoltaic panels on a flat roof')),
      '/sitemap.xml': sitemap(site.origin, { '/solar': '2026-01-02', '/away': '2026-01-02' }),
    };
    site.missing = ({ url = '', headers }, response) => {
      if (headers.authorization !== header)
        return response.writeHead(401, { 'www-authenticate': 'Basic realm="closed"' }).end();
      if (url === '/away') return response.writeHead(302, { location: `${elsewhere.origin}/solar` }).end();
      const type = url.endsWith('.xml') ? 'application/xml' : 'text/html';
      return response.writeHead(url in pages ? 200 : 404, { 'content-type': type }).end(pages[url]);
    };
    return { site, told, elsewhere };
  }

  test('SRC14: it is read with its credentials, which no reply, log, record or other host has, until its address changes', async () => {
    const { site, elsewhere, told } = await closedSite();
    const { dataDir } = await folder();
    const db = await openChosen();
    const { send, list, beside, log } = await start({ db, dataDir });
    const closed = { name: 'Closed', kind: 'site', address: site.origin };
    const look = await send('POST', '/sources/look', { ...closed, credentials: access });
    expect(look.json()).toEqual({ address: `${site.origin}/`, platform: '' });
    const { id } = (await send('POST', '/sources', { ...closed, credentials: access })).json<{
      id: string;
    }>();
    await expect.poll(async () => (await beside('photovoltaic panels'))[0]?.source, patient).toBe('Closed');
    await expect.poll(async () => (await list()).sources[0]?.state, patient).toBe('read');
    const stored = [
      { name: 'user', state: 'stored' },
      { name: 'password', state: 'stored' },
    ];
    expect((await list()).sources[0]).toMatchObject({ credentials: stored, revision: 1 });
    expect([told, elsewhere.asked]).toEqual([[], []]);

    // Without new ones the stored ones stay, also for a look at the same address.
    expect((await send('POST', '/sources/look', { ...closed, id })).statusCode).toBe(200);
    expect(
      (await send('POST', '/sources/look', { ...closed, address: elsewhere.origin, id })).statusCode,
    ).toBe(200);
    expect(told.filter((one) => one !== undefined)).toEqual([]);
    await send('PUT', `/sources/${id}`, { ...closed, address: `${site.origin}/`, everyHours: 12 });
    expect((await list()).sources[0]?.credentials).toEqual(stored);
    await send('PUT', `/sources/${id}`, { ...closed, credentials: { ...access, password: `${secret}!` } });
    const said = (await send('GET', '/changes?area=sources')).json<ChangePage>().items[0];
    expect(said?.fields).toMatchObject([
      { name: 'everyHours' },
      { name: 'credentials', after: 'user, password' },
    ]);
    for (const path of ['/sources', '/changes', '/system/info'])
      expect((await send('GET', path)).body).not.toContain(secret);
    expect(JSON.stringify(log)).not.toContain(secret);
    expect(await tablesWith(db, secret)).toEqual([]);
    expect(await tablesWith(db, header.slice(6))).toEqual([]);

    await send('PUT', `/sources/${id}`, { ...closed, address: elsewhere.origin });
    expect((await list()).sources[0]?.credentials).toEqual([]);
    await expect.poll(() => told.length > 0, patient).toBe(true);
    expect(told.filter((one) => one !== undefined)).toEqual([]);
  });

  test('SRC14: a look tells the status by which the site refuses a reader without credentials, and so does the source', async () => {
    const { site } = await closedSite();
    const { dataDir } = await folder();
    const { send, list } = await start({ dataDir });
    const closed = { name: 'Closed', kind: 'site', address: site.origin };
    expect((await send('POST', '/sources/look', closed)).json()).toEqual({
      address: `${site.origin}/`,
      platform: '',
      refused: 401,
    });
    await send('POST', '/sources', closed);
    await expect
      .poll(async () => (await list()).sources[0], patient)
      .toMatchObject({ state: 'failed', explanation: { code: 'source_front_closed' } });
  });

  test('SRC16: no visitor is led to its pages, neither to read next nor by a link that is proposed to an author', async () => {
    const { site } = await closedSite();
    const { dataDir } = await folder();
    const words = 'Solar panels: photovoltaic panels on a flat roof, seen from the photovoltaic side.';
    const host = createFakeHost([
      { id: 'roof', title: 'A flat roof', text: `# A flat roof\n\n${words}` },
      {
        id: 'moss',
        title: 'Moss on a flat roof',
        text: '# Moss\n\nMoss likes a flat roof with solar panels.',
      },
    ]);
    const { app, send, beside } = await start({ dataDir, host });
    const closed = { name: 'Closed', kind: 'site', address: site.origin };
    const { id } = (await send('POST', '/sources', { ...closed, credentials: access })).json<{
      id: string;
    }>();
    await expect.poll(async () => (await beside('photovoltaic panels'))[0]?.source, patient).toBe('Closed');
    const next = async (article = 'roof') =>
      (await app.inject({ method: 'GET', url: `${publicPrefix}/related?postName=${article}` })).body;
    const links = async () => {
      const { body } = await send('POST', '/writing/assist', { action: 'propose-links', text: words });
      return body;
    };
    expect(await next()).toContain('Moss on a flat roof');
    for (const said of [await next(), await links()]) expect(said).not.toContain(site.origin);
    await send('PUT', `/sources/${id}`, { ...closed, credentials: { user: '', password: '' } });
    await expect.poll(links, patient).toContain(site.origin);
    // A list that is known is kept for a while, so another one is asked for.
    expect(await next('moss')).toContain(site.origin);
  });

  test('SRC14: a password keeps its blanks', async () => {
    const { site } = await closedSite();
    const { dataDir } = await folder();
    const { send } = await start({ dataDir });
    const closed = { kind: 'site', address: site.origin };
    const look = async (password: string) =>
      (await send('POST', '/sources/look', { ...closed, credentials: { user: ' reader ', password } }))
        .statusCode;
    expect([await look(secret), await look(` ${secret}`), await look(`${secret}\n`)]).toEqual([
      200, 400, 400,
    ]);
  });

  test('SRC14: an empty one is removed; half a user, a key of no platform and credentials of a folder are refused', async () => {
    const { site } = await closedSite();
    const { contentDir: root, dataDir } = await folder();
    const { send, list } = await start({ root, dataDir });
    const closed = { name: 'Closed', kind: 'site', address: site.origin };
    const add = (credentials: object, more: object = closed) =>
      send('POST', '/sources', { ...more, credentials }).then(({ statusCode, body }) => [statusCode, body]);
    expect(await add({ user: 'reader' })).toMatchObject([400, expect.stringContaining('together')]);
    expect(await add({ user: 're:ader', password: 'x' })).toMatchObject([
      400,
      expect.stringContaining('colon'),
    ]);
    expect(await add({ key: 'nothing' })).toMatchObject([400, expect.stringContaining('Ghost')]);
    expect(await add(access, home)).toMatchObject([400, expect.stringContaining('folder')]);
    expect(await add({ key: 'pat_abcdefgh', ...access })).toMatchObject([200, expect.any(String)]);
    const [source] = (await list()).sources;
    expect(source?.credentials.map(({ name }) => name)).toEqual(['user', 'password', 'key']);
    const change = (credentials: object, basedOn?: number) =>
      send('PUT', `/sources/${source?.id}`, { ...closed, credentials, ...(basedOn && { basedOn }) });
    expect((await change({ password: '' })).statusCode).toBe(400);
    expect((await change({ key: '', user: '', password: '' }, 1)).statusCode).toBe(200);
    expect((await list()).sources[0]).toMatchObject({ credentials: [], revision: 2 });
    // Of two that set a password, the second one is told; neither side is shown.
    const late = await change(access, 1);
    expect([late.statusCode, late.json<{ conflicts: object[] }>().conflicts]).toMatchObject([
      409,
      [
        { path: 'source.credentials.user', secret: true },
        { path: 'source.credentials.password', yours: null },
      ],
    ]);
  });

  test('SRC14: with credentials an address without a scheme means https, and nothing goes over http', async () => {
    const { site, elsewhere, told } = await closedSite();
    const { dataDir } = await folder();
    const { send } = await start({ dataDir });
    const address = new URL(elsewhere.origin).host;
    const place = { kind: 'site', address };
    const look = async (more: object) =>
      (await send('POST', '/sources/look', { ...place, ...more })).statusCode;
    expect(await look({ credentials: access })).toBe(503);
    expect(await look({ credentials: { key: 'pat_abcdefgh' } })).toBe(503);
    expect(told).toEqual([]);
    expect(await look({})).toBe(200);
    expect(told.filter((one) => one !== undefined)).toEqual([]);
    expect(site.asked).toEqual([]);
  });

  test('SRC14 SRC5: a site that refuses them says so, when it is looked at and when it is read, and its text stays', async () => {
    const { site } = await closedSite();
    const { dataDir } = await folder();
    const { send, list, beside } = await start({ dataDir });
    const closed = { name: 'Closed', kind: 'site', address: site.origin };
    const wrong = { ...access, password: 'changed at the site' };
    const look = await send('POST', '/sources/look', { ...closed, credentials: wrong });
    expect([look.statusCode, look.body]).toEqual([400, expect.stringContaining('does not accept')]);
    const { id } = (await send('POST', '/sources', { ...closed, credentials: access })).json<{
      id: string;
    }>();
    const state = async () => (await list()).sources[0];
    await expect.poll(state, patient).toMatchObject({ state: 'read' });
    const before = await state();
    await send('PUT', `/sources/${id}`, { ...closed, credentials: wrong });
    await expect
      .poll(state, patient)
      .toMatchObject({ state: 'failed', problem: expect.stringContaining('does not accept') });
    expect(await state()).toMatchObject({ articles: before?.articles, readAt: before?.readAt });
    expect((await beside('photovoltaic panels'))[0]?.source).toBe('Closed');
  });

  test('SRC14: those of an installation with another key are named as unreadable', async () => {
    const { site } = await closedSite();
    const { dataDir } = await folder();
    const db = await openChosen();
    const kept = Object.assign(Object.create(db) as Database, { close: async () => {} });
    const first = await start({ db: kept, dataDir, secretKey: 'the key of one installation' });
    const closed = { name: 'Closed', kind: 'site', address: site.origin, credentials: access };
    await first.send('POST', '/sources', closed);
    await first.app[Symbol.asyncDispose]();
    opened.splice(opened.indexOf(first.app), 1);
    const second = await start({ db, dataDir, secretKey: 'the key of another installation' });
    expect((await second.list()).sources[0]?.credentials).toEqual([
      { name: 'user', state: 'unreadable' },
      { name: 'password', state: 'unreadable' },
    ]);
  });
});

describe('documents of another site', () => {
  test('SRC15 SRC6: those that its articles link to are its articles, unless documents are off, and go with it', async () => {
    const site = await createWebSite();
    opened.push(site);
    const manual = pdfOf([['The guarantee of the kettle lasts for seven years.']]);
    site.pages.set('/', articlePage('Welcome', `${paragraph('a house')}<a href="/kettle">Kettle</a>`));
    site.pages.set(
      '/kettle',
      articlePage('The kettle', `${paragraph('a kettle of steel')}<a href="/files/kettle.pdf">Manual</a>`),
    );
    site.pages.set('/sitemap.xml', sitemap(site.origin, { '/kettle': '2026-01-02' }));
    site.pages.set('/files/kettle.pdf', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(manual),
    );
    const { dataDir } = await folder();
    const db = await openChosen();
    const { send, list, beside } = await start({ db, dataDir });
    const guide = { name: 'Guide', kind: 'site', address: site.origin, pages: 10 };
    const { id } = (await send('POST', '/sources', guide)).json<{ id: string }>();
    await expect
      .poll(async () => (await beside('guarantee seven years'))[0], patient)
      .toMatchObject({ url: expect.stringContaining(`${site.origin}/files/kettle.pdf`), source: 'Guide' });
    const state = async () => (await list()).sources[0];
    await expect.poll(state, patient).toMatchObject({ state: 'read', articles: 3, problem: '' });
    await send('POST', '/config/save', { chunking: { readDocuments: false } });
    await send('POST', `/sources/${id}/read`);
    await expect.poll(state, patient).toMatchObject({ articles: 2 });
    await expect.poll(() => beside('guarantee seven years'), patient).toEqual([]);
    await send('POST', '/config/save', { chunking: { readDocuments: true } });
    await send('POST', `/sources/${id}/read`);
    await expect.poll(() => beside('guarantee seven years'), patient).toHaveLength(1);
    await send('DELETE', `/sources/${id}`);
    await expect.poll(async () => (await list()).sources, patient).toEqual([]);
    expect(await tablesWith(db, 'guarantee')).toEqual([]);
    expect(await tablesWith(db, 'kettle')).toEqual([]);
  });

  test('SRC15: a damaged one is told with the source, and one on another host is not asked for', async () => {
    const [site, other] = [await createWebSite(), await createWebSite()];
    opened.push(site, other);
    site.pages.set('/', articlePage('Welcome', `${paragraph('a house')}<a href="/kettle">Kettle</a>`));
    site.pages.set(
      '/kettle',
      articlePage(
        'The kettle',
        `${paragraph('a kettle of steel')}<a href="/broken.pdf">A</a> <a href="${other.origin}/other.pdf">B</a>`,
      ),
    );
    site.pages.set('/sitemap.xml', sitemap(site.origin, { '/kettle': '2026-01-02' }));
    site.pages.set('/broken.pdf', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('no document'),
    );
    const { dataDir } = await folder();
    const { send, list } = await start({ dataDir });
    await send('POST', '/sources', { name: 'Guide', kind: 'site', address: site.origin });
    await expect
      .poll(async () => (await list()).sources[0], patient)
      .toMatchObject({
        state: 'read',
        articles: 2,
        explanation: { code: 'source_files' },
        problem: '1 of its files could not be read, /broken.pdf among them',
      });
    expect(other.asked).toEqual([]);
  });
});

test('SRC13: a large loss of a source is shown with it while the site is away, and confirmed for it alone', async () => {
  const notes = (of: string) =>
    Object.fromEntries(
      Array.from({ length: 24 }, (_, nth) => [
        `${of}/${nth}.md`,
        `# Note ${nth}\n\nThe quokka ${nth} of ${of}.\n`,
      ]),
    );
  const { contentDir: root, dataDir, remove } = await folder({ ...notes('one'), ...notes('two') });
  const site = createFakeHost([{ id: 'tea', title: 'Tea', text: '# Tea\n\nGreen tea.' }]);
  let isAway = false;
  const host: Host = {
    ...site,
    async *heads(signal) {
      if (isAway) throw new Error('the site is away');
      yield* site.heads(signal);
    },
  };
  const { send, list } = await start({ root, dataDir, host });
  const add = async (name: string) =>
    (await send('POST', '/sources', { name, kind: 'folder', folder: name })).json<{ id: string }>().id;
  const [one, two] = [await add('one'), await add('two')];
  const indexed = async () =>
    (await send('GET', '/knowledge/stats')).json<{ indexedArticles: number }>().indexedArticles;
  await expect.poll(indexed, patient).toBe(49);
  expect((await send('POST', `/sources/${one}/confirm-removal`)).statusCode).toBe(404);
  isAway = true;
  for (const of of ['one', 'two']) for (let nth = 0; nth < 22; nth += 1) await remove(`${of}/${nth}.md`);
  for (const id of [one, two]) await send('POST', `/sources/${id}/read`);
  const held = async () => (await list()).sources.map(({ heldArticles }) => heldArticles);
  await expect.poll(held, patient).toEqual([22, 22]);
  const stats = async () => (await send('GET', '/knowledge/stats')).json();
  expect(await stats()).toMatchObject({ heldArticles: 0, heldInSources: 44 });
  const { warnings } = (await send('GET', '/system/info')).json<{ warnings: { message: string }[] }>();
  expect(warnings).toMatchObject([{ code: 'articles_held', message: expect.stringContaining('44') }]);
  expect((await send('POST', `/sources/${two}/confirm-removal`)).json()).toEqual({
    saved: true,
    articles: 22,
  });
  await expect.poll(indexed, patient).toBe(27);
  expect(await held()).toEqual([22, 0]);
  const { items } = (await send('GET', '/changes?area=sources')).json<ChangePage>();
  expect(items[0]).toMatchObject({
    subject: two,
    subjectName: 'two',
    fields: [{ name: 'confirmedGone', after: 22 }],
  });
  expect((await send('POST', `/sources/none/confirm-removal`)).statusCode).toBe(404);
});

const vectors = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from vectors`.execute(db.query);
  return rows[0]?.n ?? 0;
};

test('CHG1 CHG3: the list of changes names a source, also a removed one, and says only what has changed', async () => {
  const { contentDir: root, dataDir } = await folder();
  const { send } = await start({ root, dataDir });
  const recorded = async () => (await send('GET', '/changes?area=sources')).json<ChangePage>().items;
  const { id } = (await send('POST', '/sources', home)).json<{ id: string }>();
  const renamed = { ...home, name: 'House', everyHours: 12, ending: 'html' };
  await send('PUT', `/sources/${id}`, renamed);
  await send('PUT', `/sources/${id}`, renamed);
  const [edited, added, ...others] = await recorded();
  expect(others).toEqual([]);
  expect([edited?.subjectName, added?.subjectName]).toEqual(['House', 'House']);
  expect(edited?.fields).toEqual([
    { name: 'name', before: home.name, after: 'House' },
    { name: 'ending', before: 'none', after: 'html' },
    { name: 'everyHours', before: 24, after: 12 },
  ]);
  await send('DELETE', `/sources/${id}`);
  expect((await recorded()).map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ['remove', 'House'],
    ['edit', 'House'],
    ['add', home.name],
  ]);
});

describe('removal', () => {
  test('SRC6 SRC1: the text of a removed source is gone everywhere, and the list of changes says who removed it', async () => {
    const { contentDir: root, dataDir } = await folder();
    const db = await openChosen();
    const { send, list, beside } = await start({ db, root, dataDir });
    const vectorsBefore = await vectors(db);
    const { id } = (await send('POST', '/sources', home)).json<{ id: string }>();
    await expect.poll(() => beside('citric acid'), patient).toHaveLength(1);
    await expect.poll(() => vectors(db), patient).toBeGreaterThan(vectorsBefore);
    await expect.poll(async () => (await list()).sources[0]?.state, patient).toBe('read');
    expect(await tablesWith(db, 'citric')).not.toEqual([]);
    expect((await send('DELETE', `/sources/${id}`)).json()).toEqual({ saved: true });
    await expect.poll(async () => (await list()).sources, patient).toEqual([]);
    expect(await beside('citric acid')).toEqual([]);
    expect(await tablesWith(db, 'citric')).toEqual([]);
    expect(await tablesWith(db, 'Descaling')).toEqual([]);
    expect(await vectors(db)).toBe(vectorsBefore);
    const { items } = (await send('GET', '/changes?area=sources')).json<ChangePage>();
    expect(items.map(({ action, subject }) => [action, subject])).toEqual([
      ['remove', id],
      ['add', id],
    ]);
  });

  test('SRC6: no title is left of a page that was gone before its source', async () => {
    const { contentDir: root, dataDir, remove } = await folder();
    const db = await openChosen();
    const { send, list, beside } = await start({ db, root, dataDir });
    const { id } = (await send('POST', '/sources', home)).json<{ id: string }>();
    await expect.poll(() => beside('citric acid'), patient).toHaveLength(1);
    await remove('home/kettle.md');
    await send('POST', `/sources/${id}/read`);
    const titles = async () => (await beside('citric acid')).map(({ title }) => title);
    await expect.poll(titles, patient).not.toContain('Descaling the kettle');
    await send('DELETE', `/sources/${id}`);
    await expect.poll(async () => (await list()).sources, patient).toEqual([]);
    expect(await tablesWith(db, 'Descaling')).toEqual([]);
  });

  test('SRC6: what a crash in the middle of a removal leaves is cleared away by the next start', async () => {
    const { contentDir: root, dataDir } = await folder();
    const db = await openChosen();
    const kept = Object.assign(Object.create(db) as Database, { close: async () => {} });
    const dying = vi.fn(async () => Promise.reject(new Error('the process dies here')));
    let dies = false;
    const first = await start({
      db: kept,
      root,
      dataDir,
      change: (places) => ({
        ...places,
        keepOnly: (keys) => (dies ? dying() : places.keepOnly(keys)),
      }),
    });
    const { id } = (await first.send('POST', '/sources', home)).json<{ id: string }>();
    await expect.poll(() => first.beside('citric acid'), patient).toHaveLength(1);
    dies = true;
    await first.send('DELETE', `/sources/${id}`);
    await expect.poll(() => dying.mock.calls.length, patient).toBeGreaterThan(0);
    expect((await first.list()).sources).toMatchObject([{ id, state: 'removing', articles: 0 }]);
    await first.app[Symbol.asyncDispose]();
    opened.splice(opened.indexOf(first.app), 1);
    const second = await start({ db, root, dataDir });
    await expect.poll(async () => (await second.list()).sources, patient).toEqual([]);
    expect(await second.beside('citric acid')).toEqual([]);
    expect(await tablesWith(db, 'citric')).toEqual([]);
  });
});
