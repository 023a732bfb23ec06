import { inEnglish } from '../kit/explained.ts';
import { expect, test } from 'vitest';
import { splitFrontMatter, textAfterFrontMatter } from './front-matter.ts';
import { rewriteYaml } from './yaml/yaml-rewrite.ts';
import { cpuMs } from '../../test/fakes/cpu-time.ts';

test('YAML between dashes and TOML between plus signs are read, the rest is text', () => {
  expect(splitFrontMatter('---\ntitle: A\ntags: [x, y]\n---\nBody\n')).toEqual({
    ok: true,
    data: { title: 'A', tags: ['x', 'y'] },
    body: 'Body\n',
  });
  expect(splitFrontMatter('+++\ntitle = "A"\n[extra]\nx = 1\n+++\nBody')).toMatchObject({
    ok: true,
    data: { title: 'A', extra: { x: 1 } },
    body: 'Body',
  });
});

test('byte order mark and carriage returns do not matter', () => {
  expect(splitFrontMatter('\uFEFF---\r\ntitle: A\r\n---\r\nBody')).toEqual({
    ok: true,
    data: { title: 'A' },
    body: 'Body',
  });
});

test('a text without front matter is all text, also when it begins with a rule of more dashes', () => {
  for (const text of ['Just text', '', '----\nText', '# Title\n---\nx'])
    expect(splitFrontMatter(text)).toEqual({ ok: true, data: {}, body: text });
});

test.each([
  ['YAML', '---\ntitle: A\n---\nBody\n---\nmore'],
  ['YAML that ends with dots', '\uFEFF---\r\ntitle: A\r\n...\r\nBody'],
  ['TOML', '+++\na = 1\n+++\nBody'],
  ['a named fence', '---toml\na = 1\n---\nBody'],
  ['nothing after it', '---\na: 1\n---'],
  ['no front matter', '----\nText'],
  ['JSON', '{\n  "a": "}"\n}\nBody'],
  ['JSON between semicolons', ';;;\n"a": 1\n;;;\nBody'],
  ['a text in braces', '{{< figure >}}\nText'],
])('the text alone is the same as after reading everything: %s', (_, source) => {
  expect(splitFrontMatter(source)).toMatchObject({ ok: true, body: textAfterFrontMatter(source) });
});

test('a value with a colon is the text that its author meant', () => {
  const source =
    '---\ntitle: News: the season starts\ntags: [x, y]\nsummary: Open: "daily" # in May\n---\nBody';
  expect(splitFrontMatter(source)).toMatchObject({
    ok: true,
    data: { title: 'News: the season starts', tags: ['x', 'y'] },
    body: 'Body',
  });
  expect(splitFrontMatter('---\ntitle: A: b\nlist: "c\n---\n')).toMatchObject({ ok: false });
});

test.each([
  ['double quotes without indentation', 'a: "one\ntwo"\nb: c', { a: 'one two', b: 'c' }],
  ['single quotes with an empty line', "a: 'it''s\n\nfine'\nb: c", { a: "it's\nfine", b: 'c' }],
  [
    'quotes over what looks like names',
    'a: "one\nb: no # no\n- no"\nb: c',
    { a: 'one b: no # no - no', b: 'c' },
  ],
  ['quotes in a list', 'a:\n  - "one\ntwo"\n  - c', { a: ['one two', 'c'] }],
  ['quotes in a map', 'a:\n  b: "one\n two"\n  c: d', { a: { b: 'one two', c: 'd' } }],
  ['quotes on the next line', 'a:\n  "one\ntwo"', { a: 'one two' }],
  ['quotes that tabs continue', "a: 'one\n\ttwo'", { a: 'one two' }],
  ['quotes after an escaped line end', 'a: "one \\\n  two\\n"\nb: c', { a: 'one two\n', b: 'c' }],
  ['a quoted backslash at a line end', 'a: "one\\\\\ntwo"', { a: 'one\\ two' }],
  [
    'brackets without indentation',
    'a: [one,\n"two", # c\nthree\n]\nb: c',
    { a: ['one', 'two', 'three'], b: 'c' },
  ],
  ['braces without indentation', 'a: {b: 1,\nc: "x\ny"}\nd: e', { a: { b: 1, c: 'x y' }, d: 'e' }],
  ['an apostrophe in brackets', "a: [it's,\nfine]", { a: ["it's", 'fine'] }],
  ['a plain value in further lines', 'a: one\n  "two" it\'s\nb: "c\nd"', { a: 'one "two" it\'s', b: 'c d' }],
  ['a block of text', 'a: |\n  x: "y\n  z\nb: "c\nd"', { a: 'x: "y\nz\n', b: 'c d' }],
  ['a comment in front of a map', 'a: # c\n  b: "x\ny"', { a: { b: 'x y' } }],
  ['a name twice: the last one', 'a: b\na: c', { a: 'c' }],
  ['an emoji and a colon', 'a: "😀\n😀"\nb: News: 1', { a: '😀 😀', b: 'News: 1' }],
  ['carriage returns', 'a: "one\r\ntwo"\r\nb: c', { a: 'one two', b: 'c' }],
  ['a comment right behind quotes', 'a: "b"# c\nd: [e]# f', { a: 'b', d: ['e'] }],
  ['merged names', 'a: &x {b: 1, c: 2}\nd: {<<: *x, b: 3}', { a: { b: 1, c: 2 }, d: { b: 3, c: 2 } }],
  [
    'several merged names: the first counts',
    'a: &x {t: 1}\nb: &y {t: 2, u: 3}\n<<: [*x, *y]',
    { a: { t: 1 }, b: { t: 2, u: 3 }, t: 1, u: 3 },
  ],
  ['a name of two signs that merges nothing', '<<: text', { '<<': 'text' }],
])('HOST18: what libyaml reads is read: %s', (_, matter, data) => {
  expect(splitFrontMatter(`---\n${matter}\n---\nBody`)).toEqual({ ok: true, data, body: 'Body' });
});

test('HOST18: JSON is read as Hugo and Hexo read it', () => {
  const data = { title: 'A }', tags: ['x'] };
  expect(splitFrontMatter(`${JSON.stringify(data, undefined, 2)}\n\nBody`)).toEqual({
    ok: true,
    data,
    body: '\nBody',
  });
  expect(splitFrontMatter(';;;\n"title": "A }",\n"tags": ["x"]\n;;;\nBody')).toEqual({
    ok: true,
    data,
    body: 'Body',
  });
});

test.each([
  ['Hugo: empty lines above it', '\n \n---\ntitle: A\n---\nBody', { title: 'A' }],
  ['Hugo: empty lines above TOML', '\r\n+++\r\ntitle = "A"\r\n+++\r\nBody', { title: 'A' }],
  ['Hugo: empty lines above JSON', '\n{"title": "A"}\nBody', { title: 'A' }],
  [
    'Hugo: integers of 64 bits',
    '+++\na = [9223372036854775807, 1]\n+++\nBody',
    { a: ['9223372036854775807', 1] },
  ],
  ['Hexo: longer rules', '-----\ntitle: A\n-----\nBody', { title: 'A' }],
  ['Hexo: longer rules of semicolons', ';;;;\n"title": "A"\n;;;;\nBody', { title: 'A' }],
  ['Hexo: no rule above it', 'title: A\ntags:\n- b\n---\nBody', { title: 'A', tags: ['b'] }],
  [
    'Hexo: no rule above it, other names first',
    '\uFEFFlayout: post\r\ndate: 2026\r\n----\r\nBody',
    { layout: 'post', date: 2026 },
  ],
  [
    'Hexo: tabs that indent',
    '---\ntags:\n\t- a\n\t- b\nby:\n\tname: "c\n\td"\n---\nBody',
    { tags: ['a', 'b'], by: { name: 'c d' } },
  ],
])('HOST18: what one generator reads is read: %s', (_, source, data) => {
  expect(splitFrontMatter(source)).toEqual({ ok: true, data, body: 'Body' });
  expect(textAfterFrontMatter(source)).toBe('Body');
});

test.each([
  ['a heading with a colon', 'Note: see below\n---\nText'],
  ['a paragraph with a colon, and a rule', 'Note: see below\nand here\n\n---\n\nMore: text\n'],
  ['a heading between rules', '-----\nA heading\n-----\nText'],
  ['a rule below empty lines', '\n---\n\nText\n\n---\n'],
  ['a rule below empty lines, not closed', '\n---\ntitle: A'],
  ['a title without a rule', 'title: A\n\nText'],
  ['rules of different lengths', '-----\ntitle: A\n----\nText'],
])('HOST18: what only looks like front matter is text: %s', (_, text) => {
  expect(splitFrontMatter(text)).toEqual({ ok: true, data: {}, body: text });
  expect(textAfterFrontMatter(text)).toBe(text);
});

test('HOST18: an error behind a value in several lines is told with its own line', () => {
  expect(splitFrontMatter('---\na: "one\n\ntwo"\nb: [c,\nd]\ne: @f\n---\n')).toMatchObject({
    ok: false,
    line: 7,
  });
});

test.each([
  ['quotes', 'a: "\n'],
  ['brackets', 'a: [\n'],
  ['braces', '{'],
  ['apostrophes', "'"],
  ['marks of lists', '- '],
  ['colons', ': '],
  ['comments', ' #'],
  ['backslashes', '"\\'],
  ['anchors', '&a '],
  ['empty lines', 'a: "x\n\n\n"\n'],
])('HOST18: %s without end take no time that grows faster than the text', (_, part) => {
  const matter = part.repeat(Math.floor(30_000 / part.length));
  const start = cpuMs();
  rewriteYaml(`${matter}\n`);
  rewriteYaml(`a: "b\n${matter}\n`);
  expect(cpuMs() - start).toBeLessThan(1000);
});

test('dates of YAML stay as they are written', () => {
  expect(splitFrontMatter('---\ndate: 2026-05-01 12:00:00\n---\n')).toMatchObject({
    data: { date: '2026-05-01 12:00:00' },
  });
});

test.each([
  ['code', '---js\n{ title: process.exit(1) }\n---\n', 1, 'js'],
  ['code by a tag', '---\ntitle: !!js/function "x"\n---\n', 2, 'begins with this character'],
  ['a broken line', '---\ntitle: A\nb: "c\nd: 1\n---\n', 5, 'quotation mark'],
  ['broken JSON', '{"title": "A",}\nText', 1, 'JSON'],
  ['JSON without an end', '{"title": "A"\nText', 1, 'not closed'],
  ['a list', '---\n- a\n---\n', 1, 'names and values'],
  ['no end', '---\ndraft: true\ntext', 1, 'not closed'],
  ['broken TOML', '+++\na = 1\nb =\n+++\n', 3, 'TOML'],
  ['too much', `---\na: ${'x'.repeat(70_000)}\n---\n`, 1, 'too long'],
])('%s is refused with its line', (_, source, line, reason) => {
  const result = splitFrontMatter(source);
  expect(result).toMatchObject({ ok: false, line });
  expect(result.ok ? '' : inEnglish(result.reason)).toContain(reason);
});

test('what is wrong is said in plain words', () => {
  const result = splitFrontMatter('---\ntitle: [a\n---\n');
  expect(result.ok ? '' : inEnglish(result.reason)).toMatch(/^the front matter is not valid YAML \(.+\)$/);
});

test.each([
  ['title: A\nb: "c\n', 4, 'a quotation mark is not closed)'],
  ['tags: [a, b\nd: 1\n', 3, 'a bracket is not closed)'],
  ['tags:\n \t- a\n', 3, 'column 2: a tab indents, use spaces)'],
  ['title: A\n  tags: b\n', 2, 'column 8: a value with a colon needs quotation marks, or the next line'],
  ['tags:\n  - a\n - b\n', 4, 'column 1: the indentation does not fit the lines above)'],
  ['title: @home\n', 2, 'column 8: a value that begins with this character needs quotation marks)'],
  ['draft: false\ntitle: **Bold**\n', 3, 'column 8: a value that begins with this character needs'],
  ['title：A\ntags: b\n', 2, 'column 1: a name needs a colon and a space behind it)'],
  ["title: 'it's'\n", 2, 'column 12: something follows a value that has ended'],
  ['a: |\n  x\nb\n', 4, 'column 1: a name needs a colon and a space behind it)'],
  ['title: "C:\\docs"\n', 2, 'column 11: a backslash between double quotation marks, use single ones)'],
])('the usual mistake in %j is told in plain words, with its place', (matter, line, reason) => {
  const result = splitFrontMatter(`---\n${matter}---\n`);
  expect(result).toMatchObject({ ok: false, line });
  expect(result.ok ? '' : inEnglish(result.reason)).toContain(
    `the front matter is not valid YAML (${reason}`,
  );
});

/** Each line repeats the one before nine times. */
const aliasBomb = ['x', '*a', '*b', '*c', '*d', '*e', '*f', '*g']
  .map(
    (item, n) =>
      `${'abcdefgh'.charAt(n)}: &${'abcdefgh'.charAt(n)} [${Array<string>(9).fill(item).join(', ')}]`,
  )
  .join('\n');

test.each([
  ['an alias bomb', `---\n${aliasBomb}\n---\n`],
  [
    'an alias bomb of merged names',
    `---\n${aliasBomb.replaceAll('x', '{y: z}').replaceAll('[', '{<<: [').replaceAll(']', ']}')}\n---\n`,
  ],
  ['deep YAML', `---\na: ${'['.repeat(30_000)}\n---\n`],
  ['deep TOML', `+++\na = ${'['.repeat(30_000)}\n+++\n`],
])('%s is refused within a second', (_, source) => {
  const start = cpuMs();
  expect(splitFrontMatter(source).ok).toBe(false);
  expect(cpuMs() - start).toBeLessThan(1000);
});

test('names that objects have of themselves are plain names', () => {
  const result = splitFrontMatter('---\n__proto__: { polluted: true }\nconstructor: x\n---\n');
  expect(result.ok && Object.hasOwn(result.data, '__proto__')).toBe(true);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
