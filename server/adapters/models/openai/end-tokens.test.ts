import { expect, test } from 'vitest';
import { createEndTrimmer } from './end-tokens.ts';

const trim = (pieces: readonly string[]): string => {
  const trimmer = createEndTrimmer();
  return [...pieces.map((piece) => trimmer.push(piece)), trimmer.end()].join('');
};

test.each([
  ['An answer [1].<|im_end|>', 'An answer [1].'],
  ['An answer.</s>', 'An answer.'],
  ['An answer.<|end|><|endoftext|>\n', 'An answer.'],
  ['`<|im_end|>` ends a turn.', '`<|im_end|>` ends a turn.'],
  ['It costs <s>15</s>', 'It costs <s>15</s>'],
  ['a < b <| and </', 'a < b <| and </'],
  ['', ''],
])('%j without its end tokens is the same however it is split', (whole, text) => {
  expect(trim([whole])).toBe(text);
  expect(trim(whole.split(''))).toBe(text);
  for (let cut = 1; cut < whole.length; cut += 1)
    expect(trim([whole.slice(0, cut), whole.slice(cut)]), `cut at ${cut}`).toBe(text);
});

test.each([1, 3, 7, 400])('an end token before another turn ends the text, in pieces of %d', (size) => {
  const text =
    'It opens at nine.<|im_end|>\n<|im_start|>user\nAnd on Sunday?<|im_end|>\n<|im_start|>assistant\nNever.';
  const trimmer = createEndTrimmer();
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  expect(pieces.map((piece) => trimmer.push(piece)).join('') + trimmer.end()).toBe('It opens at nine.');
});
