import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../analysis/analyze.ts';
import { parseQuery, type KeyedTerm } from './parse-query.ts';
import { createTermFrequencies } from '../analysis/term-frequencies.ts';
import { stemAndWordKeys } from '../analysis/spaced-keys.ts';
import { isNgramKind, kindOf, kinds, numberOfTagged } from '../analysis/term.ts';
import { createTermTable } from '../postings/term-table.ts';

function keysOf(text: string, kind: number): string[] {
  const bag = createTermFrequencies();
  const table = createTermTable();
  createAnalyzer(table).analyze(text, 1, bag);
  return Array.from(bag.terms.subarray(0, bag.size), numberOfTagged)
    .filter((number) => kindOf(table.high(number)) === kind)
    .map((number) => `${table.high(number)}:${table.low(number)}`);
}

const parse = (text: string) => parseQuery(text, { language: 'en', of: (run) => stemAndWordKeys(run, 'en') });
const keyOf = ({ high, low }: KeyedTerm) => `${high}:${low}`;
const weightOf = (terms: readonly KeyedTerm[], word: string, kind: number) =>
  terms.find((term) => keyOf(term) === keysOf(word, kind)[0])?.weight;

describe('a question taken apart', () => {
  it('weighs everyday words below the rest of the subject, to which stop words do not belong', () => {
    const { subject } = parse('How much time does the migration need?');
    const weights = ['time', 'migration'].map((word) => weightOf(subject, word, kinds.word) ?? 0);
    expect(weights).toEqual(weights.toSorted((a, b) => a - b));
    expect(new Set(weights).size).toBe(2);
    expect(weightOf(subject, 'how', kinds.word)).toBeUndefined();
  });

  it('ANS10: looks for two neighbouring words as one, but not across a function word before them', () => {
    const { alternatives } = parse('How do I add user accounts or log in?');
    const isLookedFor = (word: string) => weightOf(alternatives, word, kinds.word) !== undefined;
    expect(['adduser', 'login', 'iadd', 'orlog'].map(isLookedFor)).toEqual([true, true, false, false]);
  });

  it('does the same in Chinese, by dictionary words', () => {
    const { subject } = parse('怎么备份？');
    expect(weightOf(subject, '怎', kinds.character)).toBeUndefined();
    expect(subject.map(keyOf)).toContain(keysOf('备份', kinds.pair)[0]);
    expect(subject.map(keyOf)).not.toContain(keysOf('怎么', kinds.pair)[0]);
    expect(subject.map(keyOf)).not.toContain(keysOf('么备', kinds.pair)[0]);
  });

  it('takes each term once for BM25 but counts repeated ones for the grams', () => {
    const { passage, grams } = parse('backup backup');
    expect(passage).toHaveLength(1);
    expect(weightOf(grams, 'backup', kinds.rawWord)).toBe(2);
    expect(grams.every(({ high }) => isNgramKind(kindOf(high)))).toBe(true);
  });

  it('treats stop words as the subject when there are no other words', () => {
    const { passage, subject } = parse('Who are you?');
    expect(subject).toEqual(passage);
    expect(subject.length).toBe(3);
  });

  it('is empty for punctuation and blanks', () => {
    expect(parse(' ?!… 😀')).toMatchObject({ passage: [], subject: [], grams: [], pairs: [] });
  });
});
