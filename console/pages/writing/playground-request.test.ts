import { beforeEach, expect, test } from 'vitest';
import { language } from '../../text/language-choice.ts';
import { hasChanges, problemOf } from './playground-request.ts';

beforeEach(() => {
  language.value = 'en';
});

test('actions that make another text have no changes to choose from', () => {
  expect([hasChanges('polish'), hasChanges('continue'), hasChanges('link')]).toEqual([true, true, true]);
  expect([hasChanges('summarize'), hasChanges('translate-en'), hasChanges('outline')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a wish is checked with the rules of the service before it is sent', () => {
  const wish = { text: 'He go.', action: 'polish', instruction: '', byChange: true } as const;
  expect(problemOf(wish)).toBe('');
  expect(problemOf({ ...wish, text: '  ' })).toBe('Enter a value.');
  expect(problemOf({ ...wish, instruction: 'x'.repeat(4001) })).toMatch(/4000/);
});
