import { describe, expect, test } from 'vitest';
import { bodyOf, changedTo, editedFrom, emptyRoute, moved, problemsOf, stepOf } from './draft.ts';

describe('a route while it is edited', () => {
  test('starts with a name missing and nothing else', () => {
    const problems = problemsOf(emptyRoute());
    expect(problems).toHaveLength(1);
    expect(problems[0]?.field).toBe('displayName');
    expect(problemsOf({ ...emptyRoute(), displayName: 'New' })).toEqual([]);
  });

  test('is sent without blank triggers and without what only the page needs', () => {
    const body = bodyOf({
      ...emptyRoute(),
      displayName: 'New',
      triggers: { phrases: ['new', ' '], expressions: [''] },
    });
    expect(body.triggerPatterns).toEqual(['new']);
    expect(body.pipeline).toEqual([{ type: 'TIME_SORT', params: stepOf('TIME_SORT', 0).params }]);
  });

  test('says which field speaks against saving', () => {
    expect(problemsOf({ ...emptyRoute(), displayName: 'New', priority: 5000 })[0]?.field).toBe('priority');
    expect(problemsOf({ ...emptyRoute(), displayName: 'New', pipeline: [] })[0]?.field).toBe('pipeline');
  });

  test('a step that becomes another kind keeps what both know', () => {
    const limited = { ...stepOf('VISIT_SORT', 3), params: { limit: '5', onFailure: 'keep' } };
    expect(changedTo(limited, 'TIME_SORT')).toEqual({
      key: 3,
      type: 'TIME_SORT',
      params: { order: 'desc', limit: '5', onFailure: 'keep' },
    });
  });

  test('a saved route comes back as it was', () => {
    const saved = {
      ...bodyOf({
        ...emptyRoute(),
        id: 'new',
        displayName: 'New',
        triggers: { phrases: ['new'], expressions: [] },
      }),
      builtin: false,
      updatedAt: '',
      matchCount: 0,
      lastMatchedAt: '',
    };
    expect(bodyOf(editedFrom({ ...saved, triggerPatterns: [...saved.triggerPatterns] }))).toMatchObject({
      id: 'new',
      triggerPatterns: ['new'],
    });
  });

  test('members move by one place and not over the ends', () => {
    expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });
});
