import { describe, expect, test } from 'vitest';
import { ownerOf, textHashOf } from './authorship.ts';

const head = (excerpt: string, excerptIsManual = false) => ({ excerpt, excerptIsManual });
const wrote = (text: string, intended = '') => ({
  textHash: text && textHashOf(text),
  intendedHash: intended && textHashOf(intended),
});

describe('whose an excerpt is', () => {
  test.each([
    ['an empty one', head('  ', true), undefined, 'nobody'],
    ['what the host cuts from the text', head('The first words'), undefined, 'nobody'],
    ['what the host calls manual', head('Mine', true), undefined, 'person'],
    ['what Docent wrote', head('Written'), wrote('Written'), 'docent'],
    [
      'what Docent wrote, on a host that calls every text manual',
      head('Written', true),
      wrote('Written'),
      'docent',
    ],
    ['the same with other blanks', head(' Written\n by it ', true), wrote('Written by it'), 'docent'],
    ['what Docent was about to write when it was killed', head('New', true), wrote('Old', 'New'), 'docent'],
    ['a text changed since, on a host that cannot tell', head('Edited'), wrote('Written'), 'person'],
    ["what the host cuts after Docent's was cleared", head('The first words'), wrote(''), 'nobody'],
  ] as const)('EX12: %s', (_, given, record, owner) => {
    expect(ownerOf(given, record)).toBe(owner);
  });
});
