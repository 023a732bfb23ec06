import { expect, test } from 'vitest';
import { createLinkedMarks } from './linked-marks.ts';

const addresses = ['https://example.org/a', 'https://example.org/b_(c)'];
const written = (...pieces: readonly string[]) => {
  const marks = createLinkedMarks({
    addressOf: (number) => addresses[number - 1],
    site: 'https://example.org/docs',
  });
  return pieces.map((piece) => marks.push(piece)).join('') + marks.end();
};

test('OAI1: marks become links, wherever the pieces of the text are cut', () => {
  const text =
    'One [1], two [2][1]; `list[1]` and ```\nrow[2]\n``` stay, [3] has no source, [1](/x) is one, [x](/y) [z](//cdn.example/z) ](, `[c](/d)` stays [1';
  const linked =
    'One [1](https://example.org/a), two [2](https://example.org/b_%28c%29)[1](https://example.org/a); `list[1]` and ```\nrow[2]\n``` stay, [3] has no source, [1](https://example.org/docs/x) is one, [x](https://example.org/docs/y) [z](//cdn.example/z) ](, `[c](/d)` stays [1';
  expect(written(text)).toBe(linked);
  for (let at = 1; at < text.length; at += 1) expect(written(text.slice(0, at), text.slice(at))).toBe(linked);
  expect(written(...text.split(''))).toBe(linked);
});
