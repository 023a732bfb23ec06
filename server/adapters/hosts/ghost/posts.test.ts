import { expect, test } from 'vitest';
import { readHead } from './posts.ts';

test('HOST14: a post that Ghost calls “(Untitled)” is called by its first sentence, or by its address', () => {
  const titleOf = (post: object) => readHead({ slug: 'untitled-2', excerpt: '', ...post }, () => '/a/').title;
  const excerpt = 'The ferry runs from April on. Dogs pay half.';
  expect(titleOf({ title: '(Untitled)', excerpt })).toBe('The ferry runs from April on');
  expect(titleOf({ title: '', excerpt })).toBe('The ferry runs from April on');
  expect(titleOf({ title: '(Untitled)', slug: 'summer-of-gulls' })).toBe('summer of gulls');
  expect(titleOf({ title: 'Ferries', excerpt })).toBe('Ferries');
});
