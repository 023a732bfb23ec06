import { describe, expect, it } from 'vitest';
import { createVocabulary } from './vocabulary.ts';

function vocabularyOf(words: string) {
  const vocabulary = createVocabulary();
  for (const word of words.split(' ')) vocabulary.add(word);
  return vocabulary;
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

  it('corrects one typing error, two in words of six letters, and none in words of two', () => {
    const vocabulary = vocabularyOf('docker kubernetes travel zoom go');
    expect(vocabulary.similar('dokcer')).toEqual(['docker']);
    expect(vocabulary.similar('odcker')).toEqual(['docker']);
    expect(vocabulary.similar('kuberentse')).toEqual(['kubernetes']);
    expect(vocabulary.similar('dokcre')).toEqual(['docker']);
    expect(vocabulary.similar('dkoecr')).toEqual([]);
    expect(vocabulary.similar('zmoo')).toEqual([]);
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
