/**
 * A minimal WebAssembly assembler: the part of the binary format that the kernels in the neighbouring folders need,
 * so that they are readable source and not a binary file. Numbers are from the specification (WebAssembly 2.0,
 * chapters "Binary Format" and "Vector Instructions").
 */
export type Code = number | readonly Code[];

/** Function types and instructions on 32-bit integers, by their names in the text format. */
export const i32 = {
  const: (value: number): Code => [0x41, signed(value)],
  loadByte: (): Code => [0x2d, 0, 0],
  store: (): Code => [0x36, 2, 0],
  isZero: 0x45,
  lessThanUnsigned: 0x49,
  greaterOrEqualUnsigned: 0x4f,
  add: 0x6a,
  and: 0x71,
  shiftLeft: 0x74,
  shiftRightUnsigned: 0x76,
};

/** Single-precision numbers. */
export const f32 = {
  load: (): Code => [0x2a, 2, 0],
  store: (): Code => [0x38, 2, 0],
  add: 0x92,
};

/** 128-bit vectors: eight 16-bit lanes or four 32-bit lanes. */
export const v128 = {
  load: (offset = 0): Code => [simd(0), 0, unsigned(offset)],
  store: (offset = 0): Code => [simd(11), 0, unsigned(offset)],
  zero: (): Code => [simd(12), Array.from({ length: 16 }, () => 0)],
  /** Eight 16-bit lanes out of the sixteen of two vectors, by their numbers 0 … 15. */
  shuffle16: (...lanes: readonly number[]): Code => [
    simd(13),
    lanes.flatMap((lane) => [2 * lane, 2 * lane + 1]),
  ],
  /** Sixteen bytes of the first vector, by the numbers 0 … 15 that the second one holds; for others it is undefined. */
  lookUp8: (): Code => simd(256),
  splat8: (): Code => simd(15),
  add8: (): Code => simd(110),
  add16: (): Code => simd(142),
  subtract16: (): Code => simd(145),
  /** Shifts of the 16-bit lanes by the number on the stack. */
  shiftLeft16: (): Code => simd(139),
  shiftRightUnsigned16: (): Code => simd(141),
  /** The lower or upper eight bytes as eight 16-bit lanes with their signs. */
  extendLow8To16: (): Code => simd(135),
  extendHigh8To16: (): Code => simd(136),
  /** Products of eight 16-bit lanes, neighbours added: four 32-bit lanes. */
  dot16: (): Code => simd(186),
  add32: (): Code => simd(174),
  lane32: (lane: number): Code => [simd(27), lane],
  and: (): Code => simd(78),
};

export const local = {
  get: (index: number): Code => [0x20, unsigned(index)],
  set: (index: number): Code => [0x21, unsigned(index)],
};

/** A branch to a `block` continues after its end; a branch to a `loop` starts it again. */
export const control = {
  block: (...body: Code[]): Code => [0x02, NO_RESULT, body, END],
  loop: (...body: Code[]): Code => [0x03, NO_RESULT, body, END],
  ifElse: (then: Code, otherwise: Code): Code => [0x04, NO_RESULT, then, 0x05, otherwise, END],
  branch: (depth: number): Code => [0x0c, depth],
  branchIf: (depth: number): Code => [0x0d, depth],
  /** The first of two values where the third is not 0, otherwise the second. */
  select: 0x1b,
};

/** A function of 32-bit integers without result; its locals are the parameters, then integers, then vectors. */
export interface Definition {
  readonly name: string;
  readonly parameters: number;
  readonly integers: number;
  readonly vectors: number;
  readonly body: Code;
}

/**
 * A module that imports the memory `env.memory` and exports these functions; `undefined` when the machine does not
 * support vector instructions.
 */
export function compile(...definitions: readonly Definition[]): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(assemble(definitions));
  } catch {
    return undefined;
  }
}

function assemble(definitions: readonly Definition[]): Uint8Array<ArrayBuffer> {
  const count = unsigned(definitions.length);
  const bytes: Code = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [count, definitions.map(signatureOf)]),
    section(2, [1, text('env'), text('memory'), 0x02, 0x00, 1]),
    section(3, [count, definitions.map((_, index) => unsigned(index))]),
    section(7, [count, definitions.map(({ name }, index) => [text(name), 0x00, unsigned(index)])]),
    section(10, [count, definitions.map(codeOf)]),
  ];
  return Uint8Array.from(flatten(bytes));
}

const signatureOf = ({ parameters }: Definition): Code => [
  0x60,
  unsigned(parameters),
  Array.from({ length: parameters }, () => I32),
  0,
];

function codeOf({ integers, vectors, body }: Definition): Code {
  const locals = [2, [unsigned(integers), I32], [unsigned(vectors), V128]];
  return sized([locals, body, END]);
}

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;
const END = 0x0b;

const simd = (instruction: number): Code => [0xfd, unsigned(instruction)];
const section = (id: number, content: Code): Code => [id, sized(content)];
const text = (value: string): Code => sized(Array.from(value, (character) => character.charCodeAt(0)));

function sized(content: Code): Code {
  const bytes = flatten(content);
  return [unsigned(bytes.length), bytes];
}

function flatten(code: Code, bytes: number[] = []): number[] {
  if (typeof code === 'number') bytes.push(code);
  else for (const part of code) flatten(part, bytes);
  return bytes;
}

/** LEB128: seven bits per byte, the eighth marks that more follow. */
function unsigned(value: number): Code {
  return value < 0x80 ? value : [(value & 0x7f) | 0x80, unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const fits = value >= -0x40 && value < 0x40;
  return fits ? value & 0x7f : [(value & 0x7f) | 0x80, signed(value >> 7)];
}
