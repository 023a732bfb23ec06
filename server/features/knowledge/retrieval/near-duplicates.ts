import { words } from '../../../text/text.ts';

/** Number of consecutive words in a shingle. */
const SHINGLE = 4;
/** Shingles are sampled by the divisibility of their hash by this number. */
const SAMPLING = 4;
/** Texts with fewer shingles are not sampled. */
const SMALL = 60;
/** Minimum share of common shingles of near-duplicates. */
const SAME = 0.8;
/** Longer texts are compared by their beginnings. */
const LONGEST = 4_000;

/**
 * Removes items whose text repeats an earlier one's, except for up to a fifth of the words: a page published twice
 * should not take two of an answer's few places.
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
