import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A named part of the index as it was at one moment, to be written to a file: bytes that nobody changes while that
 * goes on, in blocks that take a millisecond or two each.
 */
export interface Section {
  readonly name: string;
  blocks(): Iterable<Uint8Array>;
}

/** Sections that were written before. */
export interface SavedSections {
  /** Bytes of a section; throws RangeError when it is not there. */
  length(name: string): number;
  /** Fills `target`, which must be as long as the section, with its bytes. Rejects when they are damaged. */
  into(name: string, target: Uint8Array): Promise<void>;
}

type Numbers = Uint8Array | Int8Array | Uint32Array | Int32Array | Float32Array | Float64Array;

const BLOCK = 1 << 22;

/** A section of an array that will not change, or only behind its end. */
export function numberSection(name: string, numbers: Numbers): Section {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return {
    name,
    *blocks() {
      for (let at = 0; at < bytes.length; at += BLOCK) yield bytes.subarray(at, at + BLOCK);
    },
  };
}

/** A section whose bytes are copied block by block when they are asked for. */
export const copiedSection = (
  name: string,
  length: number,
  copy: (from: number, to: number) => Uint8Array,
): Section => ({
  name,
  *blocks() {
    for (let at = 0; at < length; at += BLOCK) yield copy(at, Math.min(length, at + BLOCK));
  },
});

/** Two sections of a list of texts that will not change: all of them in one as UTF-8, and the length of each. */
export function textSections(name: string, texts: readonly string[]): Section[] {
  const whole: Section = {
    name,
    *blocks() {
      for (let at = 0; at < texts.length; at += TEXTS)
        yield Buffer.from(texts.slice(at, at + TEXTS).join(''));
    },
  };
  const lengths: Section = {
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

/** The texts share the memory of one long one. */
export async function readTexts(saved: SavedSections, name: string): Promise<string[]> {
  const whole = Buffer.from((await readBytes(saved, name)).buffer).toString();
  const lengths = await readNumbers(saved, lengthsOf(name));
  let at = 0;
  const texts = Array.from(lengths, (length) => whole.slice(at, (at += length)));
  if (at !== whole.length) throw new RangeError(`the texts of section ${name} do not fit their lengths`);
  return texts;
}

/** Calls `each` for 0 … `count` − 1 with a turn of the event loop in between every few milliseconds. */
export async function inTurns(count: number, each: (index: number) => void): Promise<void> {
  let begun = performance.now();
  for (let index = 0; index < count; index++) {
    each(index);
    if (index % LOOK_EVERY !== 0 || performance.now() - begun < TURN_MS) continue;
    await nextTurn();
    begun = performance.now();
  }
}

const LOOK_EVERY = 128;
const TURN_MS = 5;
