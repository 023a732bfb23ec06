import { describe, expect, test } from 'vitest';
import { RouteBody } from './route-fields.ts';
import { patternProblem } from './trigger-pattern.ts';
import { cpuMs } from '../../test/fakes/cpu-time.ts';

describe('IR4: a trigger pattern', () => {
  test.each([
    '最新|最近',
    'how (do|can) I',
    '(a|b)+',
    '(ab){2,3}',
    'a+b*',
    '(a+)b',
    '(a+)?x',
    '\\(a+\\)+',
    '[(a+)]+',
    '[^\\]+*]+',
    '[]a+]*',
    '\\d{4}',
    'price \\$1',
    '(unfinished',
    'x)+',
    '',
  ])('%s is fine', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  test.each(['(a+)+', '(a*)*', '(a+){2,}', '((a+)b)*', '(x(y+z)w)+', '(?:a+)+', '([a-z]+)*'])(
    '%s repeats a group that repeats inside',
    (pattern) => {
      expect(patternProblem(pattern)).toBe('pattern_nested');
    },
  );

  test.each(['(a)\\1', 'x\\9', '(a)(b)\\2'])('%s refers back', (pattern) => {
    expect(patternProblem(pattern)).toBe('pattern_back_reference');
  });

  test('a text of any length is judged at once', () => {
    const startedAt = cpuMs();
    expect(patternProblem(`${'('.repeat(100_000)}a+${')'.repeat(100_000)}+`)).toBe('pattern_nested');
    expect(cpuMs() - startedAt).toBeLessThan(500);
  });
});

describe('IR1: a route', () => {
  const route = { displayName: 'Newest', pipeline: [{ type: 'TIME_SORT' }] };
  const problem = (fields: object) => RouteBody.safeParse({ ...route, ...fields }).error?.issues[0];

  test('has a default for everything that may be left out', () => {
    expect(RouteBody.parse(route)).toEqual({
      id: undefined,
      displayName: 'Newest',
      description: '',
      enabled: true,
      priority: 0,
      triggerPatterns: [],
      llmFallback: false,
      llmFallbackHint: '',
      pipeline: [{ type: 'TIME_SORT', params: {} }],
      outputTemplate: '',
    });
  });

  test('IR5: parameters become texts', () => {
    const pipeline = [{ type: 'VISIT_SORT', params: { limit: 5, reverse: false, note: 'x' } }];
    expect(RouteBody.parse({ ...route, pipeline }).pipeline[0]?.params).toEqual({
      limit: '5',
      reverse: 'false',
      note: 'x',
    });
  });

  test.each([
    [{ id: 'Upper' }, /^id must be 1 to 60/],
    [{ id: '-a' }, /^id must/],
    [{ id: 'a'.repeat(61) }, /^id must/],
    [{ displayName: '  ' }, /^displayName must not be blank/],
    [{ displayName: 'a'.repeat(81) }, /80/],
    [{ priority: 1001 }, /^priority must/],
    [{ priority: 0.5 }, /^priority must/],
    [{ enabled: 'yes' }, /^enabled must/],
    [{ triggerPatterns: Array.from({ length: 21 }, () => 'a') }, /20 patterns/],
    [{ triggerPatterns: ['a'.repeat(201)] }, /200/],
    [{ triggerPatterns: [' '] }, /must not be blank/],
    [{ triggerPatterns: ['(a+)+'] }, /must not repeat/],
    [{ pipeline: [] }, /^pipeline must have 1 to 12 steps/],
    [{ pipeline: undefined }, /^pipeline must have 1 to 12 steps/],
    [{ pipeline: Array.from({ length: 13 }, () => ({ type: 'TIME_SORT' })) }, /1 to 12/],
    [{ pipeline: [{ type: 'DELETE_ALL' }] }, /^pipeline\.0\.type must be one of TOPIC_MATCH/],
    [
      { pipeline: [{ type: 'TIME_SORT', params: { limit: null } }] },
      /^pipeline\.0\.params\.limit must be a text/,
    ],
    [{ pipeline: [{ type: 'TIME_SORT', params: { limit: 'a'.repeat(2001) } }] }, /2000/],
    [{ outputTemplate: 'a'.repeat(4001) }, /4000/],
  ])('is refused: %j', (fields, message) => {
    expect(problem(fields)?.message).toMatch(message);
  });
});
