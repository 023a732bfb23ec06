import { describe, expect, test } from 'vitest';
import { createWholeSentences } from './whole-sentences.ts';

/** What passes of pieces, and what is left out when the text is cut off. */
function cut(...pieces: string[]) {
  const whole = createWholeSentences();
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
  const whole = createWholeSentences();
  expect(whole.push('Oil the chain. Wipe')).toBe('Oil the chain. ');
  expect(whole.push(' it')).toBe('');
  expect(whole.end(false)).toEqual({ rest: 'Wipe it', dropped: '' });
  const long = createWholeSentences();
  expect(long.push('word '.repeat(100))).toHaveLength(500);
  long.push('Then it');
  expect(long.flush()).toBe('Then it');
});
