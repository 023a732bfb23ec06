import { expect, test } from 'vitest';
import {
  markedSources,
  shownMarkdown,
  shownNumbers,
  splitMarks,
  withoutHalfMark,
  withoutHalfTable,
  withoutMarks,
  withShownNumbers,
} from './marks.ts';

test('marks of known sources are found, others stay text', () => {
  expect(splitMarks('Copy it [1][2]. See [9] or [0].', 2)).toEqual([
    'Copy it',
    { text: ' [1]', numbers: [1] },
    { text: '[2]', numbers: [2] },
    '. See [9] or [0].',
  ]);
});

test('WG71: a blank between a mark and the full stop behind it belongs to the mark', () => {
  expect(splitMarks('It is so [1] [2] . Yes [1] , well', 2)).toEqual([
    'It is so',
    { text: ' [1]', numbers: [1] },
    { text: ' [2] ', numbers: [2] },
    '. Yes',
    { text: ' [1] ', numbers: [1] },
    ', well',
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

test('WG6: marked sources are counted once, in the order in which they are met, and never in code', () => {
  expect(markedSources('x [3] y [1] z [3]', 3)).toEqual([3, 1]);
  expect(markedSources('`a[1]` and [2]\n\n```js\nb[3]\n```\n', 3)).toEqual([2]);
  expect([...shownNumbers('x [3] y [1]', 3)]).toEqual([
    [3, 1],
    [1, 2],
  ]);
  expect([...shownNumbers('no marks', 2)]).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(withShownNumbers('x [3] y [1, 3].', 3)).toBe('x [1] y [2][1].');
  expect(withoutMarks('x [3] y [1].', 3)).toBe('x y.');
});

test('a half mark at the end waits for its other half', () => {
  expect(withoutHalfMark('Copy it [')).toBe('Copy it');
  expect(withoutHalfMark('Copy it [1')).toBe('Copy it');
  expect(withoutHalfMark('Copy it [1]')).toBe('Copy it [1]');
  expect(withoutHalfMark('a list [x')).toBe('a list [x');
});

test('WG10: what is copied is what is shown: no marks, signs in place of entities, code as it is', () => {
  expect(shownMarkdown('Use &lt;script&gt; &amp; `&lt;b&gt;` [1].', 1)).toBe('Use <script> & `&lt;b&gt;`.');
  expect(shownMarkdown('```html\n&lt;a[1]&gt;\n```\nA &#39;word&#39; &unknown; [1]', 1)).toBe(
    "```html\n&lt;a[1]&gt;\n```\nA 'word' &unknown;",
  );
});

test('WG9: a table that is still being written is held back row by row', () => {
  const table = '| Field | Type |\n| --- | :-: |\n| id | text |\n';
  for (let length = 1; length <= table.length; length++) {
    const shown = withoutHalfTable(`Before\n\n${table.slice(0, length)}`);
    expect(shown.startsWith('Before')).toBe(true);
    expect(
      shown
        .slice(6)
        .trim()
        .split('\n')
        .every((line) => line === '' || /^\|.*\|$/.test(line)),
    ).toBe(true);
  }
  expect(withoutHalfTable(`Before\n\n| Fi`).trim()).toBe('Before');
  expect(withoutHalfTable(table)).toContain('| id | text |');
  expect(withoutHalfTable('a | b')).toBe('a | b');
});
