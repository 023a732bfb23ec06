import { expect, test } from 'vitest';
import { markedSources, splitMarks, withoutHalfMark, withoutMarks } from './marks.ts';

test('marks of known sources are found, others stay text', () => {
  expect(splitMarks('Copy it [1][2]. See [9] or [0].', 2)).toEqual([
    'Copy it',
    { text: ' [1]', numbers: [1] },
    { text: '[2]', numbers: [2] },
    '. See [9] or [0].',
  ]);
});

test('a mark may name several sources', () => {
  expect(splitMarks('好[1，3]', 3)).toEqual(['好', { text: '[1，3]', numbers: [1, 3] }]);
});

test('the pieces give back the whole text', () => {
  for (const text of ['', '[1]', 'a [1] b [12] c', '[[1]]', 'no marks', '[1,2,9] [2]']) {
    const whole = splitMarks(text, 3)
      .map((piece) => (typeof piece === 'string' ? piece : piece.text))
      .join('');
    expect(whole).toBe(text);
  }
});

test('marked sources are counted once, in order', () => {
  expect(markedSources('x [3] y [1] z [3]', 3)).toEqual([1, 3]);
  expect(withoutMarks('x [3] y [1].', 3)).toBe('x y.');
});

test('a half mark at the end waits for its other half', () => {
  expect(withoutHalfMark('Copy it [')).toBe('Copy it');
  expect(withoutHalfMark('Copy it [1')).toBe('Copy it');
  expect(withoutHalfMark('Copy it [1]')).toBe('Copy it [1]');
  expect(withoutHalfMark('a list [x')).toBe('a list [x');
});
