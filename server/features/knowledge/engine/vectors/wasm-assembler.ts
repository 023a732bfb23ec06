/**
 * A very small WebAssembly assembler: as much of the binary format as `dot product.ts` needs, so that the
 * dot product's source is readable here and nothing is shipped as a blob. Numbers are from the specification
 * (WebAssembly 2.0, chapters "Binary Format" and "Vector Instructions").
 */
export type Code = number | readonly Code[];

/** Function types and instructions on 32-bit integers, by their names in the text format. */
export const i32 = {
  const: (value: number): Code => [0x41, signed(value)],
  store: (): Code => [0x36, 2, 0],
  lessThanUnsigned: 0x49,
  greaterOrEqualUnsigned: 0x4f,
  add: 0x6a,
  shiftLeft: 0x74,
};

/** 128-bit vectors: eight 16-bit or four 32-bit lanes. Instructions have the prefix 0xfd. */
export const v128 = {
  load: (offset: number): Code => [simd(0), 0, unsigned(offset)],
  zero: (): Code => [simd(12), Array.from({ length: 16 }, () => 0)],
  /** The lower or upper eight bytes as eight 16-bit lanes with their signs. */
  extendLow8To16: (): Code => simd(135),
  extendHigh8To16: (): Code => simd(136),
  /** Products of eight 16-bit lanes, neighbours added: four 32-bit lanes. */
  dot16: (): Code => simd(186),
  add32: (): Code => simd(174),
  lane32: (lane: number): Code => [simd(27), lane],
};

export const local = {
  get: (index: number): Code => [0x20, unsigned(index)],
  set: (index: number): Code => [0x21, unsigned(index)],
};

/** `block` ends where it stands, so leaving it goes past its end; `loop` is entered anew by a branch to it. */
export const control = {
  block: (...body: Code[]): Code => [0x02, NO_RESULT, body, END],
  loop: (...body: Code[]): Code => [0x03, NO_RESULT, body, END],
  branch: (depth: number): Code => [0x0c, depth],
  branchIf: (depth: number): Code => [0x0d, depth],
};

/** A module that imports the memory `env.memory` and exports one function of 32-bit integers without result. */
export function assemble(definition: {
  readonly name: string;
  readonly parameters: number;
  readonly integers: number;
  readonly vectors: number;
  readonly body: Code;
}): Uint8Array<ArrayBuffer> {
  const { name, parameters, integers, vectors, body } = definition;
  const locals = [2, [unsigned(integers), I32], [unsigned(vectors), V128]];
  const code = sized([locals, body, END]);
  const signature = [0x60, unsigned(parameters), Array.from({ length: parameters }, () => I32), 0];
  const bytes: Code = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [1, signature]),
    section(2, [1, text('env'), text('memory'), 0x02, 0x00, 1]),
    section(3, [1, 0]),
    section(7, [1, text(name), 0x00, 0]),
    section(10, [1, code]),
  ];
  return Uint8Array.from(flatten(bytes));
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

function flatten(code: Code): number[] {
  return typeof code === 'number' ? [code] : code.flatMap(flatten);
}

/** LEB128: seven bits a byte, the eighth says that more follow. */
function unsigned(value: number): Code {
  return value < 0x80 ? value : [(value & 0x7f) | 0x80, unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const fits = value >= -0x40 && value < 0x40;
  return fits ? value & 0x7f : [(value & 0x7f) | 0x80, signed(value >> 7)];
}
