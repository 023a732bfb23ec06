import { describe, expect, it } from 'vitest';
import type { SavedSections, SnapshotSection } from '../sections.ts';
import { createRotation } from './rotation.ts';
import { BLOCK_ROWS, createPlainSignScan, createSignScan } from './sign-scan.ts';
import { createSignCodes } from './sign-codes.ts';
import { dot, lengthOf, normalised } from './unit-vector.ts';
import { createVectors, type Vectors } from './vectors.ts';

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

/** Vectors as texts of a site have them: one part that all share, one of their topic, one of their article and one of their own. */
function createSite(dimensions: number, seed: number) {
  const random = createRandom(seed);
  const draw = (size: number) => Float32Array.from({ length: dimensions }, () => size * random());
  const sum = (a: Float32Array, b: Float32Array) => a.map((value, i) => value + (b[i] ?? 0));
  const common = draw(1);
  const topics = Array.from({ length: 30 }, () => sum(common, draw(0.7)));
  const articleOf = () => sum(topics[Math.floor((random() + 0.5) * topics.length)] ?? common, draw(0.6));
  let article = articleOf();
  let passages = 0;
  return {
    passage() {
      if (passages++ % 10 === 9) article = articleOf();
      return sum(article, draw(0.5));
    },
    question: () => sum(articleOf(), draw(0.6)),
  };
}

/** Recall of the `count` nearest, mean over questions. */
function recall(found: Vectors, exact: Vectors, questions: readonly Float32Array[], count: number): number {
  const shares = questions.map((question) => {
    const own = new Set(found.nearest(question, count).map(({ document }) => document));
    const all = exact.nearest(question, count);
    return all.filter(({ document }) => own.has(document)).length / all.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

async function restored(vectors: Vectors, codedFrom: number, known: (section: SnapshotSection) => boolean) {
  const saved = new Map(
    vectors.capture().map(({ name, blocks }) => [name, Buffer.concat([...blocks()])] as const),
  );
  const sections = vectors.capture().filter(known);
  const shape = saved.get('vectors shape');
  const hasCodes = sections.some(({ name }) => name === 'vectors codes');
  if (shape && !hasCodes) saved.set('vectors shape', shape.subarray(0, 8));
  vectors.release();
  const file: SavedSections = {
    length: (name) => saved.get(name)?.length ?? 0,
    async into(name, target) {
      target.set(saved.get(name) ?? []);
    },
  };
  const copy = createVectors({ codedFrom });
  await copy.restore(file);
  return copy;
}

describe('the rotation', () => {
  it('keeps lengths and angles, for any number of dimensions', () => {
    const random = createRandom(4);
    for (const dimensions of [3, 64, 100, 384]) {
      const draw = () => Float32Array.from({ length: dimensions }, random);
      const { rotate } = createRotation(dimensions);
      const [a, b] = [draw(), draw()];
      const [imageA, imageB] = [rotate(a).slice(), rotate(b).slice()];
      expect(lengthOf(imageA)).toBeCloseTo(lengthOf(a), 4);
      expect(dot(imageA, imageB)).toBeCloseTo(dot(a, b), 4);
    }
  });

  it('spreads a single value over all dimensions', () => {
    const image = createRotation(256).rotate(Float32Array.from({ length: 256 }, (_, i) => (i === 7 ? 1 : 0)));
    expect(Math.max(...image.map(Math.abs))).toBeLessThan(0.3);
  });

  it('stays the one that the codes of saved snapshots were made with', () => {
    const image = createRotation(32).rotate(Float32Array.from({ length: 32 }, (_, i) => i));
    expect(Array.from(image.subarray(0, 4), (value) => value.toFixed(3))).toMatchInlineSnapshot(`
      [
        "7.250",
        "32.750",
        "20.750",
        "30.250",
      ]
    `);
  });
});

describe('the scan of signs', () => {
  it('gives the same integers as the plain scan, for any number of blocks and dimensions', () => {
    const random = createRandom(1);
    for (const [blocks, bytes] of [
      [1, 4],
      [3, 8],
      [2, 128],
      [5, 512],
    ] as const) {
      const memory = new WebAssembly.Memory({ initial: 4 });
      const most = Math.min(127, Math.floor(65_535 / (2 * bytes)));
      const codes = BLOCK_ROWS * bytes;
      const out = codes + BLOCK_ROWS * bytes * blocks;
      const all = new Uint8Array(memory.buffer);
      for (let i = 0; i < codes; i++) all[i] = Math.round((random() + 0.5) * most);
      for (let i = codes; i < out; i++) all[i] = Math.floor((random() + 0.5) * 256);
      const places = { tables: 0, codes, blocks, bytes, out };
      createPlainSignScan(memory)(places);
      const plain = new Uint16Array(memory.buffer, out, BLOCK_ROWS * blocks).slice();
      new Uint16Array(memory.buffer, out, BLOCK_ROWS * blocks).fill(0);
      createSignScan(memory)(places);
      expect(new Uint16Array(memory.buffer, out, BLOCK_ROWS * blocks)).toEqual(plain);
    }
  });
});

describe.each([
  ['with vector instructions', createSignScan],
  ['in plain JavaScript', createPlainSignScan],
])('codes %s', (_, scanOver) => {
  it('estimate cosines without a bias and mostly within their margin', () => {
    const [dimensions, rows] = [256, 2_000];
    const site = createSite(dimensions, 3);
    const units = Array.from({ length: rows }, () => normalised(site.passage()));
    const centre = new Float32Array(dimensions).map(
      (_, i) => units.reduce((sum, unit) => sum + (unit[i] ?? 0), 0) / rows,
    );
    const codes = createSignCodes(centre, scanOver);
    units.forEach((unit, row) => codes.put(row, unit));
    codes.drop(5);
    const asked = normalised(site.question());
    const { cosines, reach, margin } = codes.estimate(asked, rows);
    expect(cosines[5]).toBeLessThan(-1);
    const errors = units.map((unit, row) => (cosines[row] ?? 0) - dot(unit, asked)).toSpliced(5, 1);
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / rows)).toBeLessThan(0.01);
    const outside = units.filter(
      (unit, row) => row !== 5 && dot(unit, asked) > (cosines[row] ?? 0) + margin * (reach[row] ?? 0),
    );
    expect(outside.length / rows).toBeLessThan(0.003);
  });
});

describe('vectors with codes', () => {
  const [dimensions, rows, codedFrom] = [128, 2_500, 1_000];
  const site = createSite(dimensions, 8);
  const passages = Array.from({ length: rows }, () => site.passage());
  const questions = Array.from({ length: 20 }, () => site.question());

  function filled() {
    const [coded, exact] = [createVectors({ codedFrom }), createVectors({ codedFrom: rows + 1 })];
    passages.forEach((passage, document) => {
      coded.set(document, passage);
      exact.set(document, passage);
    });
    return { coded, exact };
  }

  it('find what a scan of all finds', () => {
    const { coded, exact } = filled();
    expect(recall(coded, exact, questions, 20)).toBeGreaterThan(0.99);
    expect(coded.bytes).toBeGreaterThan(exact.bytes);
  });

  it('follow replacements and removals', () => {
    const { coded, exact } = filled();
    for (let document = 0; document < rows; document += 3) {
      for (const vectors of [coded, exact]) {
        if (document % 2 === 0) vectors.remove(document);
        else vectors.set(document, passages[rows - 1 - document] ?? new Float32Array(dimensions));
        if (document % 4 === 0)
          vectors.set(rows + document, passages[document] ?? new Float32Array(dimensions));
      }
    }
    expect(coded.size).toBe(exact.size);
    expect(recall(coded, exact, questions, 20)).toBeGreaterThan(0.99);
    const gone = coded.nearest(passages[6] ?? new Float32Array(dimensions), 100);
    expect(gone.map(({ document }) => document)).not.toContain(6);
  });

  it('fall back to the scan of all where most rows are nearly as near as the nearest', () => {
    const random = createRandom(12);
    const [coded, exact] = [createVectors({ codedFrom }), createVectors({ codedFrom: rows + 1 })];
    for (let document = 0; document < rows; document++) {
      const vector = Float32Array.from({ length: 32 }, random);
      coded.set(document, vector);
      exact.set(document, vector);
    }
    const asked = Float32Array.from({ length: 32 }, random);
    expect(coded.nearest(asked, 60)).toEqual(exact.nearest(asked, 60));
  });

  it('IDX1: are the same after a restart', async () => {
    const { coded } = filled();
    for (let document = 0; document < 300; document++) coded.remove(document);
    const copy = await restored(coded, codedFrom, () => true);
    for (const question of questions) expect(copy.nearest(question, 20)).toEqual(coded.nearest(question, 20));
  });

  it('IDX1: are made anew where the snapshot of an earlier version has none', async () => {
    const { coded, exact } = filled();
    coded.remove(7);
    exact.remove(7);
    const copy = await restored(coded, codedFrom, ({ name }) => name !== 'vectors codes');
    expect(copy.bytes).toBeGreaterThan(exact.bytes);
    expect(recall(copy, exact, questions, 20)).toBeGreaterThan(0.99);
  });
});
