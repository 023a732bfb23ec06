import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../test/fakes/cpu-time.ts';
import { createSourceListFilter } from './source-list.ts';

const without = (pieces: readonly string[]): string => {
  const filter = createSourceListFilter([{ title: 'Kayak rental' }, { title: '皮划艇须知' }]);
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
};

describe('ANS19: the list of sources at the end of an answer', () => {
  test.each([
    [
      'a heading and numbers',
      'It is free [1].\n\nSources:\n[1] Kayak rental\n[2] Something else\n',
      'It is free [1].\n',
    ],
    ['links', 'It is free [1].\n\n**References**\n\n- [Kayak rental](/archives/rental)', 'It is free [1].\n'],
    ['numbers alone', 'It is free.\n\nSources: \n1. [1]\n2. [3]', 'It is free.\n'],
    ['footnotes', 'It is free[^1].\n\n[^1]: Kayak rental\n', 'It is free[^1].\n'],
    ['Chinese', '免费[1]。\n\n参考资料：\n1. 皮划艇须知 > 价格\n', '免费[1]。\n'],
  ])('%s: is left out', (_, text, wanted) => {
    for (const size of [1, 3, 8, text.length])
      expect(without(text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []), `${size}`).toBe(wanted);
  });

  test.each([
    ['text goes on', 'Sources:\n[1] Kayak rental\n\nBring water.'],
    ['the list names other things', 'Sources:\n- a spring\n- a river'],
    ['a list of links', 'Read:\n- [Kayak rental](/archives/rental)\n- [More](/more)'],
    ['an article is named', 'See Kayak rental.\n\nKayak rental has the prices.'],
    ['a heading stands alone', 'It is free.\n\nReferences\n'],
    ['a mark has its own line', 'It is free.\n[1] It is also fast.'],
  ])('stays when %s', (_, text) => {
    expect(without([text])).toBe(text);
    expect(without(text.split(''))).toBe(text);
  });

  test('words are not held back', () => {
    const filter = createSourceListFilter([{ title: 'Kayak rental' }]);
    expect(filter.push('It is')).toBe('It is');
    expect(filter.push(' free.\nAnd')).toBe(' free.\nAnd');
  });

  test('blank lines without end cost each of them once', () => {
    const began = cpuMs();
    const lines = Array.from({ length: 150_000 }, () => '\n');
    expect(without(lines)).toBe(lines.join(''));
    expect(cpuMs() - began).toBeLessThan(5_000);
  });
});
