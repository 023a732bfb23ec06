import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { packArticle, unpackArticle, type PackedPosting } from './packed-article.ts';

const head = {
  title: '核桃 walnut',
  titleTerms: [1, 2],
  language: 'zh',
  length: 12.5,
  passages: [{ id: 'a#0', length: 3, norm: 0.25 }],
};

/** Made-up postings of so many terms, of which some are in the article as a whole and in several passages, far apart. */
function postingsOf(terms: number): PackedPosting[] {
  return Array.from({ length: terms }, (_, nth) => {
    const digest = createHash('sha256').update(`term ${nth}`).digest();
    const key = { high: digest.readUInt32LE(0) >>> 2, low: digest.readUInt32LE(4) };
    const passages = [-1, nth % 5, 40 + (nth % 900)].slice(nth % 3);
    return passages.map((passage, at) => ({ key, passage, count: at === 0 ? 1 + (nth % 300) : 1 }));
  }).flat();
}

test.each([0, 1, 8, 300, 5_000])('an article of %i terms reads as it was packed', (terms) => {
  const postings = postingsOf(terms);
  const packed = unpackArticle(packArticle(head, postings));
  expect(packed.head).toEqual(head);
  for (const own of Map.groupBy(postings, ({ key }) => `${key.high} ${key.low}`).values()) {
    const read: (readonly [number, number])[] = [];
    const [{ key } = { key: { high: 0, low: 0 } }] = own;
    packed.postings(key, (passage, count) => read.push([passage, count]));
    expect(read).toEqual(own.map(({ passage, count }) => [passage, Math.min(255, count)]));
  }
  const strange: number[] = [];
  for (let nth = 0; nth < 500; nth++)
    packed.postings({ high: nth, low: nth * 65_537 }, (passage) => strange.push(passage));
  expect(strange).toEqual([]);
});

test('a term of one passage takes four bytes and its share of the buckets', () => {
  const postings = postingsOf(4_096).map(({ key }) => ({ key, passage: 0, count: 1 }));
  const own = new Map(postings.map((posting) => [`${posting.key.high} ${posting.key.low}`, posting]));
  const bytes = packArticle(head, [...own.values()]).length - packArticle(head, []).length;
  expect(bytes / own.size).toBeLessThan(4.6);
});

test('another version and cut bytes are refused', () => {
  const bytes = packArticle(head, postingsOf(50));
  const other = Uint8Array.from(bytes);
  other[0] = 1;
  expect(() => unpackArticle(other)).toThrow(RangeError);
  expect(() => unpackArticle(bytes.subarray(0, 40))).toThrow(RangeError);
  expect(() => unpackArticle(bytes.subarray(0, 4))).toThrow(RangeError);
});
