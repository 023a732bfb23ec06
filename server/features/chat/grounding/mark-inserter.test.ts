import { describe, expect, test } from 'vitest';
import { createAttribution } from './attribution.ts';
import { createMarkInserter } from './mark-inserter.ts';

const passage = {
  article: 1,
  title: 'The press',
  headingPath: [],
  text: 'Clean the rollers with warm water after each day. Run `press rinse --slow` before the first sheet.\n\n```sh\npress warm up\npress rinse --slow\n```',
};

/** The text as it is shown, in pieces of a few characters. */
function shown(text: string, { torn = false, hasMarks = false } = {}): string {
  const inserter = createMarkInserter(
    createAttribution([passage]),
    { hasMarks: () => hasMarks, addMark: () => undefined },
    'Not from here.',
  );
  const pieces = text.match(/[^]{1,7}/g) ?? [];
  return pieces.map((piece) => inserter.push(piece)).join('') + inserter.end(torn);
}

describe('markers that are added', () => {
  test('ANS6: a sentence that a passage says gets its marker', () => {
    expect(shown('Clean the rollers with warm water after each day.')).toMatch(/day\.\[1\]$/);
  });

  test.each([
    ['an announcement', 'Clean the rollers with warm water after each day:', {}],
    ['a question', 'Clean the rollers with warm water after each day?', {}],
    ['a torn sentence', 'Clean the rollers with warm water after each', { torn: true }],
    ['a denial', 'Never clean the rollers with warm water after each day.', {}],
    [
      'an answer with markers of its own',
      'Clean the rollers with warm water after each day.',
      { hasMarks: true },
    ],
  ])('ANS6: none for %s', (_, text, more) => expect(shown(text, more)).toBe(text));
});

describe('code that is not the site’s', () => {
  test('ANS38: a block of which a line stands in a passage stays as it is', () => {
    const block = 'Do this:\n```sh\npress rinse --slow\n```\nDone.';
    expect(shown(block)).toBe(block);
  });

  test('ANS38: another block is followed by the remark, also where the model set markers or left it open', () => {
    expect(shown('```sh\nrm -rf rollers\n```\nDone.', { hasMarks: true })).toBe(
      '```sh\nrm -rf rollers\n```\n\n*Not from here.*\n\nDone.',
    );
    expect(shown('```sh\nrm -rf rollers')).toBe('```sh\nrm -rf rollers\n```\n\n*Not from here.*');
  });

  test('ANS38: so is a sentence with such a command', () => {
    expect(shown('Now run `rm -rf rollers` at once. ')).toContain('*Not from here.*');
    expect(shown('Now run `press rinse --slow` at once. ')).not.toContain('Not from here');
  });
});
