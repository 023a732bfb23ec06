import { describe, expect, test } from 'vitest';
import { builtinRoutes } from '../builtin-routes.ts';
import { questionVariants } from './normalize-question.ts';
import { createTrigger, triggerProblem } from './trigger.ts';

const meets = (pattern: string, question: string) => questionVariants(question).some(createTrigger(pattern));

describe('IR13: a pattern occurs in a question', () => {
  test.each([
    ['hot', 'what is HOT?'],
    ['hot', 'hot'],
    ['hot', '有什么hot文章'],
    ['hot', 'hot-dog'],
    ['hot', 'a photo of a hot day'],
    ['hot|hotel', 'the hotel'],
    ['c\\+\\+', 'learn C++ now'],
    ['docker', '怎么用ｄｏｃｋｅｒ'],
    ['cafe', 'Where is the café?'],
    ['café', 'WHERE IS THE CAFE'],
    ['热门', '有什么熱門的'],
    ['熱門', '热门文章'],
    ['[热熱]门', '热门文章'],
    ['最新', '最新的'],
    ['^latest$', ' latest '],
    ['new  ?posts', 'new\nposts'],
    ['？', '为什么？'],
    ['(?i)Hot', 'hot'],
    ['price \\$\\d+', 'the price $20'],
  ])('%s in %s', (pattern, question) => {
    expect(meets(pattern, question)).toBe(true);
  });

  test.each([
    ['hot', 'How to take a photo'],
    ['hot', 'the hotel'],
    ['hot', 'hotter'],
    ['hot', 'a hot_spot'],
    ['new|post', 'newer poster'],
    ['tag', 'the stage and the tags'],
    ['art.*ist', 'the artistic'],
    ['^new$', 'new posts'],
    ['热门', '今天很热，门开着'],
  ])('%s is not in %s', (pattern, question) => {
    expect(meets(pattern, question)).toBe(false);
  });
});

describe('IR4: patterns that ruin other engines', () => {
  const corpus = [
    '(a+)+$',
    '([a-zA-Z]+)*$',
    '(a|aa)+$',
    '(a|a?)+$',
    '(.*a){20}$',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*)*(.*)*(.*)*x',
    'a*a*a*a*a*a*a*a*a*a*b',
    '\\s+$',
    '.*.*.*.*=.*',
    '(a?){25}a{25}',
    '([^b]|a)*b',
    '(\\w|\\d|_)+!',
    '(?:(?:a|b)|(?:a|b))*c',
    '^(a?)*?$',
    '(aa|aab?)*c',
    '(a{1,20}){1,20}b',
    '\\d+\\d+\\d+\\d+\\d+x',
    '(?:.|\\n)*end',
  ];
  const long = ['a', 'ab', ' ', 'x', '=', 'Aa1_', '1'].map((piece) =>
    piece.repeat(Math.ceil(4_000 / piece.length)),
  );

  const refused = corpus.filter((pattern) => triggerProblem(pattern) !== undefined);

  test.each(corpus.filter((pattern) => !refused.includes(pattern)))(
    '%s is answered by the linear engine',
    (pattern) => {
      expect(long.map((question) => meets(pattern, question))).toHaveLength(long.length);
    },
  );

  test.each(refused)('%s is refused', (pattern) => {
    expect(triggerProblem(pattern)?.text).toMatch(/^must not repeat/);
  });

  test.each([
    ['(a)\\1', /refer back/],
    ['(a+)+', /repeat/],
    ['a(?=b)', /linear time: .*\(\?=/],
    ['a(?!b)', /linear time/],
    ['(?<=a)b', /linear time/],
    ['(?>a)b', /linear time/],
    ['(a', /missing closing \)/],
    ['a)|(b', /unexpected \)/],
    ['a{1001}', /repeat count/],
    ['*a', /missing argument/],
    ['[z-a]', /range/],
    ['\\', /trailing backslash/],
    ['.{900}.{900}.{900}.{900}.{900}', /too large/],
  ])('%s is refused with the reason', (pattern, reason) => {
    expect(triggerProblem(pattern)?.text).toMatch(reason);
  });

  test('IR4: a stored pattern that cannot be matched counts as plain text', () => {
    expect(meets('(what', 'say (what now')).toBe(true);
    expect(meets('(what', 'say what now')).toBe(false);
  });
});

test('IR18: every pattern of a built-in route may be saved as it is', () => {
  const patterns = builtinRoutes.flatMap(({ triggerPatterns }) => triggerPatterns);
  expect(patterns.filter((pattern) => pattern.length > 200 || triggerProblem(pattern) !== undefined)).toEqual(
    [],
  );
});
