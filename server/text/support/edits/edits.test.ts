import { describe, expect, test } from 'vitest';
import { contentOf } from '../content.ts';
import { editsOf, wordsOf } from './edits.ts';

const flat = { weight: () => 1 };

const read = (statement: string, sentence: string, contextText = '') => {
  const language = /\p{sc=Han}/u.test(sentence) ? 'zh' : 'en';
  return editsOf(contentOf(statement, language), [contentOf(sentence, language)], { contextText }, flat);
};

const shown = (statement: string, sentence: string) =>
  read(statement, sentence).map((edit) => {
    const { here, there } = wordsOf(edit);
    return `${edit.kind} ${[here, there].filter((word) => word !== '').join('←')}`;
  });

describe('PROD3: a statement read as an edited copy of its sentence', () => {
  test('has words that were kept, inflected, added and dropped, each in its place', () => {
    expect(shown('The pump needs cold water', 'The pumps need clean water')).toEqual([
      'kept the',
      'inflected pump←pumps',
      'inflected needs←need',
      'dropped clean',
      'added cold',
      'kept water',
    ]);
  });

  test('knows Chinese words by their characters, and quantities by their value', () => {
    expect(shown('每次放三克', '每次放 3 克')).toContain('inflected 三←3');
  });

  test('knows another word for the same by a translation that both have, in both languages', () => {
    expect(shown('The lock allows visitors to enter', 'The lock permits visitors to enter')).toContain(
      'akin allows←permits',
    );
    expect(shown('这种鱼可以吃', '这种鱼可以食用')).toContain('akin 吃←食用');
    expect(shown('The lock stops visitors', 'The lock permits visitors')).not.toContain('akin stops←permits');
  });

  test('tells by steps what has changed places', () => {
    const stepsOf = (statement: string) => read(statement, 'Anna elects Bert').map(({ step }) => step);
    expect(stepsOf('Anna elects Bert')).toEqual([1, 1, 1]);
    expect(stepsOf('Bert elects Anna').filter((step) => (step ?? 0) < 0)).not.toEqual([]);
  });

  test('finds an added word in the headings', () => {
    const [edit] = read('Garden: twice a week', 'Twice a week', 'Garden').filter(
      ({ kind }) => kind === 'added',
    );
    expect(edit).toMatchObject({ isInContext: true });
  });

  test('is read in bounded time', () => {
    const long = 'The pump needs clean water. '.repeat(50_000);
    expect(read(long, long).length).toBeLessThanOrEqual(56);
  });
});
