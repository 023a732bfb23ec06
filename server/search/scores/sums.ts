import { WASM_PAGE } from '../large-array.ts';
import type { EncodedList } from '../postings/sealed.ts';
import { compile, control, f32, i32, local, type Code } from '../wasm/assembler.ts';

/** A sum for each document, in memory where compressed posting lists are added up: there nearly all time of a question to a large site goes. */
export interface Sums {
  /** Sets the sums of so many documents to 0. */
  begin(documents: number): void;
  /** Adds to each document of a compressed list, and to each of `late` postings, the value of its count. */
  add(list: EncodedList | undefined, late: Uint32Array, values: Float32Array): void;
  /** The sums by document; valid until the next `begin` or `add`. */
  read(): Float32Array;
}

export function createSums(): Sums {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { addList } =
    module === undefined ? {} : new WebAssembly.Instance(module, { env: { memory } }).exports;
  if (typeof addList !== 'function') throw new Error('The search engine needs WebAssembly.');
  let documents = 0;
  let sums = new Float32Array(0);
  const read = () => {
    if (sums.buffer !== memory.buffer || sums.length !== documents)
      sums = new Float32Array(memory.buffer, SUMS, documents);
    return sums;
  };
  const reserve = (bytes: number) => {
    const missing = Math.ceil(bytes / WASM_PAGE) - memory.buffer.byteLength / WASM_PAGE;
    if (missing > 0) memory.grow(missing);
  };
  return {
    begin(count) {
      documents = count;
      reserve(SUMS + 4 * count);
      read().fill(0);
    },
    add(list, late, values) {
      if (list !== undefined) {
        const from = SUMS + 4 * documents;
        // The byte behind the list is read as well.
        reserve(from + list.bytes.length + 1);
        new Float32Array(memory.buffer, VALUES, values.length).set(values);
        new Uint8Array(memory.buffer, from, list.bytes.length).set(list.bytes);
        addList(from, list.size);
      }
      const added = read();
      for (const posting of late)
        added[posting >>> 8] = (added[posting >>> 8] ?? 0) + (values[posting & 255] ?? 0);
    },
    read,
  };
}

/** Places in the memory: the value of each count, then the sums, then the list that is added. */
const VALUES = 0;
const SUMS = 4 * 256;

// Parameters, then locals.
const from = 0;
const left = 1;
const document = 2;
const first = 3;
const byte = 4;
const shift = 5;
const place = 6;

const step = (index: number, by: number): Code => [
  local.get(index),
  i32.const(by),
  i32.add,
  local.set(index),
];
const nextByte = (into: number): Code => [[local.get(from), i32.loadByte(), local.set(into)], step(from, 1)];
const bits = (index: number, mask: number): Code => [local.get(index), i32.const(mask), i32.and];
const timesFour = (index: number): Code => [local.get(index), i32.const(2), i32.shiftLeft];

/** One posting of a list in the form of `posting-list.ts`; the value of its count is added to the sum of its document. */
const addPosting: Code = [
  nextByte(first),
  [local.get(document), bits(first, 0x3f), i32.add, local.set(document)],
  bits(first, 0x40),
  control.ifElse(
    [
      [i32.const(6), local.set(shift)],
      control.loop(
        nextByte(byte),
        [
          local.get(document),
          bits(byte, 0x7f),
          local.get(shift),
          i32.shiftLeft,
          i32.add,
          local.set(document),
        ],
        step(shift, 7),
        [bits(byte, 0x80), control.branchIf(0)],
      ),
    ],
    [],
  ),
  // The next byte is the count or belongs to the next posting: a branch would often be guessed wrongly.
  [local.get(from), i32.loadByte(), i32.const(1), bits(first, 0x80), control.select, local.set(byte)],
  [local.get(from), local.get(first), i32.const(7), i32.shiftRightUnsigned, i32.add, local.set(from)],
  [timesFour(document), i32.const(SUMS), i32.add, local.set(place)],
  [local.get(place), local.get(place), f32.load(), timesFour(byte), f32.load(), f32.add, f32.store()],
];

const module = compile({
  name: 'addList',
  parameters: 2,
  integers: 5,
  vectors: 0,
  body: control.block(
    control.loop(
      [local.get(left), i32.isZero, control.branchIf(1)],
      addPosting,
      step(left, -1),
      control.branch(0),
    ),
  ),
});
