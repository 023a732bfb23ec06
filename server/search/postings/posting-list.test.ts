import { describe, expect, it } from 'vitest';
import { seeded } from '../../../test/fakes/random.ts';
import {
  bytesOfSize,
  decodeList,
  encodeList,
  holdsDocument,
  maxBytesOfList,
  sizeOfList,
} from './posting-list.ts';
import { createSealedWriter } from './sealed.ts';

const posting = (document: number, count: number) => ((document << 8) | count) >>> 0;

/** Documents in rising order with distances of every size, and their counts. */
function randomList(random: (below: number) => number, size: number): Uint32Array {
  let document = random(3);
  return Uint32Array.from({ length: size }, () => {
    const written = posting(document, random(3) === 0 ? 1 + random(255) : 1);
    document += 1 + random([2, 60, 70, 9_000, 20_000][random(5)] ?? 2);
    return written;
  });
}

function through(list: Uint32Array) {
  const bytes = new Uint8Array(maxBytesOfList(list.length) + 7);
  const end = encodeList(list, list.length, bytes, 7);
  const read = new Uint32Array(list.length);
  decodeList(bytes, 7, list.length, read);
  return { read, size: sizeOfList(bytes, 7), length: end - 7 };
}

describe('a list of postings as bytes', () => {
  it('is decoded as it was encoded, for any gaps and counts', () => {
    const random = seeded(3);
    for (const size of [0, 1, 2, 127, 128, 129, 700, 16_384]) {
      const list = randomList(random, size).filter((one) => one >>> 8 <= 0xffffff);
      expect(through(list)).toMatchObject({ read: list, size: list.length });
    }
  });

  it('tells whether it holds a document without being decoded', () => {
    const list = randomList(seeded(6), 900).filter((one) => one >>> 8 <= 0xffffff);
    const bytes = new Uint8Array(maxBytesOfList(list.length));
    encodeList(list, list.length, bytes, 0);
    const documents = new Set(Array.from(list, (one) => one >>> 8));
    const asked = [...documents].flatMap((document) => [document, document + 1]);
    const held = asked.filter((one) => holdsDocument(bytes, bytesOfSize(list.length), list.length, one));
    expect(held).toEqual(asked.filter((one) => documents.has(one)));
    expect(held.length).toBeLessThan(asked.length);
  });

  it('holds the lowest and the highest document and count', () => {
    const list = Uint32Array.of(posting(0, 255), posting(63, 1), posting(127, 2), posting(0xffffff, 255));
    const { read, length } = through(list);
    expect(read).toEqual(list);
    expect(length).toBeLessThanOrEqual(maxBytesOfList(4));
  });

  it('uses one byte for the next document with one occurrence', () => {
    const list = Uint32Array.from({ length: 1_000 }, (_, document) => posting(document, 1));
    expect(through(list).length).toBeLessThan(1_010);
  });
});

describe('sealed lists', () => {
  it('are found in any page; terms without a list are empty', () => {
    const random = seeded(4);
    const lists = Array.from({ length: 400 }, (_, term) => {
      if (term === 200)
        return Uint32Array.from({ length: 4_500_000 }, (__, document) => posting(document, 1));
      return randomList(random, term % 3 === 0 ? 0 : random(900));
    });
    const writer = createSealedWriter(lists.length);
    for (const list of lists) writer.add(list, list.length);
    const sealed = writer.done();
    expect(sealed.bytes).toBeGreaterThan(4_500_000);
    expect(sealed.size).toBe(lists.reduce((sum, { length }) => sum + length, 0));
    for (const [term, list] of lists.entries()) {
      expect(sealed.frequency(term)).toBe(list.length);
      const read = new Uint32Array(list.length);
      sealed.read(term, read);
      expect(read).toEqual(list);
    }
    expect(sealed.frequency(lists.length)).toBe(0);
  });
});
