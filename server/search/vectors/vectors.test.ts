import { describe, expect, it } from 'vitest';
import { createPlainScan, createScan } from './dot-product.ts';
import { createVectors } from './vectors.ts';

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

const randomVector = (dimensions: number, random: () => number) =>
  Float32Array.from({ length: dimensions }, random);

function cosine(a: Float32Array, b: Float32Array): number {
  let inner = 0;
  let squaresA = 0;
  let squaresB = 0;
  a.forEach((value, i) => {
    const other = b[i] ?? 0;
    inner += value * other;
    squaresA += value * value;
    squaresB += other * other;
  });
  return inner / Math.sqrt(squaresA * squaresB);
}

function nearestOf(vectors: ReadonlyMap<number, Float32Array>, asked: Float32Array, count: number) {
  return Array.from(vectors, ([document, vector]) => ({ document, cosine: cosine(asked, vector) }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, count);
}

describe('the dot product', () => {
  it('gives the same integers as the plain scan, for any number of rows and dimensions', () => {
    const random = createRandom(1);
    for (const [rows, dimensions] of [
      [1, 32],
      [3, 64],
      [17, 96],
      [50, 1024],
    ] as const) {
      const memory = new WebAssembly.Memory({ initial: 4 });
      const firstRow = 2 * dimensions;
      const out = firstRow + rows * dimensions;
      new Int16Array(memory.buffer, 0, dimensions).forEach(
        (_, i, query) => (query[i] = Math.round(random() * 60_000)),
      );
      new Int8Array(memory.buffer, firstRow, rows * dimensions).forEach(
        (_, i, row) => (row[i] = Math.round(random() * 254)),
      );
      createPlainScan(memory)(0, firstRow, rows, dimensions, out);
      const plain = new Int32Array(memory.buffer, out, rows).slice();
      new Int32Array(memory.buffer, out, rows).fill(0);
      createScan(memory)(0, firstRow, rows, dimensions, out);
      expect(new Int32Array(memory.buffer, out, rows)).toEqual(plain);
    }
  });
});

describe.each([
  ['with vector instructions', createScan],
  ['in plain JavaScript', createPlainScan],
])('vectors %s', (_, scanOver) => {
  it.each([3, 100, 384, 1536])(
    'find exactly what a scan in floating point finds, %i dimensions',
    (dimensions) => {
      const random = createRandom(dimensions);
      const vectors = createVectors({ scanOver });
      const plain = new Map<number, Float32Array>();
      for (let document = 0; document < 300; document++) {
        const vector = randomVector(dimensions, random);
        plain.set(document, vector);
        vectors.set(document, vector);
      }
      for (let round = 0; round < 5; round++) {
        const asked = randomVector(dimensions, random);
        const expected = nearestOf(plain, asked, 20).filter((found) => found.cosine > 0);
        const nearest = vectors.nearest(asked, 20);
        expect(nearest.map(({ document }) => document)).toEqual(expected.map(({ document }) => document));
        nearest.forEach((found, i) => expect(found.cosine).toBeCloseTo(expected[i]?.cosine ?? 0, 4));
      }
    },
  );
});

describe('vectors', () => {
  it('reflect additions, replacements and removals', () => {
    const random = createRandom(9);
    const vectors = createVectors();
    const plain = new Map<number, Float32Array>();
    for (let step = 0; step < 500; step++) {
      const document = Math.floor((random() + 0.5) * 80);
      if (step % 3 === 2) {
        vectors.remove(document);
        plain.delete(document);
      } else {
        const vector = randomVector(48, random);
        vectors.set(document, vector);
        plain.set(document, vector);
      }
    }
    const asked = randomVector(48, random);
    expect(vectors.size).toBe(plain.size);
    expect(vectors.nearest(asked, 10).map(({ document }) => document)).toEqual(
      nearestOf(plain, asked, 10).map(({ document }) => document),
    );
  });

  it('refuse other dimensions and values that are not numbers, with a reason', () => {
    const vectors = createVectors();
    vectors.set(0, Float32Array.of(1, 2, 3));
    expect(() => vectors.set(1, Float32Array.of(1, 2))).toThrow('vectors of 3 dimensions, not 2');
    expect(() => vectors.nearest(Float32Array.of(1), 5)).toThrow(RangeError);
    expect(() => vectors.set(1, Float32Array.of(1, Number.NaN, 0))).toThrow('finite numbers');
    expect(vectors.size).toBe(1);
  });

  it('accept other dimensions when the last vector has been removed', () => {
    const vectors = createVectors();
    vectors.set(0, Float32Array.of(1, 2, 3));
    vectors.remove(0);
    vectors.set(7, Float32Array.of(0, 1));
    expect(vectors.nearest(Float32Array.of(0, 2), 3)).toEqual([
      { document: 7, cosine: expect.closeTo(1, 4) },
    ]);
  });

  it('handle zero vectors and extreme values', () => {
    const vectors = createVectors();
    vectors.set(0, new Float32Array(4));
    vectors.set(1, Float32Array.of(1e18, 0, 0, 0));
    vectors.set(2, Float32Array.of(1e-18, 1e-18, 0, 0));
    expect(vectors.nearest(Float32Array.of(1, 0, 0, 0), 5).map(({ document }) => document)).toEqual([1, 2]);
    expect(vectors.cosine(0, Float32Array.of(1, 0, 0, 0))).toBe(0);
    expect(vectors.cosine(9, Float32Array.of(1, 0, 0, 0))).toBeUndefined();
  });
});
