import { describe, expect, test } from 'vitest';
import { seeded } from '../../../../test/fakes/random.ts';
import { commonRuns, type Match } from './diff.ts';

const letters = (text: string) => Array.from(text);
const total = (found: readonly Match[]) => found.reduce((sum, { length }) => sum + length, 0);
const shared = (a: readonly string[], found: readonly Match[]) =>
  found.map((match) => a.slice(match.a, match.a + match.length).join(''));

/** Length of the longest common subsequence by dynamic programming. */
function longest(a: readonly string[], b: readonly string[]): number {
  let above = b.map(() => 0);
  for (const letter of a) {
    let before = 0;
    let left = 0;
    above = above.map((up, place) => {
      const here = letter === b[place] ? before + 1 : Math.max(left, up);
      before = up;
      left = here;
      return here;
    });
  }
  return above.at(-1) ?? 0;
}

describe('the common subsequence of two sequences', () => {
  test.each([
    ['', '', []],
    ['abc', 'abc', ['abc']],
    ['abc', '', []],
    ['', 'abc', []],
    ['abc', 'xyz', []],
    ['the cat sat', 'the fat cat sat', ['the ', 'cat sat']],
    ['abcabba', 'cbabac', ['b', 'ab', 'a']],
  ])('%j and %j', (a, b, expected) => {
    const found = commonRuns(letters(a), letters(b));
    expect(total(found)).toBe(expected.join('').length);
    expect(shared(letters(a), found).join('').length).toBe(longest(letters(a), letters(b)));
  });

  test('is as long as it can be, in both sequences, and ascending', () => {
    const random = seeded(7);
    for (let round = 0; round < 1500; round++) {
      const word = () => Array.from({ length: random(14) }, () => 'abc'.charAt(random(3)));
      const [a, b] = [word(), word()];
      const found = commonRuns(a, b);
      expect(total(found)).toBe(longest(a, b));
      let [at, to] = [0, 0];
      for (const match of found) {
        expect(match.a >= at && match.b >= to).toBe(true);
        expect(a.slice(match.a, match.a + match.length)).toEqual(b.slice(match.b, match.b + match.length));
        [at, to] = [match.a + match.length, match.b + match.length];
      }
    }
  });

  test('is given up in the middle where it would cost too much, and kept around it', () => {
    const a = ['start', ...Array.from({ length: 400 }, (_, place) => `a${place}`), 'end'];
    const b = ['start', ...Array.from({ length: 400 }, (_, place) => `b${place}`), 'end'];
    expect(commonRuns(a, b, 50)).toEqual([
      { a: 0, b: 0, length: 1 },
      { a: 401, b: 401, length: 1 },
    ]);
  });
});
