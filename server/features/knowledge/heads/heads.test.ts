import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../../test/databases.ts';
import { firstChunk, indexedArticle } from '../../../../test/fakes/indexed-article.ts';
import type { Database } from '../../../kit/database.ts';
import { pagePath } from '../../../text/page-path.ts';
import { createScopes } from '../scopes/scopes.ts';
import {
  createKnowledgeStore,
  knowledgeMigrations,
  type ArticleEntry,
  type KnowledgeStore,
} from '../store.ts';
import type { KnowledgeTables } from '../store/tables.ts';
import { createHeadsInDatabase, type HeadsInDatabase } from './heads-in-database.ts';
import { createHeadsInMemory } from './heads-in-memory.ts';
import type { Heads } from './heads.ts';

const written: readonly (Partial<ArticleEntry> & { readonly id: string })[] = [
  { id: 'a', title: 'Walnüsse & Öl', url: '/tree/walnut/', createdAt: '2026-03-01', visits: 4 },
  {
    id: 'b',
    title: '杏仁 100%',
    url: '/%E6%A0%91/%E6%9D%8F%E4%BB%81',
    createdAt: '',
    modifiedAt: '2026-05-02',
  },
  {
    id: 'c',
    title: 'Pecan',
    url: 'https://nuts.example/Tree/Pecan/index.html?x=1#top',
    createdAt: '2026-01-01',
  },
  { id: 'd', title: 'Under_score', url: '/tree/d', createdAt: '2026-02-01', state: 'failed', error: 'no' },
  { id: 'e', title: 'Gone', url: '/tree/gone', state: 'removed' },
  {
    id: 'f',
    title: 'Later',
    url: '/other/f',
    createdAt: '2026-02-01',
    state: 'waiting',
    modifiedAt: '2026-06-01',
  },
  {
    id: 'g',
    title: `/${'long '.repeat(900)}`,
    url: `/${'a/'.repeat(4_000)}`,
    createdAt: '2026-04-01',
    visits: 9,
  },
];
const rules = ['/{language}/'];
const named = (name: string) => ({ name, slug: name.toLowerCase() });
const terms: Readonly<Record<string, Pick<ArticleEntry, 'tags' | 'categories'>>> = {
  a: { tags: [named('Nuts'), named('Öl')], categories: [named('Trees')] },
  b: { tags: [named('Nuts'), named('say "hi"')], categories: [] },
  c: { tags: [named('nuts_2')], categories: [named('Trees')] },
};

const scopesOf = (heads: Heads) =>
  createScopes({
    live: { heads },
    rules: async () => rules,
    sources: () => new Map(),
    siteTitle: () => '',
    now: () => 0,
  });

describe.each(testEngines)('IDX12: heads of articles in memory and on %s', (_, open) => {
  let db: Database;
  let store: KnowledgeStore;
  let far: HeadsInDatabase;
  let near: Heads;

  beforeEach(async () => {
    db = await open();
    await db.migrate(knowledgeMigrations);
    store = createKnowledgeStore(db);
    const generation = await store.begin({ signature: '', chunking: 'c' }, 1, 'active');
    for (const [at, one] of written.entries()) {
      const article = { ...indexedArticle(one.id), tags: [], categories: [], ...terms[one.id], ...one };
      await store.put(generation.generation, article, one.state ? [] : [firstChunk('A tree')], at);
    }
    far = createHeadsInDatabase(store, generation.generation, new AbortController().signal);
    await far.recount();
    const all = (await Array.fromAsync(store.articlesOf(generation.generation))).flat();
    const known = new Map(all.filter(({ state }) => state !== 'removed').map((one) => [one.id, one]));
    near = createHeadsInMemory(() => known);
  });
  afterEach(() => db.close());

  test('both know the same articles', async () => {
    expect(far.size).toBe(6);
    expect(near.size).toBe(6);
    expect([far.inMemory, near.inMemory?.size]).toEqual([undefined, 6]);
    const ids = ['a', 'e', 'b', 'nobody'];
    const found = await far.of(ids);
    expect([...found.keys()].toSorted()).toEqual(['a', 'b']);
    for (const [id, article] of found) expect((await near.of(ids)).get(id)).toEqual(article);
    const order = (articles: Iterable<{ readonly id: string }>) => [...articles].map(({ id }) => id);
    expect(order(await far.leading()).slice(0, 4)).toEqual(['g', 'a', 'f', 'b']);
    expect(order(await near.leading()).toSorted()).toEqual(order(await far.leading()).toSorted());
  });

  test.each([
    ['/tree/walnut', 'a'],
    ['https://elsewhere.example/tree/Walnut/?from=mail', 'a'],
    ['/树/杏仁', 'b'],
    ['/tree/pecan', 'c'],
    ['/tree/gone', undefined],
    ['/tree', undefined],
    [`/${'a/'.repeat(4_000)}`, 'g'],
  ])('the article of a page: %#', async (address, id) => {
    for (const heads of [near, far]) expect((await heads.at(pagePath(address)))?.id).toBe(id);
  });

  test('the article of a page that an earlier version wrote, once its path is known', async () => {
    const tables = db.query.withTables<KnowledgeTables>();
    await tables.updateTable('indexed_articles').set({ path_key: '' }).execute();
    expect(await far.at('/tree/walnut')).toBeUndefined();
    expect(await store.addPathKeys(1)).toBe(false);
    for (const path of ['/tree/walnut', '/树/杏仁']) expect(await far.at(path)).toEqual(await near.at(path));
  });

  test.each<[object, readonly string[]]>([
    [{}, ['g', 'a', 'd', 'f', 'c', 'b']],
    [{ sort: 'asc' }, ['c', 'd', 'f', 'a', 'g', 'b']],
    [{ size: 2, page: 2 }, ['d', 'f']],
    [{ size: 2, page: 9 }, []],
    [{ status: 'failed' }, ['d']],
    [{ status: 'not_indexed' }, ['f']],
    [{ status: 'indexed', keyword: ' PECAN ' }, ['c']],
    [{ keyword: '100%' }, ['b']],
    [{ keyword: 'r_s' }, ['d']],
    [{ keyword: '杏' }, ['b']],
    [{ keyword: `'" or 1=1 --` }, []],
  ])('a page of the list: %o', async (asked, ids) => {
    const query = { keyword: '', status: 'all', sort: 'desc', page: 1, size: 0, ...asked } as const;
    const page = await far.page(query);
    expect(page).toEqual(await near.page(query));
    expect(page.articles.map(({ id }) => id)).toEqual(ids);
    expect(page.counts).toEqual({ all: 6, indexed: 4, failed: 1, not_indexed: 1 });
  });

  test.each([
    [['tag:nuts'], ['a', 'b']],
    [['tag:Öl'], ['a']],
    [['tag:say "hi"'], ['b']],
    [
      ['category:trees', 'path:/tree'],
      ['a', 'c'],
    ],
    [
      ['path:/tree', 'path:/树'],
      ['a', 'b', 'c', 'd'],
    ],
    [['tag:n_ts'], []],
    [['path:/%00'], []],
    [['tag:nuts\0'], []],
    [[`path:/${"'".repeat(300)}`], []],
  ])('the articles of a scope: %o', async (scope, ids) => {
    for (const heads of [near, far]) {
      const found = await scopesOf(heads).idsOf(scope);
      expect(found?.split('\n').filter(Boolean).toSorted()).toEqual(ids);
    }
  });

  test('the same parts of the site can be chosen', async () => {
    const list = await scopesOf(far).list('en');
    expect(list).toEqual(await scopesOf(near).list('en'));
    expect(list.scopes).toContainEqual({ scope: 'tag:nuts', kind: 'tag', name: 'Nuts', articles: 2 });
    expect([await scopesOf(near).hasChoice(), await scopesOf(far).hasChoice()]).toEqual([true, true]);
  });

  test('titles follow what changes, and there are none of a larger site', async () => {
    expect((await far.titles(5)).size).toBe(0);
    expect(new Map(await far.titles(6)).get('b')).toEqual({ id: 'b', title: '杏仁 100%' });
    await store.put(1, { ...indexedArticle('b'), title: 'Almonds' }, [], 50);
    await store.put(1, { ...indexedArticle('a'), state: 'removed' }, [], 51);
    expect([...(await far.titles(6)).values()].map(({ title }) => title)).not.toContain('杏仁 100%');
    expect([...(await far.titles(6)).keys()].toSorted()).toEqual(['b', 'c', 'd', 'f', 'g']);
  });
});
