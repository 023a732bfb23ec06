import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

/** The definition itself, without bounds: the yardstick. */
function plainDistance(a: string, b: string): number {
  const at = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const same = a[i - 1] === b[j - 1] ? 0 : 1;
    const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same];
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(at(i - 2, j - 2) + 1);
    return Math.min(...steps);
  };
  return at(a.length, b.length);
}

describe('the edit distance', () => {
  const words = ['', 'a', 'ab', 'ba', 'abc', 'acb', 'cab', 'abcd', 'badc', 'xyz', 'kitten', 'sitting'];
  const pairs = words.flatMap((a) => words.map((b) => ({ a, b, plain: plainDistance(a, b) })));

  it.each([0, 1, 2, 9])('is that of the definition up to %i, and more than it beyond', (most) => {
    const bounded = (distance: number) => Math.min(distance, most + 1);
    for (const { a, b, plain } of pairs) expect(bounded(editDistance(a, b, most))).toBe(bounded(plain));
  });
});
