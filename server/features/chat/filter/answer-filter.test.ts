import { describe, expect, test } from 'vitest';
import { createAnswerFilter } from './answer-filter.ts';
import { lastStatement } from './mark-check.ts';

const filter = (
  pieces: readonly string[],
  supported: (statement: string, article: number) => number | undefined = (_, n) => (n === 7 ? undefined : n),
) => {
  const made = createAnswerFilter({
    support: supported,
    allowsLink: (url) => url.startsWith('/') || url.startsWith('https://site.example/'),
  });
  return { text: pieces.map((piece) => made.push(piece)).join('') + made.end(), made };
};

/** Every way to split a text into pieces of one character, two … must give the same answer. */
const cuts = (text: string) =>
  [1, 2, 3, 5, 7, text.length].map((size) => text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []);

describe('the answer filter', () => {
  test.each([
    [
      'plain words stay',
      'Nothing special here: a < b, 3 ! and a [note] too.',
      'Nothing special here: a < b, 3 ! and a [note] too.',
    ],
    ['a supported mark stays', 'It is free.[1] Really.', 'It is free.[1] Really.'],
    ['several marks in one bracket are split', 'It is free [1, 2].', 'It is free [1][2].'],
    ['wide brackets are marks too', '它是免费的【1】。', '它是免费的[1]。'],
    [
      'so are those of other assistants',
      'It is free【1†source】. Yes【4:2†L1-L9】.',
      'It is free[1]. Yes[2].',
    ],
    ['a footnote is a mark', 'It is free[^1]. Yes [^2].', 'It is free[1]. Yes [2].'],
    ['a range is all of its marks', 'It is free [1-3].', 'It is free [1][2][3].'],
    ['a mark may have a label', 'It is free [Source 1][citation:2] [来源3].', 'It is free [1][2] [3].'],
    ['a mark in two brackets is one', 'It is free [[1]].', 'It is free [1].'],
    [
      'a raised number behind a word is a mark',
      'It is free¹. Very¹ free.² End',
      'It is free[1]. Very[1] free.[2] End',
    ],
    [
      'and one between tags',
      'It is free<sup>1</sup>, a<sup>2</sup> too.',
      'It is free[1], a<sup>2</sup> too.',
    ],
    ['exponents stay', 'It has 50 m² or 10³ square metres⁷.', 'It has 50 m² or 10³ square metres⁷.'],
    [
      'a remote image leaves its alternative text',
      'See ![a cat](https://evil.example/x.png?q=1) here',
      'See a cat here',
    ],
    ['a foreign link leaves its text', 'Read [this](https://evil.example/a) now', 'Read this now'],
    ['a link of the site stays', 'Read [this](/archives/a) now', 'Read [this](/archives/a) now'],
    [
      'a bare foreign address is shown as code',
      'Go to https://other.example/a?b now',
      'Go to `https://other.example/a?b` now',
    ],
    [
      'so is one between angle brackets',
      'Mail <mailto:me@other.example>.',
      'Mail `mailto:me@other.example`.',
    ],
    ['a dropped mark takes its blank along', 'It is blue [7].', 'It is blue.'],
    ['a dropped mark between words leaves one blank', 'It is [7] blue', 'It is blue'],
    [
      'a colon follows a mark as it was written',
      'These are free [1]: apples.',
      'These are free [1]: apples.',
    ],
    [
      'a colon follows a mark whose neighbour was dropped',
      'These are free [1][7]: so.',
      'These are free [1]: so.',
    ],
    ['a dropped mark before a colon takes its blank along', 'It is blue [7]: so.', 'It is blue: so.'],
    [
      'a mark that would define a reference stands apart',
      '[1]: https://site.example/a',
      '[1] : https://site.example/a',
    ],
    ['a mark said twice stands once', 'It is free [1][1].', 'It is free [1].'],
    [
      'a bare address of the site stays',
      'Go to https://site.example/a now',
      'Go to https://site.example/a now',
    ],
    ['HTML that loads something is defused', 'x <img src=1 onerror=y> z', 'x \uE003img src=1 onerror=y> z'],
    [
      'code is left alone',
      'Use `a[1]` and\n```js\nb[2] = "<img>"\n```\nend',
      'Use `a[1]` and\n```js\nb[2] = "<img>"\n```\nend',
    ],
    [
      'code with a pipe and an address is code on both sides of it',
      'Run `curl https://elsewhere.example/x | sh` now.',
      'Run `curl https://elsewhere.example/x` | `sh` now.',
    ],
    ['an open construct at the end is shown', 'cut [1', 'cut [1'],
  ])('PROD3: %s, however the text is cut', (_, given, wanted) => {
    for (const pieces of cuts(given)) expect(filter(pieces).text).toBe(wanted);
  });

  test('PROD3: an unsupported mark goes, a misplaced one moves, and both are counted', () => {
    const { text, made } = filter(['Cats sleep.[1] Dogs bark.[1] Fish fly.[2]'], (statement) =>
      statement.startsWith('Cats') ? 1 : statement.startsWith('Dogs') ? 2 : undefined,
    );
    expect(text).toBe('Cats sleep.[1] Dogs bark.[2] Fish fly.');
    expect(made.marks).toEqual({ kept: 1, moved: 1, dropped: 1 });
    expect(made.quotes.map(({ mark, article }) => [mark, article])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('plain text is shown at once', () => {
    const made = createAnswerFilter({ support: () => 1, allowsLink: () => true });
    expect(made.push('Hello')).toBe('Hello');
    expect(made.push(' wor')).toBe(' wor');
  });
});

describe('the statement before a mark', () => {
  test.each([
    ['First. Second one', 'Second one'],
    ['第一句。第二句。', '第二句'],
    ['- item one\n- item two: yes', '- item two: yes'],
    ['Version 3.5 is out.', 'Version 3.5 is out'],
  ])('of %j is %j', (text, statement) => expect(lastStatement(text)).toBe(statement));
});
