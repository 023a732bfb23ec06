import { compile, control, f32, i32, local, v128, type Code, type Definition } from '../wasm/assembler.ts';
import { BLOCK, fixed, type ScoreKernel } from './layout.ts';
import { createPlainKernel } from './plain-kernel.ts';

/** Creates the kernel over this memory: 128-bit vector code if the machine supports it, otherwise plain JavaScript. */
export function createScoreKernel(memory: WebAssembly.Memory): ScoreKernel {
  // The plain kernel computes the same scores, several times slower.
  if (module === undefined) return createPlainKernel(memory);
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const call = (name: string) => exports[name] as (...places: number[]) => void;
  const [list, packed, settling, blending] = ['addList', 'addPacked', 'settle', 'blend'].map(call);
  if (!list || !packed || !settling || !blending) return createPlainKernel(memory);
  return {
    addList: (from, size, { scores, shares }) => list(from, size, scores, shares),
    addPacked: (from, size, { scores, shares }) => packed(from, size, scores, shares),
    settle: ({ scores, inverseNorms, maxima, blocks }) => settling(scores, inverseNorms, maxima, blocks),
    blend: ({ scores, owners, articleScores, blended, maxima, blocks }) =>
      blending(scores, owners, articleScores, blended, maxima, blocks),
  };
}

// Parameters, then locals, of both functions that add postings.
const from = 0;
const left = 1;
const scores = 2;
const shares = 3;
const document = 4;
const first = 5;
const count = 6;
const shift = 7;
const place = 8;
const shared = 9;
const plain = 10;
const share = 11;

const step = (index: number, by: number): Code => [
  local.get(index),
  i32.const(by),
  i32.add,
  local.set(index),
];
const nextByte = (into: number): Code => [[local.get(from), i32.loadByte(), local.set(into)], step(from, 1)];

const offset = (base: number, index: number, shiftBy: number): Code => [
  local.get(base),
  [local.get(index), i32.const(shiftBy), i32.shiftLeft, i32.add],
];

/** scores += share × shared + plain; the two code fragments push the share and the plain gains. */
const addGains = (shareOf: Code, plainOf: Code): Code => [
  [offset(scores, document, 4), local.tee(place)],
  [shareOf, local.get(shared), v128.multiplyFloats()],
  [plainOf, v128.addFloats()],
  [local.get(place), v128.load(), v128.addFloats()],
  v128.store(),
];

const shareOfOne: Code = [offset(shares, document, 2), v128.loadSplat32()];
const addOnce = addGains(shareOfOne, local.get(plain));

const ones: Code = [f32.const(1), v128.splatFloat()];

/** A term that occurs `count` times has the share c / (c + 1 / s − 1), where s is the share of one occurrence. */
const addCounted: Code = [
  [local.get(count), f32.fromUnsigned, v128.splatFloat(), local.set(share)],
  addGains(
    [
      [local.get(share), local.get(share), ones, shareOfOne, v128.divideFloats(), v128.addFloats()],
      [ones, v128.subtractFloats(), v128.divideFloats()],
    ],
    [
      [ones, local.get(count), i32.const(2), i32.shiftLeft, f32.load(fixed.damped), v128.replaceFloat(2)],
      [local.get(plain), v128.multiplyFloats()],
    ],
  ),
];

/** One posting of a compressed list. */
const fromList: Code = [
  nextByte(first),
  [local.get(document), local.get(first), i32.const(0x3f), i32.and, i32.add, local.set(document)],
  [local.get(first), i32.const(0x40), i32.and],
  control.if(
    [i32.const(6), local.set(shift)],
    control.loop(
      nextByte(count),
      [local.get(count), i32.const(0x7f), i32.and, local.get(shift), i32.shiftLeft],
      [local.get(document), i32.add, local.set(document)],
      step(shift, 7),
      [local.get(count), i32.const(0x80), i32.and, control.branchIf(0)],
    ),
  ),
  [local.get(first), i32.const(0x80), i32.and],
  control.ifElse([nextByte(count), addCounted], addOnce),
];

const fromPacked: Code = [
  [local.get(from), i32.load(), local.tee(first), i32.const(8), i32.shiftRightUnsigned, local.set(document)],
  [local.get(first), i32.const(0xff), i32.and, local.set(count)],
  step(from, 4),
  addCounted,
];

const adding = (name: string, addOne: Code): Definition => ({
  name,
  parameters: 4,
  integers: 5,
  vectors: 3,
  body: [
    [i32.const(fixed.shared), v128.load(), local.set(shared)],
    [i32.const(fixed.plain), v128.load(), local.set(plain)],
    control.block(
      control.loop(
        [local.get(left), i32.isZero, control.branchIf(1)],
        addOne,
        step(left, -1),
        control.branch(0),
      ),
    ),
  ],
});

const addList = adding('addList', fromList);
const addPacked = adding('addPacked', fromPacked);

/** Runs the body `times` times, counted in a local. */
const repeat = (counter: number, times: number, ...body: Code[]): Code => [
  [i32.const(times), local.set(counter)],
  control.loop(body, step(counter, -1), local.get(counter), control.branchIf(0)),
];

/** Runs the body for each block; `blocks` counts down. */
const eachBlock = (blocks: number, ...body: Code[]): Code =>
  control.block(
    control.loop(
      [local.get(blocks), i32.isZero, control.branchIf(1)],
      body,
      step(blocks, -1),
      control.branch(0),
    ),
  );

/** Parameters: scores, inverse norms, maxima, blocks; then a counter; then the scores and the highest ones. */
const settle: Definition = {
  name: 'settle',
  parameters: 4,
  integers: 1,
  vectors: 2,
  body: eachBlock(
    3,
    [v128.zero(), local.set(6)],
    repeat(
      4,
      BLOCK,
      [local.get(0), local.get(0), v128.load()],
      [
        ones,
        local.get(1),
        f32.load(),
        i32.const(fixed.scale),
        f32.load(),
        f32.multiply,
        v128.replaceFloat(2),
      ],
      v128.multiplyFloats(),
      [local.get(1), v128.loadSplat32(), v128.zero(), v128.aboveFloats(), v128.and()],
      [local.tee(5), v128.store()],
      [local.get(6), local.get(5), v128.maxFloats(), local.set(6)],
      step(0, 16),
      step(1, 4),
    ),
    [local.get(2), local.get(6), v128.store()],
    step(2, 16),
  ),
};

/** The weighted scores of the document at offset `index`, added to those of its article: four numbers, not yet summed. */
const weighted = (index: number): Code => [
  [local.get(0), v128.load(16 * index), i32.const(fixed.ofChunk), v128.load(), v128.multiplyFloats()],
  [local.get(2), local.get(1), i32.load(4 * index), i32.const(4), i32.shiftLeft, i32.add, v128.load()],
  [i32.const(fixed.ofArticle), v128.load(), v128.multiplyFloats(), v128.addFloats()],
];

/** Adds the halves of two vectors; two partial sums of each are left. */
const halves = (a: number, b: number): Code => [
  [local.get(a), local.get(b), v128.shuffle32(0, 4, 1, 5)],
  [local.get(a), local.get(b), v128.shuffle32(2, 6, 3, 7), v128.addFloats()],
];

/** Parameters: scores, owners, scores of articles, blended, maxima, blocks; then a counter; then four vectors and the highest. */
const blend: Definition = {
  name: 'blend',
  parameters: 6,
  integers: 1,
  vectors: 5,
  body: eachBlock(
    5,
    [v128.zero(), local.set(11)],
    repeat(
      6,
      BLOCK / 4,
      [0, 1, 2, 3].map((index) => [weighted(index), local.set(7 + index)]),
      [halves(7, 8), local.set(7), halves(9, 10), local.set(8)],
      local.get(3),
      [local.get(7), local.get(8), v128.shuffle32(0, 1, 4, 5)],
      [local.get(7), local.get(8), v128.shuffle32(2, 3, 6, 7), v128.addFloats(), local.tee(9)],
      v128.store(),
      [local.get(11), local.get(9), v128.maxFloats(), local.set(11)],
      [step(0, 64), step(1, 16), step(3, 16)],
    ),
    [
      local.get(11),
      local.get(11),
      local.get(11),
      v128.shuffle32(2, 3, 0, 1),
      v128.maxFloats(),
      local.set(11),
    ],
    [local.get(4)],
    [local.get(11), local.get(11), local.get(11), v128.shuffle32(1, 0, 3, 2), v128.maxFloats(), v128.store()],
    step(4, 16),
  ),
};

const module = compile(addList, addPacked, settle, blend);
