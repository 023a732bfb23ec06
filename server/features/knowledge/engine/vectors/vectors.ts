import { spreadOf, type Spread } from '../query/fuse.ts';
import { createScan, ROW_STEP, type Scan } from './dot-product.ts';
import {
  copiedSection,
  inTurns,
  numberSection,
  readNumbers,
  type SavedSections,
  type Section,
} from '../sections.ts';
import { topScores } from '../query/top-k.ts';

/**
 * Vectors with exact nearest-neighbour search by cosine. Every row is kept twice as coarse numbers: its
 * 8-bit values, which the dot product scans, and an 8-bit remainder that makes 15 bits of them for the final
 * order of the best candidates. That is two bytes a dimension, half of single precision, with an error
 * of the final cosine below 1e-4.
 */
export interface Vectors {
  /** Dimensions of the vectors, 0 while there is none. */
  readonly dimensions: number;
  readonly size: number;
  readonly bytes: number;
  /** Stores the vector of a document, in place of an earlier one. Throws RangeError for other dimensions. */
  set(document: number, vector: Float32Array): void;
  remove(document: number): void;
  /** Takes out all. */
  clear(): void;
  has(document: number): boolean;
  /** The cosine with one document's vector, undefined when it has none. */
  cosine(document: number, vector: Float32Array): number | undefined;
  /** The `count` documents nearest to the vector and their cosine, best first; only positive ones. */
  nearest(vector: Float32Array, count: number): Neighbours;
  /**
   * All of it as it is now, to be saved. Rows in use are not written over from then on until `release` is called, which
   * ends the saving; the blocks throw RangeError if all vectors left meanwhile.
   */
  capture(): Section[];
  release(): void;
  /** Takes over what was saved; only for one that was just made. */
  restore(saved: SavedSections): Promise<void>;
}

/** The nearest documents, and how the cosine spreads over all: what an unrelated document looks like. */
export interface Neighbours extends Spread {
  readonly nearest: readonly Neighbour[];
}

export interface Neighbour {
  readonly document: number;
  readonly cosine: number;
}

/** Candidates of the coarse scan that are ordered by the fine numbers. */
const RESCORED = 60;

/** `scanOver` is replaced in tests to run without vector instructions. */
export function createVectors(scanOver: (memory: WebAssembly.Memory) => Scan = createScan): Vectors {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const scan = scanOver(memory);
  let dimensions = 0;
  let width = 0;
  let capacity = 0;
  let rows = 0;

  let remainders = new Int8Array(0);
  let scales = new Float32Array(0);
  let documentOfRow = new Int32Array(0);
  const rowOfDocument = new Map<number, number>();
  const freeRows: number[] = [];
  /** Rows below are being saved. */
  let pinned = 0;
  /** Counts how often everything began anew. */
  let epoch = 0;

  // The memory holds the query (16 bit), then the coarse rows, then the sums (32 bit).
  const rowsPlace = () => 2 * width;
  const sumsPlace = () => rowsPlace() + capacity * width;

  const reserve = (needed: number) => {
    if (needed <= capacity) return;
    capacity = Math.max(64, Math.ceil(needed * 1.5));
    const pages = Math.ceil((sumsPlace() + 4 * capacity) / PAGE);
    const missing = pages - memory.buffer.byteLength / PAGE;
    if (missing > 0) memory.grow(missing);
    remainders = extended(remainders, new Int8Array(capacity * width));
    scales = extended(scales, new Float32Array(capacity));
    documentOfRow = extended(documentOfRow, new Int32Array(capacity).fill(-1));
  };

  const checked = (vector: Float32Array) => {
    if (dimensions === 0) {
      if (vector.length === 0) throw new RangeError('a vector needs at least one dimension');
      dimensions = vector.length;
      width = widthOf(dimensions);
    }
    if (vector.length !== dimensions) {
      throw new RangeError(`the index holds vectors of ${dimensions} dimensions, not ${vector.length}`);
    }
    return normalised(vector);
  };

  const write = (row: number, unit: Float32Array) => {
    const coarse = new Int8Array(memory.buffer, rowsPlace() + row * width, width);
    const scale = largest(unit) / 127 || 1;
    scales[row] = scale;
    coarse.fill(0);
    remainders.fill(0, row * width, (row + 1) * width);
    for (let i = 0; i < unit.length; i++) {
      const value = (unit[i] ?? 0) / scale;
      const rounded = Math.round(value);
      coarse[i] = rounded;
      remainders[row * width + i] = Math.round((value - rounded) * REMAINDER_STEPS);
    }
  };

  /** The cosine with a row from both of its parts. */
  const fineCosine = (unit: Float32Array, row: number): number => {
    const coarse = new Int8Array(memory.buffer, rowsPlace() + row * width, width);
    let sum = 0;
    for (let i = 0; i < unit.length; i++) {
      const value = (coarse[i] ?? 0) + (remainders[row * width + i] ?? 0) / REMAINDER_STEPS;
      sum += (unit[i] ?? 0) * value;
    }
    return sum * (scales[row] ?? 0);
  };

  const vacate = (row: number) => {
    documentOfRow[row] = -1;
    scales[row] = 0;
    freeRows.push(row);
  };

  const remove = (document: number) => {
    const row = rowOfDocument.get(document);
    if (row === undefined) return;
    if (rowOfDocument.size === 1) return clear();
    rowOfDocument.delete(document);
    vacate(row);
  };

  /** An index of other dimensions may follow. */
  const clear = () => {
    rowOfDocument.clear();
    dimensions = 0;
    capacity = 0;
    rows = 0;
    remainders = new Int8Array(0);
    scales = new Float32Array(0);
    documentOfRow = new Int32Array(0);
    freeRows.length = 0;
    pinned = 0;
    epoch++;
  };

  /** A row that nobody uses or saves. */
  const takeRow = (): number => {
    const free = pinned === 0 ? freeRows.length - 1 : freeRows.findIndex((row) => row >= pinned);
    return freeRows.splice(free, free < 0 ? 0 : 1)[0] ?? rows++;
  };

  return {
    get dimensions() {
      return dimensions;
    },
    get size() {
      return rowOfDocument.size;
    },
    get bytes() {
      return memory.buffer.byteLength + remainders.byteLength + 8 * capacity;
    },
    set(document, vector) {
      const unit = checked(vector);
      const own = rowOfDocument.get(document);
      if (own !== undefined && own < pinned) vacate(own);
      const row = own === undefined || own < pinned ? takeRow() : own;
      reserve(rows);
      rowOfDocument.set(document, row);
      documentOfRow[row] = document;
      write(row, unit);
    },
    remove,
    clear,
    has: (document) => rowOfDocument.has(document),
    cosine(document, vector) {
      const row = rowOfDocument.get(document);
      return row === undefined ? undefined : fineCosine(checked(vector), row);
    },
    nearest(vector, count) {
      if (rowOfDocument.size === 0) return { nearest: [], mean: 0, deviation: 0 };
      const unit = checked(vector);
      const scale = writeQuery(new Int16Array(memory.buffer, 0, width), unit);
      scan(0, rowsPlace(), rows, width, sumsPlace());
      const sums = new Int32Array(memory.buffer, sumsPlace(), rows);
      const cosines = new Float32Array(rows);
      for (let row = 0; row < rows; row++) cosines[row] = ((sums[row] ?? 0) * (scales[row] ?? 0)) / scale;
      const candidates = topScores(
        cosines,
        rows,
        Math.max(RESCORED, count),
        (row) => (documentOfRow[row] ?? -1) >= 0,
      );
      const fine = candidates.map(({ document: row }) => ({
        document: documentOfRow[row] ?? 0,
        cosine: fineCosine(unit, row),
      }));
      fine.sort((a, b) => b.cosine - a.cosine || a.document - b.document);
      return { nearest: fine.slice(0, count), ...spreadOf(cosines, rows, rowOfDocument.size) };
    },
    capture() {
      const [began, used] = [epoch, rows * width];
      pinned = rows;
      const copy = (from: number, to: number) => {
        if (epoch !== began) throw new RangeError('all vectors left while they were being saved');
        return new Uint8Array(memory.buffer, rowsPlace() + from, to - from).slice();
      };
      return [
        numberSection(sections.shape, Uint32Array.of(dimensions, rows)),
        copiedSection(sections.coarse, used, copy),
        numberSection(sections.remainders, remainders.subarray(0, used)),
        numberSection(sections.scales, scales.slice(0, rows)),
        numberSection(sections.documents, documentOfRow.slice(0, rows)),
      ];
    },
    release() {
      pinned = 0;
    },
    async restore(saved) {
      const [savedDimensions = 0, savedRows = 0] = await readNumbers(saved, sections.shape);
      if (savedDimensions === 0) return;
      dimensions = savedDimensions;
      width = widthOf(dimensions);
      rows = savedRows;
      reserve(rows);
      // Straight into their places: nothing else reads or grows the memory of a new index.
      await saved.into(sections.coarse, new Uint8Array(memory.buffer, rowsPlace(), rows * width));
      await saved.into(sections.remainders, new Uint8Array(remainders.buffer, 0, rows * width));
      await saved.into(sections.scales, new Uint8Array(scales.buffer, 0, 4 * rows));
      await saved.into(sections.documents, new Uint8Array(documentOfRow.buffer, 0, 4 * rows));
      await inTurns(rows, (row) => {
        const document = documentOfRow[row] ?? -1;
        if (document < 0) freeRows.push(row);
        else rowOfDocument.set(document, row);
      });
    },
  };
}

const sections = {
  shape: 'vectors shape',
  coarse: 'vectors coarse',
  remainders: 'vectors remainders',
  scales: 'vectors scales',
  documents: 'vectors documents',
} as const;

/** Bytes of a row: its dimensions, filled up with zeros. */
const widthOf = (dimensions: number): number => Math.ceil(dimensions / ROW_STEP) * ROW_STEP;

/** Size of a page of WebAssembly memory. */
const PAGE = 65_536;

/** A remainder lies between -½ and ½ of a coarse step; 254 steps fill the 8 bits. */
const REMAINDER_STEPS = 254;

/**
 * Writes the query as 16-bit integers and returns their scale. Sums must stay below 2³¹: the inner
 * product is at most the product of both lengths, and a row of 8-bit numbers is at most 127·√dimensions long.
 */
function writeQuery(target: Int16Array, unit: Float32Array): number {
  const room = (2 ** 31 - 1) / (127 * Math.sqrt(unit.length)) - Math.sqrt(unit.length);
  const scale = Math.min(32_767 / largest(unit), room);
  target.fill(0);
  unit.forEach((value, i) => {
    target[i] = Math.round(value * scale);
  });
  return scale;
}

/** A copy of length 1; a vector of zeros has no direction and stays as it is. */
function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length)) throw new RangeError('a vector must hold finite numbers');
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** The largest size of a value; 1 for a vector of zeros. */
function largest(vector: Float32Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i] ?? 0));
  return most || 1;
}

function extended<T extends Int8Array | Int32Array | Float32Array>(old: T, wider: T): T {
  wider.set(old.subarray(0, wider.length));
  return wider;
}
