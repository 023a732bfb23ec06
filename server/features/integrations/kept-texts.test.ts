import { expect, test } from 'vitest';
import { headWith } from '../../../test/fakes/heads.ts';
import { createKeptTexts } from './kept-texts.ts';

test('LLMS3: a text is read from the site once, by however many, and again when it has changed', async () => {
  const asked: string[] = [];
  const textOf = createKeptTexts(async ({ id, revision }) => {
    asked.push(id + revision);
    return `text of ${id}${revision}`;
  });
  expect(await Promise.all([textOf(headWith('a')), textOf(headWith('a')), textOf(headWith('b'))])).toEqual([
    'text of a1',
    'text of a1',
    'text of b1',
  ]);
  expect(await textOf(headWith('a'))).toBe('text of a1');
  expect(await textOf(headWith('a', '2'))).toBe('text of a2');
  expect(asked).toEqual(['a1', 'b1', 'a2']);
});

test('LLMS3: an unreadable article is requested again, and large sites are cached in part', async () => {
  const asked: string[] = [];
  let isAway = true;
  const textOf = createKeptTexts(async ({ id }) => {
    asked.push(id);
    if (isAway) throw new Error('The site is away');
    return 'x'.repeat(1_500_000);
  });
  await expect(textOf(headWith('a'))).rejects.toThrow('away');
  isAway = false;
  for (const id of ['a', 'b', 'c', 'c', 'a']) await textOf(headWith(id));
  expect(asked).toEqual(['a', 'a', 'b', 'c', 'a']);
});
