import { compile, control, i32, local, v128, type Code } from '../wasm/assembler.ts';

/** Rows are padded with zeros to a multiple of this many dimensions. */
export const ROW_STEP = 32;

/**
 * Writes the inner product of a 16-bit query with each of `rows` 8-bit rows of `dimensions` to `out`
 * as 32-bit integers. All places are byte offsets into the memory that `createScan` was given.
 */
export type Scan = (query: number, firstRow: number, rows: number, dimensions: number, out: number) => void;

/** Creates the scan over this memory: 128-bit vector code if the machine supports it, otherwise plain JavaScript. */
export function createScan(memory: WebAssembly.Memory): Scan {
  const { scan } = module === undefined ? {} : new WebAssembly.Instance(module, { env: { memory } }).exports;
  // The plain scan computes the same integers, about ten times slower.
  return typeof scan === 'function' ? (...places) => void scan(...places) : createPlainScan(memory);
}

/** The same sums in plain JavaScript. */
export function createPlainScan(memory: WebAssembly.Memory): Scan {
  // @wide: called as the vector code is, which takes numbers only
  return (query, firstRow, rows, dimensions, out) => {
    const asked = new Int16Array(memory.buffer, query, dimensions);
    const values = new Int8Array(memory.buffer, firstRow, rows * dimensions);
    const sums = new Int32Array(memory.buffer, out, rows);
    for (let row = 0; row < rows; row++) {
      const base = row * dimensions;
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += (asked[i] ?? 0) * (values[base + i] ?? 0);
      sums[row] = sum;
    }
  };
}

// Parameters, then locals, by number.
const query = 0;
const row = 1;
const rows = 2;
const dimensions = 3;
const out = 4;
const done = 5;
const at = 6;
const asked = 7;
const sum = 8;
const other = 9;
const bytes = 10;

/** Adds the products of eight of the sixteen loaded bytes with eight query numbers, `offset` bytes on, to `into`. */
const accumulate = (into: number, extend: Code, offset: number): Code => [
  [local.get(into), local.get(bytes), extend],
  [local.get(asked), v128.load(offset), v128.dot16(), v128.add32(), local.set(into)],
];

const loadRow = (offset: number): Code => [
  [local.get(row), local.get(at), i32.add, v128.load(offset)],
  local.set(bytes),
];

/** Thirty-two dimensions: two loads of sixteen bytes, four products into two independent sums. */
const step: Code = [
  [local.get(query), local.get(at), i32.const(1), i32.shiftLeft, i32.add, local.set(asked)],
  loadRow(0),
  accumulate(sum, v128.extendLow8To16(), 0),
  accumulate(other, v128.extendHigh8To16(), 16),
  loadRow(16),
  accumulate(sum, v128.extendLow8To16(), 32),
  accumulate(other, v128.extendHigh8To16(), 48),
  [local.get(at), i32.const(ROW_STEP), i32.add, local.set(at)],
];

const lane = (index: number): Code => [local.get(sum), v128.lane32(index)];

const storeSum: Code = [
  [local.get(sum), local.get(other), v128.add32(), local.set(sum)],
  local.get(out),
  [lane(0), lane(1), i32.add, lane(2), lane(3), i32.add, i32.add],
  i32.store(),
];

const nextRow: Code = [
  [local.get(out), i32.const(4), i32.add, local.set(out)],
  [local.get(row), local.get(dimensions), i32.add, local.set(row)],
  [local.get(done), i32.const(1), i32.add, local.set(done)],
];

const kernel = {
  name: 'scan',
  parameters: 5,
  integers: 3,
  vectors: 3,
  body: control.block(
    control.loop(
      [local.get(done), local.get(rows), i32.greaterOrEqualUnsigned, control.branchIf(1)],
      [v128.zero(), local.set(sum), v128.zero(), local.set(other), i32.const(0), local.set(at)],
      control.loop(step, [local.get(at), local.get(dimensions), i32.lessThanUnsigned, control.branchIf(0)]),
      storeSum,
      nextRow,
      control.branch(0),
    ),
  ),
};

const module = compile(kernel);
