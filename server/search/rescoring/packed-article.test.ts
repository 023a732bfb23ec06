import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TermKey } from '../../ports/candidates.ts';
import { packArticle, termHash, unpackArticle } from './packed-article.ts';

const head = {
  title: '核桃 walnut',
  titleTerms: [1, 2],
  language: 'zh',
  length: 12.5,
  passages: [{ id: 'a#0', length: 3, norm: 0.25 }],
};

interface Posting {
  readonly key: TermKey;
  /** -1 for the article as a whole. */
  readonly passage: number;
  readonly count: number;
}

/** Made-up postings of so many terms, of which some are in the article as a whole and in several passages, far apart. */
function postingsOf(terms: number): Posting[] {
  return Array.from({ length: terms }, (_, nth) => {
    const digest = createHash('sha256').update(`term ${nth}`).digest();
    const key = { high: digest.readUInt32LE(0) >>> 2, low: digest.readUInt32LE(4) };
    const passages = [-1, nth % 5, 40 + (nth % 900)].slice(nth % 3);
    return passages.map((passage, at) => ({ key, passage, count: at === 0 ? 1 + (nth % 300) : 1 }));
  }).flat();
}

const hashesOf = (keys: readonly TermKey[]): Uint32Array =>
  Uint32Array.from(keys, ({ high, low }) => termHash(high, low));

function packed(postings: readonly Posting[]): Uint8Array {
  const last = Math.max(-1, ...postings.map(({ passage }) => passage));
  const [whole, ...passages] = Array.from({ length: last + 2 }, (_, document) => {
    const own = postings.filter(({ passage }) => passage === document - 1);
    return { terms: own.map(({ key }) => key), counts: own.map(({ count }) => count) };
  });
  return packArticle(head, whole ?? { terms: [], counts: [] }, passages);
}

test.each([0, 1, 8, 300, 5_000])('an article of %i terms reads as it was packed', (terms) => {
  const postings = postingsOf(terms);
  const article = unpackArticle(packed(postings));
  expect(article.head).toEqual(head);
  for (const own of Map.groupBy(postings, ({ key }) => `${key.high} ${key.low}`).values()) {
    const read: (readonly [number, number])[] = [];
    const [{ key } = { key: { high: 0, low: 0 } }] = own;
    article.postings(hashesOf([key]), (_, passage, count) => read.push([passage, count]));
    expect(read).toEqual(own.map(({ passage, count }) => [passage, Math.min(255, count)]));
  }
  const strange: number[] = [];
  const others = Array.from({ length: 500 }, (_, nth) => ({ high: nth, low: nth * 65_537 }));
  article.postings(hashesOf(others), (nth) => strange.push(nth));
  expect(strange).toEqual([]);
});

test('a term of one passage takes four bytes and its share of the buckets', () => {
  const postings = postingsOf(4_096).map(({ key }) => ({ key, passage: 0, count: 1 }));
  const own = new Map(postings.map((posting) => [`${posting.key.high} ${posting.key.low}`, posting]));
  const bytes = packed([...own.values()]).length - packed([]).length;
  expect(bytes / own.size).toBeLessThan(4.6);
});

test('another version and cut bytes are refused', () => {
  const bytes = packed(postingsOf(50));
  const other = Uint8Array.from(bytes);
  other[0] = 1;
  expect(() => unpackArticle(other)).toThrow(RangeError);
  expect(() => unpackArticle(bytes.subarray(0, 40))).toThrow(RangeError);
  expect(() => unpackArticle(bytes.subarray(0, 4))).toThrow(RangeError);
  expect(() => unpackArticle(bytes.subarray(0, -1))).toThrow(RangeError);
});

test('bytes of which any one is another are refused or read, and end', () => {
  const postings = postingsOf(50);
  const bytes = packed(postings);
  const hashes = hashesOf(postings.map(({ key }) => key));
  for (let at = 0; at < bytes.length; at++) {
    const other = Uint8Array.from(bytes);
    other[at] = (bytes[at] ?? 0) ^ 255;
    let article;
    try {
      article = unpackArticle(other);
    } catch {
      continue;
    }
    let read = 0;
    article.postings(hashes, () => (read += 1));
    expect(read).toBeLessThan(bytes.length * hashes.length);
  }
});

test('of two terms with one hash in a passage the higher count stands', () => {
  const key = { high: 3, low: 4 };
  const article = unpackArticle(
    packArticle(head, { terms: [], counts: [] }, [{ terms: [key, { ...key }], counts: [2, 7] }]),
  );
  const read: unknown[] = [];
  article.postings(hashesOf([key]), (...posting) => read.push(posting));
  expect(read).toEqual([[0, 0, 7]]);
});
