import { describe, expect, it } from 'vitest';
import { plainWord } from '../../../../text/text.ts';
import { analyze, spacedKeys } from './analyze.ts';
import { createTermFrequencies } from './term-frequencies.ts';
import { createTermTable } from '../postings/term-table.ts';
import { characterHigh, kindOf, kinds, pairHigh } from './term.ts';

function bagOf(text: string, weight = 1) {
  const bag = createTermFrequencies();
  analyze(text, weight, bag);
  return bag;
}

const keysOf = (text: string): Set<string> => {
  const { size, highs, lows } = bagOf(text);
  return new Set(Array.from({ length: size }, (_, i) => `${highs[i]}:${lows[i]}`));
};

const shared = (a: string, b: string, kind: number): number => {
  const other = keysOf(b);
  return [...keysOf(a)].filter((key) => kindOf(Number(key.split(':')[0])) === kind && other.has(key)).length;
};

describe('analysis', () => {
  it('meets inflected words by their stems and not by what was written', () => {
    expect(shared('connections', 'connected', kinds.word)).toBe(1);
    expect(shared('connections', 'connected', kinds.rawWord)).toBe(0);
  });

  it('meets misspelt and compound words by four-grams', () => {
    expect(shared('kubernetes', 'kubernets', kinds.gram)).toBeGreaterThan(4);
    expect(shared('database', 'base', kinds.gram)).toBeGreaterThan(0);
  });

  it('keeps characters and pairs of dense scripts under their codes', () => {
    const bag = bagOf('天气');
    const entries = Array.from({ length: bag.size }, (_, i) => [bag.highs[i], bag.lows[i]]);
    expect(entries).toEqual([
      [characterHigh, 0x5929],
      [characterHigh, 0x6c14],
      [pairHigh, ((0x5929 << 16) | 0x6c14) >>> 0],
    ]);
  });

  it('makes no pair across punctuation, blanks or other scripts', () => {
    expect(shared('天，气 天a气', '天气', kinds.pair)).toBe(0);
  });

  it('meets Traditional and Simplified, wide and narrow, upper and lower case', () => {
    expect(keysOf('臺灣 ＡＢＣＤ')).toEqual(keysOf('台湾 abcd'));
  });

  it('counts each occurrence with its weight', () => {
    const bag = bagOf('好好', 3);
    expect([bag.counts[0], bag.counts[1]]).toEqual([6, 3]);
  });

  it('lets the caller hear the spaced words', () => {
    const heard: string[] = [];
    analyze("It's 好 Docker’s fun", 1, createTermFrequencies(), (word) => {
      heard.push(plainWord(word));
      return { keys: spacedKeys(word) };
    });
    expect(heard).toEqual(['it', 'docker', 'fun']);
  });

  it('bears text of any kind', () => {
    for (const text of [
      '',
      '\u0000\ud800',
      '\udc00好\ud840',
      'ａ'.repeat(5_000),
      '好'.repeat(5_000),
      '😀'.repeat(100),
    ]) {
      expect(bagOf(text).size).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('the term table', () => {
  it('gives each key one number and finds it again, however many there are', () => {
    const table = createTermTable();
    const count = 50_000;
    for (let i = 0; i < count; i++) expect(table.intern(i % 7, Math.imul(i, 2_654_435_761) >>> 0)).toBe(i);
    for (let i = 0; i < count; i += 97) expect(table.find(i % 7, Math.imul(i, 2_654_435_761) >>> 0)).toBe(i);
    expect(table.size).toBe(count);
    expect(table.find(8, 1)).toBe(-1);
  });

  it('tells keys apart that differ in one lane only', () => {
    const table = createTermTable();
    expect([table.intern(1, 5), table.intern(2, 5), table.intern(1, 6), table.intern(1, 5)]).toEqual([
      0, 1, 2, 0,
    ]);
  });
});

describe('the term bag', () => {
  it('keeps its counts while it grows and forgets them when cleared', () => {
    const bag = createTermFrequencies();
    for (let round = 0; round < 2; round++) for (let i = 0; i < 5_000; i++) bag.add(1, i, i + 1);
    expect(bag.size).toBe(5_000);
    expect([bag.counts[0], bag.counts[4_999]]).toEqual([2, 10_000]);
    bag.clear();
    bag.add(1, 4_999, 1);
    expect([bag.size, bag.counts[0]]).toEqual([1, 1]);
  });
});
