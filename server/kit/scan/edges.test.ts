import { expect, it } from 'vitest';
import { seeded } from '../../../test/fakes/random.ts';
import { signsAtEnd, withoutEnd, withoutEnds, withoutStart } from './edges.ts';

it('LIN1: runs at the edges are found as a pattern finds them, whatever stands in the text', () => {
  const below = seeded(7);
  const signs = [' ', '\n', '。', '.', 'a', '灯', '😀', '\uD83D', '\uDE00'];
  for (const [sign, start, end] of [
    [/[\s。]/u, /^[\s。]+/u, /[\s。]+$/u],
    [/[^a]/u, /^[^a]+/u, /[^a]+$/u],
    [/[.😀]/u, /^[.😀]+/u, /[.😀]+$/u],
  ] as const)
    for (let round = 0; round < 400; round++) {
      const text = Array.from({ length: below(9) }, () => signs[below(signs.length)]).join('');
      expect(withoutEnd(text, sign)).toBe(text.replace(end, ''));
      expect(withoutStart(text, sign)).toBe(text.replace(start, ''));
      expect(withoutEnds(text, sign)).toBe(text.replace(end, '').replace(start, ''));
      expect(signsAtEnd(text, sign)).toBe(end.exec(text)?.[0] ?? '');
    }
});
