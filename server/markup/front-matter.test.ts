import { inEnglish } from '../kit/explained.ts';
import { expect, test } from 'vitest';
import { splitFrontMatter, textAfterFrontMatter } from './front-matter.ts';
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

test('dates of YAML stay as they are written', () => {
  expect(splitFrontMatter('---\ndate: 2026-05-01 12:00:00\n---\n')).toMatchObject({
    data: { date: '2026-05-01 12:00:00' },
  });
});

test.each([
  ['code', '---js\n{ title: process.exit(1) }\n---\n', 1, 'js'],
  ['code by a tag', '---\ntitle: !!js/function "x"\n---\n', 2, 'tag'],
  ['a broken line', '---\ntitle: A\nb: "c\nd: 1\n---\n', 5, 'quote'],
  ['a name twice', '---\ntitle: A\ntitle: B\n---\n', 3, 'unique'],
  ['a list', '---\n- a\n---\n', 1, 'names and values'],
  ['no end', '---\ndraft: true\ntext', 1, 'not closed'],
  ['broken TOML', '+++\na = 1\nb =\n+++\n', 3, 'TOML'],
  ['too much', `---\na: ${'x'.repeat(70_000)}\n---\n`, 1, 'too long'],
])('%s is refused with its line', (_, source, line, reason) => {
  const result = splitFrontMatter(source);
  expect(result).toMatchObject({ ok: false, line });
  expect(result.ok ? '' : inEnglish(result.reason)).toContain(reason);
});

test('what is wrong is said in plain words before those of the library', () => {
  const result = splitFrontMatter('---\ntitle: [a\n---\n');
  expect(result.ok ? '' : inEnglish(result.reason)).toMatch(/^the front matter is not valid YAML \(.+\)$/);
});

test.each([
  ['title: A\nb: "c\n', 4, 'a quotation mark is not closed: Missing closing "quote'],
  ['tags: [a, b\nd: 1\n', 3, 'a bracket is not closed: Flow sequence'],
  ['title: A\ntitle: B\n', 3, 'column 1: this name stands there twice: Map keys'],
  ['tags:\n\t- a\n', 3, 'column 1: a tab indents, use spaces: Tabs'],
  ['title: A\n  tags: b\n', 2, 'column 8: a value with a colon needs quotation marks, or the next line'],
  ['tags:\n  - a\n - b\n', 4, 'column 1: the indentation does not fit the lines above: A block'],
  ['title: @home\n', 2, 'column 8: a value that begins with this character needs quotation marks: Plain'],
  ['draft: false\ntitle: **Bold**\n', 3, 'column 8: a value that begins with this character needs'],
  ['title：A\ntags: b\n', 2, 'column 1: a name needs a colon and a space behind it: Implicit'],
  ['title: "C:\\docs"\n', 2, 'column 11: a backslash between double quotation marks, use single ones: Inv'],
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
