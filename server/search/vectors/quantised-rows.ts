import { WASM_PAGE } from '../large-array.ts';
import { copiedSection, numberSection, type SavedSections, type SnapshotSection } from '../sections.ts';
import { ROW_STEP, type Scan } from './dot-product.ts';
import { largest } from './unit-vector.ts';

/**
 * Stores unit vectors as rows of coarse numbers, in two parts: 8-bit values, which the dot product scans, and an
 * 8-bit remainder that extends them to 15 bits for the final order of the best candidates. That takes two bytes per
 * dimension, half of single precision, with an error of the final cosine below 1e-4.
 */
export interface QuantisedRows {
  readonly dimensions: number;
  readonly bytes: number;
  write(row: number, unit: Float32Array): void;
  /** Removes a row: its coarse cosine is 0. */
  drop(row: number): void;
  /** Reads a row, within the precision of the rows. */
  read(row: number): Float32Array;
  /** The cosine with a row from both of its parts. */
  fineCosine(unit: Float32Array, row: number): number;
  /** Coarse cosines with a unit vector; valid until the next question. */
  ask(unit: Float32Array): CoarseCosines;
  /** A snapshot of the first `rows` rows; `guard` is called before each block is read. */
  capture(rows: number, guard: () => void): SnapshotSection[];
  /** Restores `rows` saved rows; only for a new instance. */
  restore(saved: SavedSections, rows: number): Promise<void>;
}

export interface CoarseCosines {
  of(row: number): number;
  /** Those of the first `rows`. */
  all(rows: number): Float32Array;
}

export function createQuantisedRows(
  dimensions: number,
  scanOver: (memory: WebAssembly.Memory) => Scan,
): QuantisedRows {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const scan = scanOver(memory);
  /** Bytes of a row: its dimensions, padded with zeros. */
  const width = Math.ceil(dimensions / ROW_STEP) * ROW_STEP;
  let capacity = 0;
  let remainders = new Int8Array(0);
  let scales = new Float32Array(0);

  // The memory contains the query (16 bit), then the coarse rows, then the sums (32 bit).
  const rowsPlace = 2 * width;
  const sumsPlace = () => rowsPlace + capacity * width;

  const reserve = (needed: number) => {
    if (needed <= capacity) return;
    capacity = Math.max(64, Math.ceil(needed * GROWTH));
    const pages = Math.ceil((sumsPlace() + 4 * capacity) / WASM_PAGE);
    const missing = pages - memory.buffer.byteLength / WASM_PAGE;
    if (missing > 0) memory.grow(missing);
    const [oldRemainders, oldScales] = [remainders, scales];
    remainders = new Int8Array(capacity * width);
    scales = new Float32Array(capacity);
    remainders.set(oldRemainders);
    scales.set(oldScales);
  };

  const coarseRow = (row: number) => new Int8Array(memory.buffer, rowsPlace + row * width, width);

  return {
    dimensions,
    get bytes() {
      return memory.buffer.byteLength + remainders.byteLength + scales.byteLength;
    },
    write(row, unit) {
      reserve(row + 1);
      const coarse = coarseRow(row);
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
    },
    drop(row) {
      scales[row] = 0;
    },
    read(row) {
      const scale = scales[row] ?? 0;
      const coarse = coarseRow(row);
      const unit = new Float32Array(dimensions);
      for (let i = 0; i < dimensions; i++)
        unit[i] = ((coarse[i] ?? 0) + (remainders[row * width + i] ?? 0) / REMAINDER_STEPS) * scale;
      return unit;
    },
    fineCosine(unit, row) {
      const coarse = coarseRow(row);
      let sum = 0;
      for (let i = 0; i < unit.length; i++) {
        const value = (coarse[i] ?? 0) + (remainders[row * width + i] ?? 0) / REMAINDER_STEPS;
        sum += (unit[i] ?? 0) * value;
      }
      return sum * (scales[row] ?? 0);
    },
    ask(unit) {
      const scale = writeQuery(new Int16Array(memory.buffer, 0, width), unit);
      const sums = new Int32Array(memory.buffer, sumsPlace(), capacity);
      return {
        of(row) {
          scan(0, rowsPlace + row * width, 1, width, sumsPlace());
          return ((sums[0] ?? 0) * (scales[row] ?? 0)) / scale;
        },
        all(rows) {
          scan(0, rowsPlace, rows, width, sumsPlace());
          const cosines = new Float32Array(rows);
          for (let row = 0; row < rows; row++) cosines[row] = ((sums[row] ?? 0) * (scales[row] ?? 0)) / scale;
          return cosines;
        },
      };
    },
    capture(rows, guard) {
      const copy = (from: number, to: number) => {
        guard();
        return new Uint8Array(memory.buffer, rowsPlace + from, to - from).slice();
      };
      return [
        copiedSection(sections.coarse, rows * width, copy),
        numberSection(sections.remainders, remainders.subarray(0, rows * width)),
        numberSection(sections.scales, scales.slice(0, rows)),
      ];
    },
    async restore(saved, rows) {
      reserve(rows);
      // Read directly into place: nothing else uses or grows the memory of a new index.
      await saved.into(sections.coarse, new Uint8Array(memory.buffer, rowsPlace, rows * width));
      await saved.into(sections.remainders, new Uint8Array(remainders.buffer, 0, rows * width));
      await saved.into(sections.scales, new Uint8Array(scales.buffer, 0, 4 * rows));
    },
  };
}

const sections = {
  coarse: 'vectors coarse',
  remainders: 'vectors remainders',
  scales: 'vectors scales',
} as const;

const GROWTH = 1.5;

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
