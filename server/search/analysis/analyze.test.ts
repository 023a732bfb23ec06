import { describe, expect, it } from 'vitest';
import { createAnalyzer } from './analyze.ts';
import { createTermFrequencies } from './term-frequencies.ts';
import { createTermTable } from '../postings/term-table.ts';
import { characterHigh, kindOf, kinds, numberOfTagged, pairHigh } from './term.ts';

function bagOf(text: string, weight = 1) {
  const bag = createTermFrequencies();
  const table = createTermTable();
  createAnalyzer(table).analyze(text, weight, bag);
  const numbers = Array.from(bag.terms.subarray(0, bag.size), numberOfTagged);
  return { size: bag.size, counts: bag.counts, highs: numbers.map(table.high), lows: numbers.map(table.low) };
}

const keysOf = (text: string): Set<string> => {
  const { highs, lows } = bagOf(text);
  return new Set(highs.map((high, i) => `${high}:${lows[i]}`));
};

const shared = (a: string, b: string, kind: number): number => {
  const other = keysOf(b);
  return [...keysOf(a)].filter((key) => kindOf(Number(key.split(':')[0])) === kind && other.has(key)).length;
};

describe('analysis', () => {
  it('matches inflected words by their stems', () => {
    expect(shared('connections', 'connected', kinds.word)).toBe(1);
    expect(shared('connections', 'connected', kinds.rawWord)).toBe(0);
  });

  it('matches misspelt and compound words by four-grams', () => {
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

  it('forms no pair across punctuation, blanks or other scripts', () => {
    expect(shared('天，气 天a气', '天气', kinds.pair)).toBe(0);
  });

  it('matches Traditional and Simplified, wide and narrow, upper and lower case', () => {
    expect(keysOf('臺灣 ＡＢＣＤ')).toEqual(keysOf('台湾 abcd'));
  });

  it.each([
    ['需要Windows11系统', 'Windows 11', 2],
    ['安装RTX5070Ti显卡', 'RTX 5070 Ti', 3],
    ['RTX4090显卡', 'rtx 4090', 2],
    ['64GB of memory', '64 GB', 2],
    ['Python3脚本', 'python 3', 2],
    ['h2o', 'h 2 o', 0],
    ['a1b2c3', 'a 1', 0],
    ['sha256e3b0c44298fc', 'sha 256', 0],
  ])('PROD14: a name is found with the number glued to it: %s, %s', (text, words, found) =>
    expect(shared(text, words, kinds.word)).toBe(found),
  );

  it('counts each occurrence with its weight', () => {
    const bag = bagOf('好好', 3);
    expect([bag.counts[0], bag.counts[1]]).toEqual([6, 3]);
  });

  it('counts all of a long text, also when it is the first one', () => {
    expect(bagOf('word '.repeat(3_000)).counts[0]).toBe(3_000);
    expect(bagOf('好'.repeat(3_000)).counts[0]).toBe(3_000);
  });

  it('reports the words of spaced scripts to the caller', () => {
    const heard: string[] = [];
    const { analyze } = createAnalyzer(createTermTable(), (word) => heard.push(word));
    analyze("It's 好 Docker’s fun, it's fun", 1, createTermFrequencies());
    expect(heard).toEqual(['it', 'docker', 'fun']);
  });

  it('handles text of any kind', () => {
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

describe('the terms of a word', () => {
  it('are the same whether a word is cached, evicted or new', () => {
    const table = createTermTable();
    const { analyze, forget } = createAnalyzer(table);
    const bag = createTermFrequencies();
    const termsOf = (text: string) => {
      bag.clear();
      analyze(text, 1, bag);
      return Array.from(bag.terms.subarray(0, bag.size));
    };
    const first = termsOf('restoring backups');
    expect(termsOf('restoring backups')).toEqual(first);
    forget();
    expect(termsOf('restoring backups')).toEqual(first);
    for (let part = 0; part < 14; part++)
      termsOf(Array.from({ length: 10_000 }, (_, i) => `${part}x${i}`).join(' '));
    expect(termsOf('restoring backups')).toEqual(first);
  });
});

describe('the term bag', () => {
  it('keeps its counts while it grows and forgets them when cleared', () => {
    const bag = createTermFrequencies();
    const terms = Uint32Array.from({ length: 5_000 }, (_, i) => 8 * i);
    for (let round = 0; round < 2; round++)
      for (let at = 0; at < terms.length; at += 100) bag.add(terms.subarray(at, at + 100), 100, at + 1);
    expect(bag.size).toBe(5_000);
    expect([bag.counts[0], bag.counts[4_999]]).toEqual([2, 2 * 4_901]);
    bag.clear();
    bag.add(terms.subarray(4_999), 1, 1);
    expect([bag.size, bag.counts[0]]).toEqual([1, 1]);
  });

  it('merges the counts of another table, of some kinds or of all', () => {
    const [bag, other] = [createTermFrequencies(), createTermFrequencies()];
    other.add(Uint32Array.of(8 + kinds.word, 16 + kinds.gram, 8 + kinds.word), 3, 2);
    bag.addAll(other, kinds.pair);
    expect([bag.size, bag.terms[0], bag.counts[0]]).toEqual([1, 8 + kinds.word, 4]);
    bag.addAll(other);
    expect([bag.size, bag.counts[0], bag.counts[1]]).toEqual([2, 8, 2]);
  });
});
