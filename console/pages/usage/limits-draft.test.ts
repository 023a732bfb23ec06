import { expect, test } from 'vitest';
import { noLimits } from '../../../contract/usage/limits.ts';
import { bodyOf, ceilingModels, draftOf, problemsOf } from './limits-draft.ts';

test('what is saved is what is edited', () => {
  const saved = { ...noLimits, enabled: true, chatModelLimits: { a: 1000 } };
  expect(bodyOf(draftOf(saved))).toEqual(saved);
});

test('an emptied ceiling is taken away', () => {
  expect(bodyOf({ ...draftOf(noLimits), ceilings: { a: null } }).chatModelLimits).toEqual({ a: 0 });
});

test('a value that the service would refuse is reported at its field', () => {
  const draft = draftOf(noLimits);
  expect(problemsOf(draft)).toEqual({});
  const wrong = {
    ...draft,
    ceilings: { a: -5 },
    visitor: { ...draft.visitor, dailyLimit: 1.5, whitelist: ['office'] },
  };
  expect(Object.keys(problemsOf(wrong)).toSorted()).toEqual([
    'chatModelLimits.a',
    'visitor.dailyLimit',
    'visitor.whitelist',
  ]);
});

test('models are listed once', () => {
  expect(ceilingModels(['a', ''], ['b', 'a'])).toEqual(['a', 'b']);
});
