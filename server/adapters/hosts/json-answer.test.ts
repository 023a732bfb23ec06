import { expect, it } from 'vitest';
import { seeded } from '../../../test/fakes/random.ts';
import { jsonIn } from './remote/json-answer.ts';

it('LIN1: JSON behind warnings and blank lines is found as before, in whatever stands in front of it', () => {
  const below = seeded(3);
  const parts = ['\n', ' ', '\t', '>', '\uFEFF', 'Notice', '<br />', '{"a":1}', '[2]', '[', '{'];
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: below(8) }, () => parts[below(parts.length)]).join('');
    expect(jsonIn(text)).toEqual(naive(text));
  }
});

it('LIN1: a long run of blank lines in front of something else has no JSON', () => {
  expect(jsonIn(`notice${'\n'.repeat(500_000)}x`)).toBeUndefined();
  expect(jsonIn(`notice${'\n'.repeat(500_000)}[1]`)).toEqual([1]);
});

/** Reference implementation: tries every position. */
function naive(text: string): unknown {
  for (let start = 0; start < text.length; start++) {
    if (!/^[[{]/.test(text.slice(start)) || !/(?:^|[>\uFEFF\n])\s*$/.test(text.slice(0, start))) continue;
    for (let end = text.length; end > start; end--)
      try {
        return JSON.parse(text.slice(start, end)) as unknown;
      } catch {
        // Tries the next shorter part.
      }
  }
  return undefined;
}
