import { inEnglish } from '../../../kit/explained.ts';
import { expect, test } from 'vitest';
import { readArticle, type SourceArticle } from './content/article.ts';
import { atOnce } from '../../../work/schedule/steps.ts';
import { catalogueOf as stepsOf, nextDueDate } from './catalogue.ts';

const now = Date.UTC(2026, 10, 21);

const source = (path: string, head = ''): SourceArticle => {
  const file = { path, size: 1, modifiedAt: now, createdAt: now, stamp: '1' };
  const result = readArticle(file, Buffer.from(`---\n${head}\n---\nText`));
  if ('problem' in result) throw new Error(inEnglish(result.problem.reason));
  return result.article;
};

const catalogueOf = (sources: readonly SourceArticle[], at: number) => atOnce(stepsOf(sources, at));

const addresses = (sources: readonly SourceArticle[]) =>
  Object.fromEntries(catalogueOf(sources, now).articles.map((article) => [article.file.path, article.slug]));

test('files that claim one address are distinguished by language, then by path, in any order', () => {
  const files = ['en/start.md', 'zh/start.md', 'zh/more/start.md', 'fr/start.md'].map((path) => source(path));
  const expected = {
    'en/start.md': 'start',
    'zh/start.md': expect.stringMatching(/^start-[0-9a-f]{4}$/),
    'zh/more/start.md': 'start-zh',
    'fr/start.md': 'start-en',
  };
  expect(addresses(files)).toEqual(expected);
  expect(addresses(files.toReversed())).toEqual(expected);
});

test('a name without any letter still has an address', () => {
  expect(addresses([source('???.md')])['???.md']).toMatch(/^[0-9a-f]{12}$/);
});

test('drafts, future and expired articles are not published', () => {
  const catalogue = catalogueOf(
    [
      source('draft.md', 'draft: true'),
      source('future.md', 'date: 2026-11-22'),
      source('expired.md', 'expiryDate: 2026-11-20'),
      source('due.md', 'date: 2026-11-21'),
    ],
    now,
  );
  expect(catalogue.articles.map((article) => article.file.path)).toEqual(['due.md']);
});

test('articles come due and expire by themselves, and their address does not change by it', () => {
  const sources = [
    source('a/x.md', 'date: 2026-11-22'),
    source('b/x.md', 'lang: en\nexpiryDate: 2026-11-23'),
  ];
  expect(nextDueDate(sources, now)).toBe(Date.UTC(2026, 10, 22));
  expect(addresses(sources)).toEqual({ 'b/x.md': 'x-en' });
  const later = catalogueOf(sources, Date.UTC(2026, 10, 22));
  expect(later.articles.map((article) => article.slug)).toEqual(['x', 'x-en']);
  expect(later.version).not.toBe(catalogueOf(sources, now).version);
  expect(nextDueDate(sources, Date.UTC(2026, 10, 23))).toBeUndefined();
});

test('limited articles are listed for the index but in no category or tag', () => {
  const catalogue = catalogueOf([source('a.md', 'private: true\ntags: [x]\naliases: [/old]')], now);
  expect(catalogue.articles).toHaveLength(1);
  expect([catalogue.shown.length, catalogue.tags.size, catalogue.byFormerPath.size]).toEqual([0, 0, 0]);
});

test('newest first, undated last by path', () => {
  const sources = [
    source('b.md'),
    source('a.md'),
    source('old.md', 'date: 2020-01-01'),
    source('new.md', 'date: 2026-01-01'),
  ];
  expect(catalogueOf(sources, now).articles.map((article) => article.file.path)).toEqual([
    'new.md',
    'old.md',
    'a.md',
    'b.md',
  ]);
});
