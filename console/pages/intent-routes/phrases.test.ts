import { expect, test } from 'vitest';
import { expressionOf, patternsOf, phraseOf, triggersOf } from './phrases.ts';

test.each(['what is new?', 'C++ (beginner)', '最新文章', 'a|b', String.raw`back\slash`])(
  'a phrase comes back from its expression: %s',
  (phrase) => expect(phraseOf(expressionOf(phrase))).toBe(phrase),
);

test.each(['newest|latest', String.raw`\bnew\b`, 'hot.*', '(?:a)', '^new$'])(
  'an expression that finds more than one phrase is none: %s',
  (expression) => expect(phraseOf(expression)).toBeUndefined(),
);

test('triggers are split for editing and sent together, without blank ones', () => {
  const triggers = triggersOf([String.raw`new\?`, 'newest|latest']);
  expect(triggers).toEqual({ phrases: ['new?'], expressions: ['newest|latest'] });
  expect(patternsOf({ phrases: [...triggers.phrases, ' '], expressions: triggers.expressions })).toEqual([
    String.raw`new\?`,
    'newest|latest',
  ]);
});
