import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every Chinese line of the console, with the file it stands in. */
const lines = globSync('console/**/*.{ts,vue}')
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /\p{Script=Han}/u.test(line) && !/^\s*(\/?\*|\/\/)/.test(line))
      .map((line) => ({ file, text: line.trim() })),
  );

const linesWith = (pattern: RegExp) =>
  lines.filter(({ text }) => pattern.test(text)).map(({ file, text }) => `${file}: ${text}`);

test('Chinese texts have a space between Chinese and Latin letters or digits', () => {
  expect(lines.length).toBeGreaterThan(800);
  expect(linesWith(/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{Script=Han}/u)).toEqual([]);
});

test('Chinese texts have full-width punctuation', () => {
  expect(linesWith(/\p{Script=Han}[,;:?!]|[,;:?!]\p{Script=Han}|\p{Script=Han} ?\((?!\?)(?!.*\|)/u)).toEqual(
    [],
  );
});

test('one thing has one Chinese word: the words of docs/terms.md, none that were left', () => {
  const left =
    /母版|嵌入模型|令牌数|点踩|未覆盖|没有覆盖|重绘|重新绘制|撰写(所选|摘要|建议)|知识库|模型服务计费/;
  expect(linesWith(left)).toEqual([]);
});

test('readers are addressed as 你 in the console and in the handbook', () => {
  const handbook = globSync('handbook/zh/*.md').filter((file) => readFileSync(file, 'utf8').includes('您'));
  // The text that writing help is tried on is a letter of a shop to its customers.
  const sample = /务必核对您的的地址/;
  expect([...linesWith(/您/).filter((line) => !sample.test(line)), ...handbook]).toEqual([]);
});
