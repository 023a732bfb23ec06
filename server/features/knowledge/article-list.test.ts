import { describe, expect, test } from 'vitest';
import { configGroups } from '../../../contract/config/groups.ts';
import { ArticleListQuery } from '../../../contract/knowledge.ts';
import { indexedArticle } from '../../../test/fakes/indexed-article.ts';
import { seeded } from '../../../test/fakes/random.ts';
import { listedPage } from './article-list.ts';
import { pageOf } from './heads/heads-in-memory.ts';
import type { IndexedArticle } from './store.ts';

const article = (id: string, more: Partial<IndexedArticle> = {}): IndexedArticle => ({
  ...indexedArticle(id),
  title: id,
  seq: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-02-01T00:00:00.000Z',
  chunkCount: 2,
  keywordChunks: 0,
  indexedAt: 0,
  ...more,
});

const chunking = configGroups.chunking.parse({});
const list = (all: readonly IndexedArticle[], query: object = {}, autoKeywords = false) =>
  listedPage(pageOf(all, ArticleListQuery.parse(query)), { ...chunking, autoKeywords });
const names = (found: ReturnType<typeof list>) => found.articles.map(({ postName }) => postName);

describe('KN9: the status of an article', () => {
  test.each<[string, Partial<IndexedArticle>]>([
    ['indexed', {}],
    ['not_indexed', { chunkCount: 0 }],
    ['not_indexed', { state: 'waiting', chunkCount: 0 }],
    ['not_indexed', { state: 'cleared', chunkCount: 0 }],
    ['failed', { state: 'failed', error: 'no' }],
    ['failed', { state: 'failed', chunkCount: 0, error: 'no' }],
  ])('%s: %o', (status, more) => {
    const { articles } = list([article('a', more)]);
    expect(articles).toMatchObject([{ status, ...(more.error && { error: more.error }) }]);
    expect('error' in (articles[0] ?? {})).toBe(more.error !== undefined);
  });
});

test('KN22: an indexed article says when the index took it in, whenever it was written', () => {
  const indexedAt = Date.parse('2026-05-05T05:05:05.000Z');
  expect(list([article('a', { indexedAt })]).articles).toMatchObject([
    { updateTime: '2026-02-01T00:00:00.000Z', indexedTime: '2026-05-05T05:05:05.000Z' },
  ]);
  for (const more of [{ chunkCount: 0 }, { state: 'failed', error: 'no' }] as const)
    expect(list([article('a', { indexedAt, ...more })]).articles[0]).not.toHaveProperty('indexedTime');
});

describe('the keywords of an article', () => {
  test.each([
    [true, 2, 'ok', 0],
    [true, 1, 'truncated', 1],
    [true, 0, 'failed', 2],
    [false, 0, '', 0],
  ])('switched on %s, %i of 2 passages have some', (on, keywordChunks, keywordStatus, keywordTruncated) => {
    expect(list([article('a', { keywordChunks })], {}, on).articles).toMatchObject([
      { keywordStatus, keywordTruncated },
    ]);
  });
});

describe('KN9: order, filters and pages', () => {
  const dated = [
    article('old', { createdAt: '2020-01-01T00:00:00.000Z', title: 'Brewing COFFEE' }),
    article('undated', { createdAt: '' }),
    article('new', { createdAt: '2026-01-01T00:00:00.000Z', state: 'failed', error: 'no' }),
  ];

  test('newest first unless asked otherwise; articles without a time come last in either order', () => {
    expect(names(list(dated))).toEqual(['new', 'old', 'undated']);
    expect(names(list(dated, { sort: 'asc' }))).toEqual(['old', 'new', 'undated']);
  });

  test('keyword in any case and status narrow the list and its total, not the counts', () => {
    expect(list(dated, { keyword: ' coffee ' })).toMatchObject({
      total: 1,
      totalArticles: 3,
      indexedArticles: 2,
      failedArticles: 1,
    });
    expect(names(list(dated, { status: 'failed' }))).toEqual(['new']);
    expect(list(dated, { keyword: 'coffee', status: 'failed' })).toMatchObject({ total: 0, articles: [] });
  });

  test('all pages together are the list without a size, each article once, for any list', () => {
    const random = seeded(3);
    for (let round = 0; round < 50; round += 1) {
      const all = Array.from({ length: random(30) }, (_, index) =>
        article(`a${index}`, { createdAt: random(4) === 0 ? '' : `20${10 + random(5)}-01-01T00:00:00.000Z` }),
      );
      const size = 1 + random(8);
      const pages = Array.from({ length: Math.ceil(all.length / size) + 1 }, (_, page) =>
        names(list(all, { size, page: page + 1 })),
      );
      expect(pages.flat()).toEqual(names(list(all)));
      expect(new Set(pages.flat()).size).toBe(all.length);
    }
  });
});
