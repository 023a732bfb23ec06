import { words } from '../../../text/text.ts';

/** Words in a row that two texts are compared by. */
const SHINGLE = 4;
/** Of all shingles those are kept whose hash is divisible by this: a fair sample of long texts. */
const SAMPLING = 4;
/** Texts with fewer shingles are kept whole. */
const SMALL = 60;
/** From this share of common shingles on, two texts say the same. */
const SAME = 0.8;
/** Longer texts are compared by their beginnings. */
const LONGEST = 4_000;

/**
 * The items without those whose text says the same as an earlier one's, word for word but for a fifth: a page
 * published twice should not take two of the few places of an answer.
 */
export function withoutNearDuplicates<T extends { readonly text: string }>(items: readonly T[]): T[] {
  const kept: { item: T; shingles: ReadonlySet<number> }[] = [];
  for (const item of items) {
    const shingles = shinglesOf(item.text.slice(0, LONGEST));
    if (!kept.some((other) => isSame(shingles, other.shingles))) kept.push({ item, shingles });
  }
  return kept.map(({ item }) => item);
}

function isSame(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size === 0 || small.size < SAME * large.size) return false;
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common++;
  return common >= SAME * (a.size + b.size - common);
}

function shinglesOf(text: string): Set<number> {
  const all = words(text);
  const hashes = all.map(hashOf);
  const shingles = new Set<number>();
  for (let i = 0; i + SHINGLE <= hashes.length; i++) {
    let hash = 0;
    for (let j = 0; j < SHINGLE; j++) hash = Math.imul(hash ^ (hashes[i + j] ?? 0), 0x01000193);
    if (all.length < SMALL || (hash >>> 8) % SAMPLING === 0) shingles.add(hash);
  }
  return shingles;
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}
