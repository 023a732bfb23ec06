import { expect, it } from 'vitest';
import { extractMarkdown } from './extract-markdown.ts';

it.each([
  ['a script', 'Runs at 42 rpm. <script>window.x="body"</script> It is *red*.'],
  ['a style', 'Runs at 42 rpm. <STYLE media="x">b{color:red}</STYLE> It is *red*.'],
  ['a script in bold', 'Runs at 42 rpm. **<script>window.x()</script>** It is *red*.'],
  ['a script that opens another', 'Runs at 42 rpm. <script>"<style>"</script> It is *red*.'],
])('HOST20: the text of %s is neither indexed nor quoted', (_, source) => {
  const [block, ...others] = extractMarkdown(source);
  expect(others).toEqual([]);
  expect(block?.text.replace(/\s+/g, ' ')).toBe('Runs at 42 rpm. It is red.');
  expect(block?.markdown?.replace(/\*{4}|\s+/g, ' ').replace(/ +/g, ' ')).toBe(
    'Runs at 42 rpm. It is *red*.',
  );
});
