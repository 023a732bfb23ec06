import { estimateTokenCount } from 'tokenx';
import { describe, expect, test } from 'vitest';
import { chunksOf } from './chunks.ts';

const shown = (text: string, budget = 1000) =>
  chunksOf(text, budget).map(({ kind, text: piece }) => (kind === 'work' ? piece : `(${piece})`));

describe('WR11: the parts of a text', () => {
  test.each([
    ['One. Two.', ['One. Two.']],
    ['\n One.\r\n\r\nTwo. \n', ['(\n )', 'One.\r\n\r\nTwo.', '( \n)']],
    ['---\ntitle: x\n---\nOne.', ['(---\ntitle: x\n---\n)', 'One.']],
    ['---\nOne.\n---\nTwo.', ['---\nOne.\n---\nTwo.']],
    ['One.\n\n```\nx\n```\n\nTwo.', ['One.', '(\n\n)', '(```\nx\n```\n)', '(\n)', 'Two.']],
    ['One.\n~~~\nnever closed', ['One.', '(\n)', '(~~~\nnever closed)']],
    ['One.\n<pre>\nx\n</pre>\nTwo.', ['One.', '(\n)', '(<pre>\nx\n</pre>\n)', 'Two.']],
    ['***', ['(***)']],
  ])('%j', (text, pieces) => {
    expect(shown(text)).toEqual(pieces);
  });

  const paragraph = 'Some words that fill a line of it, and then again some more of them. '.repeat(4).trim();

  test('are cut at paragraphs, before headings, behind sentences, and anywhere at last', () => {
    expect(shown(`${paragraph}\n\n${paragraph}\n\n${paragraph}`, 150)).toEqual([
      `${paragraph}\n\n${paragraph}`,
      '(\n\n)',
      paragraph,
    ]);
    expect(shown(`${paragraph}\n\n## Next\n\n${paragraph}`, 100)).toEqual([
      paragraph,
      '(\n\n)',
      `## Next\n\n${paragraph}`,
    ]);
    expect(shown(`${paragraph} ${paragraph}`, 80).every((part) => /^\( \)$|\.$/.test(part))).toBe(true);
    expect(shown('词'.repeat(300), 100).join('')).toBe('词'.repeat(300));
  });

  test.each(['a ', 'word. ', '词', '词。', '\n', '# h\n\n', '👩‍🚀', '```\n'])(
    'of a text full of %j are the text, none over the budget',
    (piece) => {
      const text = piece.repeat(2000);
      const pieces = chunksOf(text, 120);
      expect(pieces.map((one) => one.text).join('')).toBe(text);
      for (const one of pieces) {
        expect(text.startsWith(one.text, one.start)).toBe(true);
        expect(one.text.isWellFormed()).toBe(true);
        expect(one.kind === 'keep' || estimateTokenCount(one.text) <= 240).toBe(true);
      }
    },
  );
});
