import { describe, expect, it } from 'vitest';
import { createVocabulary, editDistance } from './vocabulary.ts';

function vocabularyOf(words: string) {
  const vocabulary = createVocabulary();
  for (const word of words.split(' ')) vocabulary.add(word);
  return vocabulary;
}

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

describe('the vocabulary', () => {
  it('completes a word being typed, also to words added later', () => {
    const vocabulary = vocabularyOf('docker configure container configuration');
    expect(vocabulary.completions('conf')).toEqual(['configuration', 'configure']);
    vocabulary.add('configmap');
    vocabulary.add('conf');
    expect(vocabulary.completions('conf')).toEqual(['configmap', 'configuration', 'configure']);
    expect(vocabulary.completions('zzz')).toEqual([]);
  });

  it('corrects one typing error, two in long words, and none in words of two letters', () => {
    const vocabulary = vocabularyOf('docker kubernetes travel zoom go');
    expect(vocabulary.similar('dokcer')).toEqual(['docker']);
    expect(vocabulary.similar('odcker')).toEqual(['docker']);
    expect(vocabulary.similar('kuberentse')).toEqual(['kubernetes']);
    expect(vocabulary.similar('dkoecr')).toEqual([]);
    expect(vocabulary.similar('zom')).toEqual(['zoom']);
    expect(vocabulary.similar('ga')).toEqual([]);
  });

  it('leaves numbers and names with digits as typed', () => {
    expect(vocabularyOf('ps4 ps5 2023').similar('ps3')).toEqual([]);
    expect(vocabularyOf('2023').has('2023')).toBe(false);
  });

  it('finds words that contain a part after their beginning', () => {
    expect(vocabularyOf('database base based').containing('base')).toEqual(['database']);
  });
});

describe('the edit distance', () => {
  const words = ['', 'a', 'ab', 'ba', 'abc', 'acb', 'cab', 'abcd', 'badc', 'xyz', 'kitten', 'sitting'];
  const pairs = words.flatMap((a) => words.map((b) => ({ a, b, plain: plainDistance(a, b) })));

  it.each([0, 1, 2, 9])('is that of the definition up to %i, and more than it beyond', (most) => {
    const bounded = (distance: number) => Math.min(distance, most + 1);
    for (const { a, b, plain } of pairs) expect(bounded(editDistance(a, b, most))).toBe(bounded(plain));
  });
});
