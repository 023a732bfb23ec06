import { expect, test } from 'vitest';
import { noLimits } from '../../../contract/usage/limits.ts';
import { bodyOf, ceilingModels, draftOf, isOverspent, overused, problemsOf } from './limits-draft.ts';

test('what is saved is what is edited', () => {
  const saved = { ...noLimits, enabled: true, chatModelLimits: { a: 1000 }, dailyCostLimit: 2.5 };
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

test('a ceiling that today has reached already is told before it is saved; a higher one and none are not', () => {
  const draft = {
    enabled: true,
    dailyCost: null,
    ceilings: { small: 100, exact: 36_994, large: 50_000, none: 0, open: null },
    visitor: draftOf(noLimits).visitor,
  };
  const used = () => 36_994;
  expect(overused(draft, used).map(({ model }) => model)).toEqual(['small', 'exact']);
  expect(overused({ ...draft, enabled: false }, used)).toEqual([]);
  expect(overused(undefined, used)).toEqual([]);
});

test('a spending limit that today has reached already is told before it is saved', () => {
  const draft = { ...draftOf(noLimits), enabled: true, dailyCost: 1.5 };
  expect([1.49, 1.5, 3].map((spent) => isOverspent(draft, spent))).toEqual([false, true, true]);
  expect(isOverspent({ ...draft, dailyCost: null }, 3)).toBe(false);
  expect(isOverspent({ ...draft, dailyCost: 0 }, 3)).toBe(false);
  expect(isOverspent({ ...draft, enabled: false }, 3)).toBe(false);
});
