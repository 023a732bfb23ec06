import { expect, test } from 'vitest';
import type { ArticleHead } from '../../ports/host.ts';
import { createKeptTexts } from './kept-texts.ts';

const head = (id: string, revision = '1'): ArticleHead => ({
  id,
  revision,
  title: id,
  url: `/${id}`,
  tags: [],
  categories: [],
  publishedAt: '',
  createdAt: '',
  modifiedAt: '',
  visits: null,
  excerpt: '',
  excerptIsManual: false,
  visibility: 'public',
});

test('LLMS3: a text is read from the site once, by however many, and again when it has changed', async () => {
  const asked: string[] = [];
  const textOf = createKeptTexts(async ({ id, revision }) => {
    asked.push(id + revision);
    return `text of ${id}${revision}`;
  });
  expect(await Promise.all([textOf(head('a')), textOf(head('a')), textOf(head('b'))])).toEqual([
    'text of a1',
    'text of a1',
    'text of b1',
  ]);
  expect(await textOf(head('a'))).toBe('text of a1');
  expect(await textOf(head('a', '2'))).toBe('text of a2');
  expect(asked).toEqual(['a1', 'b1', 'a2']);
});

test('LLMS3: what cannot be read is asked for again, and large sites are kept in part', async () => {
  const asked: string[] = [];
  let isAway = true;
  const textOf = createKeptTexts(async ({ id }) => {
    asked.push(id);
    if (isAway) throw new Error('The site is away');
    return 'x'.repeat(1_500_000);
  });
  await expect(textOf(head('a'))).rejects.toThrow('away');
  isAway = false;
  for (const id of ['a', 'b', 'c', 'c', 'a']) await textOf(head(id));
  expect(asked).toEqual(['a', 'a', 'b', 'c', 'a']);
});
