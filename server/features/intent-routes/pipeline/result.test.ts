import { expect, test } from 'vitest';
import type { ArticleHead } from '../../../ports/host.ts';
import { resultOf } from './result.ts';

const article = (id: string, visits: number | null): ArticleHead => ({
  id,
  title: `Article ${id}`,
  url: `/${id}`,
  excerpt: '',
  publishedAt: '2026-01-01T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  revision: '1',
  excerptIsManual: false,
  visibility: 'public',
  tags: [],
  categories: [],
  visits,
});

test('IR16: the sentence before a list says how many are shown and by what, in both languages', () => {
  const found = [article('a', 9), article('b', 3)];
  expect(resultOf(found, 'ranking', 'Popular', 'en').leadIn).toBe('2 articles, the most visited first:');
  expect(resultOf(found, 'ranking', '热门', 'zh').leadIn).toBe('按浏览量从高到低列出 2 篇文章：');
  expect(resultOf(found.slice(1), 'latest', 'New', 'en').leadIn).toBe('1 article by publication date:');
});

test('IR16: while no visits are counted, the list says that it is sorted by date', () => {
  for (const visits of [0, null]) {
    const { leadIn, structuredResult } = resultOf([article('a', visits)], 'ranking', 'Popular', 'en');
    expect(leadIn).toBe('No visits have been counted yet; 1 article, the newest first:');
    expect(structuredResult.description).toBe('No visits have been counted yet; the newest first');
  }
});
