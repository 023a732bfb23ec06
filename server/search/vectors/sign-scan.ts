import { compile, control, i32, local, v128, type Code } from '../wasm/assembler.ts';

/** Number of rows whose bits are interleaved. */
export const BLOCK_ROWS = 32;

/**
 * For each of `blocks` × 32 rows, sums one table entry per four bits of the row and writes the sums to `out` as
 * 16-bit integers. A table has 16 one-byte entries, one per value of four bits. For every eight bits a block contains
 * one byte of each row: the table of the lower half comes first, that of the upper half after it. Sums must stay
 * below 2¹⁶, two entries below 2⁸; `bytes` of a row is a multiple of four. All positions are byte offsets into the
 * memory that `createSignScan` was given.
 */
export type SignScan = (places: SignPlaces) => void;

export interface SignPlaces {
  readonly tables: number;
  readonly codes: number;
  readonly blocks: number;
  readonly bytes: number;
  readonly out: number;
}

/** Creates the scan over this memory: 128-bit vector code if the machine supports it, otherwise plain JavaScript. */
export function createSignScan(memory: WebAssembly.Memory): SignScan {
  const { scan } = module === undefined ? {} : new WebAssembly.Instance(module, { env: { memory } }).exports;
  // The plain scan computes the same integers, several times slower.
  if (typeof scan !== 'function') return createPlainSignScan(memory);
  return (places) => void scan(places.tables, places.codes, places.blocks, places.bytes, places.out);
}

/** The same sums in plain JavaScript. */
export function createPlainSignScan(memory: WebAssembly.Memory): SignScan {
  return ({ tables, codes, blocks, bytes, out }) => {
    const entries = new Uint8Array(memory.buffer, tables, BLOCK_ROWS * bytes);
    const bits = new Uint8Array(memory.buffer, codes, BLOCK_ROWS * bytes * blocks);
    const sums = new Uint16Array(memory.buffer, out, BLOCK_ROWS * blocks).fill(0);
    for (let block = 0; block < blocks; block++) {
      for (let byte = 0; byte < bytes; byte++) {
        const [table, from] = [32 * byte, BLOCK_ROWS * (block * bytes + byte)];
        for (let row = 0; row < BLOCK_ROWS; row++) {
          const code = bits[from + row] ?? 0;
          const sum = (entries[table + (code & 15)] ?? 0) + (entries[table + 16 + (code >> 4)] ?? 0);
          sums[BLOCK_ROWS * block + row] = (sums[BLOCK_ROWS * block + row] ?? 0) + sum;
        }
      }
    }
  };
}

// Parameters, then locals, by number.
const tables = 0;
const codes = 1;
const blocks = 2;
const bytes = 3;
const out = 4;
const left = 5;
const table = 6;
const lowHalf = 7;
const code = 8;
const low = 9;
const high = 10;

/**
 * The sums of sixteen rows in two vectors of 16-bit lanes: those of the odd rows, and those of both, which contain 2⁸
 * times the odd ones in excess.
 */
interface Sums {
  readonly both: number;
  readonly odd: number;
}
const first: Sums = { both: 11, odd: 12 };
const second: Sums = { both: 13, odd: 14 };

const step = (index: number, by: number): Code => [
  local.get(index),
  i32.const(by),
  i32.add,
  local.set(index),
];

/** Adds the entries of one byte of sixteen rows, `offset` bytes on. */
const accumulate = ({ both, odd }: Sums, offset: number): Code => [
  [local.get(codes), v128.load(offset), local.set(code)],
  [local.get(low), local.get(code), local.get(lowHalf), v128.and(), v128.lookUp8()],
  [local.get(high), local.get(code), i32.const(4), v128.shiftRightUnsigned16()],
  [local.get(lowHalf), v128.and(), v128.lookUp8()],
  [v128.add8(), local.set(code)],
  [local.get(both), local.get(code), v128.add16(), local.set(both)],
  [local.get(odd), local.get(code), i32.const(8), v128.shiftRightUnsigned16(), v128.add16(), local.set(odd)],
];

const eightBits = (index: number): Code => [
  [local.get(table), v128.load(32 * index), local.set(low)],
  [local.get(table), v128.load(32 * index + 16), local.set(high)],
  accumulate(first, 32 * index),
  accumulate(second, 32 * index + 16),
];

/** Writes the sums in the order of rows. */
const storeSums = ({ both, odd }: Sums, offset: number): Code => [
  [local.get(both), local.get(odd), i32.const(8), v128.shiftLeft16(), v128.subtract16(), local.set(both)],
  [local.get(out), local.get(both), local.get(odd), v128.shuffle16(0, 8, 1, 9, 2, 10, 3, 11)],
  v128.store(offset),
  [local.get(out), local.get(both), local.get(odd), v128.shuffle16(4, 12, 5, 13, 6, 14, 7, 15)],
  v128.store(offset + 16),
];

const UNROLLED = 4;

const kernel = {
  name: 'scan',
  parameters: 5,
  integers: 2,
  vectors: 8,
  body: [
    [i32.const(15), v128.splat8(), local.set(lowHalf)],
    control.block(
      control.loop(
        [local.get(blocks), i32.isZero, control.branchIf(1)],
        [first.both, first.odd, second.both, second.odd].map((sum) => [v128.zero(), local.set(sum)]),
        [local.get(tables), local.set(table), local.get(bytes), local.set(left)],
        control.loop(
          Array.from({ length: UNROLLED }, (_, index) => eightBits(index)),
          [step(codes, BLOCK_ROWS * UNROLLED), step(table, 32 * UNROLLED), step(left, -UNROLLED)],
          [local.get(left), control.branchIf(0)],
        ),
        [storeSums(first, 0), storeSums(second, 32)],
        [step(out, 2 * BLOCK_ROWS), step(blocks, -1)],
        control.branch(0),
      ),
    ),
  ],
};

const module = compile(kernel);
