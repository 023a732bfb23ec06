import { createYieldEvery } from '../work/event-loop.ts';

/**
 * A named part of a snapshot, to be written to a file: bytes that nobody changes meanwhile, in blocks that take a
 * millisecond or two each.
 */
export interface SnapshotSection {
  readonly name: string;
  blocks(): Iterable<Uint8Array>;
}

/** Saved sections. */
export interface SavedSections {
  /** Size of a section in bytes; throws RangeError when it does not exist. */
  length(name: string): number;
  /** Fills `target`, whose length must be that of the section. Rejects when the section is damaged. */
  into(name: string, target: Uint8Array): Promise<void>;
}

type Numbers = Uint8Array | Int8Array | Uint32Array | Int32Array | Float32Array | Float64Array;

const BLOCK = 1 << 22;

/** A section of an array that will not change before its current end. */
export function numberSection(name: string, numbers: Numbers): SnapshotSection {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return {
    name,
    *blocks() {
      for (let at = 0; at < bytes.length; at += BLOCK) yield bytes.subarray(at, at + BLOCK);
    },
  };
}

/** A section whose bytes are copied block by block on request. */
export const copiedSection = (
  name: string,
  length: number,
  copy: (from: number, to: number) => Uint8Array,
): SnapshotSection => ({
  name,
  *blocks() {
    for (let at = 0; at < length; at += BLOCK) yield copy(at, Math.min(length, at + BLOCK));
  },
});

/** Two sections for a list of immutable texts: all of them joined as UTF-8, and the length of each. */
export function textSections(name: string, texts: readonly string[]): SnapshotSection[] {
  const whole: SnapshotSection = {
    name,
    *blocks() {
      for (let at = 0; at < texts.length; at += TEXTS)
        yield Buffer.from(texts.slice(at, at + TEXTS).join(''));
    },
  };
  const lengths: SnapshotSection = {
    name: lengthsOf(name),
    *blocks() {
      for (let at = 0; at < texts.length; at += TEXTS) {
        const some = texts.slice(at, at + TEXTS);
        const numbers = new Uint32Array(some.length);
        some.forEach((text, index) => (numbers[index] = text.length));
        yield new Uint8Array(numbers.buffer);
      }
    },
  };
  return [whole, lengths];
}

const TEXTS = 5_000;
const lengthsOf = (name: string) => `${name} lengths`;

export async function readBytes(saved: SavedSections, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(saved.length(name));
  await saved.into(name, bytes);
  return bytes;
}

export async function readNumbers(saved: SavedSections, name: string): Promise<Uint32Array<ArrayBuffer>> {
  return new Uint32Array((await readBytes(saved, name)).buffer);
}

export async function readFloats(saved: SavedSections, name: string): Promise<Float32Array<ArrayBuffer>> {
  return new Float32Array((await readBytes(saved, name)).buffer);
}

/** The texts are slices of one long string. */
export async function readTexts(saved: SavedSections, name: string): Promise<string[]> {
  const whole = Buffer.from((await readBytes(saved, name)).buffer).toString();
  const lengths = await readNumbers(saved, lengthsOf(name));
  let at = 0;
  const texts = Array.from(lengths, (length) => whole.slice(at, (at += length)));
  if (at !== whole.length) throw new RangeError(`the texts of section ${name} do not fit their lengths`);
  return texts;
}

/** Calls `each` for 0 … `count` − 1, yielding to the event loop every few milliseconds. */
export async function inTurns(count: number, each: (index: number) => void): Promise<void> {
  const yieldIfDue = createYieldEvery(TURN_MS);
  for (let index = 0; index < count; index++) {
    each(index);
    if (index % LOOK_EVERY === 0) await yieldIfDue();
  }
}

const LOOK_EVERY = 128;
const TURN_MS = 5;
