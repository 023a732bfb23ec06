import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../test/fakes/cpu-time.ts';
import { createAttribution } from './attribution.ts';
import { createWholeSentences } from './whole-sentences.ts';

const passage = {
  article: 1,
  title: 'The press',
  headingPath: [],
  text: 'Clean the rollers with warm water after each day. Run `press rinse --slow` before the first sheet.\n\n```sh\npress warm up\npress rinse --slow\n```',
};

const make = (hasMarks = false) =>
  createWholeSentences(
    createAttribution([passage]),
    { hasMarks: () => hasMarks, addMark: () => undefined },
    'Not from here.',
  );

/** What passes of pieces, and what is left out when the text is cut off. */
function cut(...pieces: string[]) {
  const whole = make(true);
  const passed = pieces.map((piece) => whole.push(piece)).join('');
  const { rest, dropped } = whole.end(true);
  return { shown: passed + rest, dropped };
}

describe('ANS20: a sentence that was cut off is left out with its marks', () => {
  test.each([
    ['Oil the chain.[1] The cloth is[2]', 'Oil the chain.[1] ', 'The cloth is[2]'],
    ['Oil the chain [1]. The cloth is [2]', 'Oil the chain [1]. ', 'The cloth is [2]'],
    ['链条要上油。[1]然后用布[2]', '链条要上油。[1]', '然后用布[2]'],
    ['- Oil it [1]\n- Wipe it with a', '- Oil it [1]\n', '- Wipe it with a'],
    ['Use e.g. a cloth. Then, e.g. with', 'Use e.g. a cloth. ', 'Then, e.g. with'],
    ['1. Oil it.\n2. Wipe', '1. Oil it.\n', '2. Wipe'],
    ['Oil the chain. Wipe it.[1]', 'Oil the chain. Wipe it.[1]', ''],
  ])('%j', (text, shown, dropped) => {
    expect(cut(text)).toEqual({ shown, dropped });
    expect(cut(...Array.from(text))).toEqual({ shown, dropped });
  });

  test('one that is all there is stays without its marks', () => {
    expect(cut('So, the chain is[1]')).toMatchObject({ shown: 'So, the chain is' });
  });
});

test('ANS20: a text that ends by itself passes whole, and nothing longer than a sentence is held', () => {
  const whole = make();
  expect(whole.push('Oil the chain. Wipe')).toBe('Oil the chain. ');
  expect(whole.push(' it')).toBe('');
  expect(whole.end(false)).toEqual({ rest: 'Wipe it', dropped: '' });
  const long = make();
  expect(long.push('word '.repeat(100))).toHaveLength(500);
  long.push('Then it');
  expect(long.flush()).toBe('Then it');
});

/** The text as it is shown, at once and in pieces of a few characters. */
function shown(text: string, { torn = false, hasMarks = false } = {}): string {
  const [one, ...others] = [1, 7, text.length].map((size) => {
    const whole = make(hasMarks);
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    return pieces.map((piece) => whole.push(piece)).join('') + whole.end(torn).rest;
  });
  expect(others).toEqual([one, one]);
  return one ?? '';
}

describe('markers that are added', () => {
  test('ANS6: a sentence that a passage says gets its marker', () => {
    const said = 'Clean the rollers with warm water after each day.';
    expect(shown(said)).toBe(`${said}[1]`);
    expect(shown(`- ${said} Then rest a little.\n- And (${said})\n`)).toMatch(
      /^- .*day\.\[1\] Then rest a little\.\n/,
    );
  });

  test.each([
    ['an announcement', 'Clean the rollers with warm water after each day:', {}],
    ['a question', 'Clean the rollers with warm water after each day?', {}],
    ['a denial', 'Never clean the rollers with warm water after each day.', {}],
    ['a heading', '# Clean the rollers with warm water after each day.', {}],
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
    expect(shown('~~~~sh\nrm -rf rollers')).toBe('~~~~sh\nrm -rf rollers\n~~~~\n\n*Not from here.*');
    expect(shown('```sh\nrm -rf rollers\n```')).toBe('```sh\nrm -rf rollers\n```\n\n*Not from here.*');
  });

  test('ANS38: so is a sentence with such a command', () => {
    expect(shown('Now run `rm -rf rollers` at once. ')).toContain('at once. *Not from here.*');
    expect(shown('Now run `rm -rf rollers` at once.[1] Go.', { hasMarks: true })).toBe(
      'Now run `rm -rf rollers` at once.[1] *Not from here.* Go.',
    );
    expect(shown('Now run `press rinse --slow` at once. ')).not.toContain('Not from here');
  });
});

test('PROD2: a line without end costs each of its characters once', () => {
  const began = cpuMs();
  for (const piece of ['链条要上油。', 'Oil it. ', ' ', 'x']) {
    const whole = make();
    let length = 0;
    for (let nth = 0; nth < 60_000; nth += 1) length += whole.push(piece).length;
    expect(length + whole.end(false).rest.length).toBe(60_000 * piece.length);
  }
  expect(cpuMs() - began).toBeLessThan(10_000);
});
