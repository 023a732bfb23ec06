import { expect, test } from 'vitest';
import { cleanCharacters, prepareMarkdown } from './markdown-source.ts';

test('shortcodes of Hexo, Hugo and Jekyll go, their content stays', () => {
  expect(prepareMarkdown('{% note info %}\nMind\n{% endnote %}')).toBe('\nMind\n');
  expect(prepareMarkdown('A {{< figure\n src="x" >}}B {{% tip %}}C{{% /tip %}}')).toBe('A B C');
  expect(prepareMarkdown('Hi {{ page.author | default: "you" }}!')).toBe('Hi !');
  expect(prepareMarkdown('A{% comment %} secret {% endcomment %}B')).toBe('AB');
});

test('code keeps what looks like a shortcode', () => {
  const code = 'Use `{{ x }}` or ``{% raw %}``\n\n```liquid\n{% if x %}\n{{ y }}\n```\n\n~~~\n::: tip\n~~~';
  expect(prepareMarkdown(code)).toBe(code);
});

test('an opener without an end is text', () => {
  expect(prepareMarkdown('a {{ b and {% c')).toBe('a {{ b and {% c');
});

test('containers become quotes, also around code and within each other', () => {
  const source = '::: tip Title\ntext\n:::: details\n```\ncode\n```\n::::\n:::\nafter';
  const lines = prepareMarkdown(source).split('\n');
  expect(lines.filter((line) => !/^[> ]*$/.test(line))).toEqual([
    '> **Title**',
    '> text',
    '> > **Details**',
    '> > ```',
    '> > code',
    '> > ```',
    'after',
  ]);
  expect(lines.at(-2)).toBe('');
});

test('containers that only arrange are dropped without a quote', () => {
  expect(prepareMarkdown('::: code-group\n```js\na\n```\n:::').replace(/\n+/g, '\n')).toBe(
    '\n```js\na\n```\n',
  );
});

test('attribute lists and tables of contents are no text', () => {
  expect(prepareMarkdown('A\n{: .lead }\n[[toc]]\n[TOC]\n{:toc}\nB')).toBe('A\nB');
});

test('a footnote definition with one word is not taken for a link definition', () => {
  expect(prepareMarkdown('[^1]: Source')).toBe('\\[^1]: Source');
});

test('hostile nesting is cut, ordinary nesting is not', () => {
  expect(prepareMarkdown('> '.repeat(500) + 'deep').length).toBeLessThan(60);
  expect(prepareMarkdown(`${' '.repeat(5000)}- x`).length).toBeLessThan(60);
  expect(prepareMarkdown('> > - 1. a')).toBe('> > - 1. a');
});

test('an unclosed fence hides nothing from the nesting guard', () => {
  expect(prepareMarkdown(`> \`\`\`\n\n${'- '.repeat(5000)}x`).length).toBeLessThan(100);
});

test('carriage returns, byte order marks, control characters and half characters are cleaned', () => {
  expect(cleanCharacters('\uFEFFa\r\nb\rc\u0000\u0007\td\uDC00')).toBe('a\nb\nc\td\uFFFD');
});
