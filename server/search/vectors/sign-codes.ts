import { WASM_PAGE } from '../large-array.ts';
import {
  copiedSection,
  numberSection,
  readFloats,
  type SavedSections,
  type SnapshotSection,
} from '../sections.ts';
import { createRotation } from './rotation.ts';
import { BLOCK_ROWS, createSignScan, type SignScan } from './sign-scan.ts';
import { dot } from './unit-vector.ts';

/**
 * One bit per dimension of a rotated row: whether it is above or below the centre of the vectors. From these bits and
 * two numbers per row, the cosine with any vector is estimated without bias and with a known deviation (Gao and Long,
 * "RaBitQ: Quantizing High-Dimensional Vectors with a Theoretical Error Bound", SIGMOD 2024). This reads an eighth of
 * the memory of 8-bit rows, and only rows that may be among the nearest are compared exactly.
 */
export interface SignCodes {
  readonly bytes: number;
  /** Writes the code of a row. */
  put(row: number, unit: Float32Array): void;
  /** Removes a row. */
  drop(row: number): void;
  /** The estimates of the first `rows` rows; valid until the next call. */
  estimate(unit: Float32Array, rows: number): Estimates;
  /** A snapshot, see `Vectors`; `guard` is called before each block is read. */
  capture(rows: number, guard: () => void): SnapshotSection[];
  restore(saved: SavedSections, rows: number): Promise<void>;
}

/** The estimated cosines. */
export interface Estimates {
  /** By row, far below −1 for removed rows. */
  readonly cosines: Float32Array;
  /** Multiplied by a row's `reach` and added to its estimate, this gives a bound that the cosine exceeds for one row in a thousand. */
  readonly margin: number;
  /** By row: the scale of its estimation error. */
  readonly reach: Float32Array;
}

/**
 * Creates codes around a centre: the mean of some vectors, which removes what all have in common. It need not be
 * exact; it only affects the margin.
 */
export function createSignCodes(
  centre: Float32Array,
  scanOver: (memory: WebAssembly.Memory) => SignScan = createSignScan,
): SignCodes {
  const rotation = createRotation(centre.length);
  const memory = new WebAssembly.Memory({ initial: 1 });
  const scan = scanOver(memory);
  const bytes = rotation.dimensions / 8;
  const codesPlace = BLOCK_ROWS * bytes;
  const blockBytes = BLOCK_ROWS * bytes;
  let blocks = 0;
  /** Inner product of the centre with a row's difference from it. */
  let offsets = new Float32Array(0);
  /** Factor of the inner product of the signs with a vector. */
  let reach = new Float32Array(0);
  let cosines = new Float32Array(0);
  const sumsPlace = () => codesPlace + blocks * blockBytes;

  const reserve = (rows: number) => {
    if (rows <= blocks * BLOCK_ROWS) return;
    blocks = Math.ceil((rows * GROWTH) / BLOCK_ROWS);
    const missing =
      Math.ceil((sumsPlace() + 2 * blocks * BLOCK_ROWS) / WASM_PAGE) - memory.buffer.byteLength / WASM_PAGE;
    if (missing > 0) memory.grow(missing);
    const room = blocks * BLOCK_ROWS;
    const [oldOffsets, oldReach] = [offsets, reach];
    offsets = new Float32Array(room).fill(NOTHING);
    reach = new Float32Array(room);
    offsets.set(oldOffsets);
    reach.set(oldReach);
  };

  const rest = new Float32Array(centre.length);
  const centred = (unit: Float32Array) => {
    for (let i = 0; i < rest.length; i++) rest[i] = (unit[i] ?? 0) - (centre[i] ?? 0);
  };

  const drop = (row: number) => {
    offsets[row] = NOTHING;
    reach[row] = 0;
  };

  return {
    get bytes() {
      return memory.buffer.byteLength + 4 * (offsets.length + reach.length + cosines.length);
    },
    put(row, unit) {
      reserve(row + 1);
      centred(unit);
      offsets[row] = dot(rest, centre);
      const squares = dot(rest, rest);
      const image = rotation.rotate(rest);
      const block = Math.floor(row / BLOCK_ROWS);
      const codes = new Uint8Array(memory.buffer, codesPlace + block * blockBytes, blockBytes);
      const sizes = writeSigns(image, codes, row % BLOCK_ROWS);
      reach[row] = sizes > 0 ? squares / sizes : 0;
    },
    drop,
    estimate(unit, rows) {
      if (cosines.length < rows) cosines = new Float32Array(offsets.length);
      centred(unit);
      const image = rotation.rotate(rest);
      const { step, least } = writeTables(image, new Uint8Array(memory.buffer, 0, codesPlace));
      const scanned = Math.ceil(rows / BLOCK_ROWS);
      scan({ tables: 0, codes: codesPlace, blocks: scanned, bytes, out: sumsPlace() });
      const sums = new Uint16Array(memory.buffer, sumsPlace(), rows);
      const rounding = step * Math.sqrt(rotation.dimensions / 4 / 12);
      const deviation = Math.hypot(SIGNS_LEAVE_OPEN * Math.sqrt(dot(rest, rest)), rounding);
      fill(cosines, { sums, offsets, reach, rows }, { base: dot(unit, centre), step, least });
      return { cosines, reach, margin: SURE * deviation };
    },
    capture(rows, guard) {
      const used = Math.ceil(rows / BLOCK_ROWS) * blockBytes;
      const copy = (from: number, to: number) => {
        guard();
        return new Uint8Array(memory.buffer, codesPlace + from, to - from).slice();
      };
      return [
        copiedSection(sections.codes, used, copy),
        numberSection(sections.centre, centre),
        numberSection(sections.offsets, offsets.slice(0, rows)),
        numberSection(sections.reach, reach.slice(0, rows)),
      ];
    },
    async restore(saved, rows) {
      reserve(rows);
      const used = Math.ceil(rows / BLOCK_ROWS) * blockBytes;
      await saved.into(sections.codes, new Uint8Array(memory.buffer, codesPlace, used));
      offsets.set(await readFloats(saved, sections.offsets));
      reach.set(await readFloats(saved, sections.reach));
    },
  };
}

const sections = {
  codes: 'vectors codes',
  centre: 'vectors centre',
  offsets: 'vectors offsets',
  reach: 'vectors reach',
} as const;

/** Restores the centre of saved codes. */
export const readCentre = (saved: SavedSections): Promise<Float32Array> => readFloats(saved, sections.centre);

/** Writes the signs of a rotated row, one bit each, into its bytes of a block; returns the sum of the magnitudes. */
function writeSigns(image: Float32Array, block: Uint8Array, row: number): number {
  let sizes = 0;
  for (let at = 0, place = row; at < image.length; at += 8, place += BLOCK_ROWS) {
    let code = 0;
    for (let bit = 0; bit < 8; bit++) {
      const value = image[at + bit] ?? 0;
      if (value > 0) {
        code |= 1 << bit;
        sizes += value;
      } else sizes -= value;
    }
    block[place] = code;
  }
  return sizes;
}

interface Tables {
  /** Value of one step of an entry. */
  readonly step: number;
  /** The sum of the values represented by entries of 0. */
  readonly least: number;
}

/**
 * Writes a table for every four dimensions: for each of their sixteen combinations of signs, the product with the
 * vector, relative to the lowest of the table and rounded to steps.
 */
function writeTables(image: Float32Array, tables: Uint8Array): Tables {
  const groups = image.length / 4;
  const sizes = Float32Array.from({ length: groups }, (_, group) =>
    image.subarray(4 * group, 4 * group + 4).reduce((sum, value) => sum + Math.abs(value), 0),
  );
  // Two entries fit into a byte, the sum of a row into 16 bits.
  const most = Math.min(127, Math.floor(65_535 / groups));
  const step = (2 * sizes.reduce((highest, size) => Math.max(highest, size), 0)) / most || 1;
  let least = 0;
  for (let group = 0; group < groups; group++) {
    const size = sizes[group] ?? 0;
    least -= size;
    for (let signs = 0; signs < 16; signs++) {
      let product = 0;
      for (let bit = 0; bit < 4; bit++) {
        const value = image[4 * group + bit] ?? 0;
        product += (signs >> bit) & 1 ? value : -value;
      }
      tables[16 * group + signs] = Math.round((product + size) / step);
    }
  }
  return { step, least };
}

interface Coded {
  readonly sums: Uint16Array;
  readonly offsets: Float32Array;
  readonly reach: Float32Array;
  readonly rows: number;
}

/** Writes the estimates. */
function fill(
  cosines: Float32Array,
  { sums, offsets, reach, rows }: Coded,
  { base, step, least }: Tables & { readonly base: number },
): void {
  for (let row = 0; row < rows; row++)
    cosines[row] = base + (offsets[row] ?? NOTHING) + (reach[row] ?? 0) * ((sums[row] ?? 0) * step + least);
}

/**
 * The share of a vector that the signs of another one do not determine: √(1 − 2 / π), since the signs of a rotated
 * vector and the vector have the mean cosine √(2 / π).
 */
const SIGNS_LEAVE_OPEN = Math.sqrt(1 - 2 / Math.PI);

/** Number of deviations that an estimate exceeds once in a thousand times. */
const SURE = 3.1;

/** Offset of a removed row: far below every cosine. */
const NOTHING = -8;

const GROWTH = 1.5;
