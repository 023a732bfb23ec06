import { withoutAccents } from './morphology/stem.ts';

/**
 * Optimal string alignment distance (insert, delete, replace, swap neighbours), or more than `most`
 * as soon as that is certain.
 */
export function editDistance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}

/**
 * True when one word is probably a misspelling of the other rather than another word: without its accents, or with a
 * letter omitted, doubled or swapped; another letter only in words long enough to be recognized by the rest (`format`
 * is not a misspelt `fermat`).
 */
export function isTypingError(typed: string, meant: string): boolean {
  if (withoutAccents(typed) === withoutAccents(meant)) return true;
  const edits = editDistance(typed, meant, 2);
  if (edits > (typed.length < LONG ? 1 : 2)) return false;
  const isReplaced = typed.length === meant.length && !isAnagram(typed, meant);
  return !isReplaced || typed.length >= LONG;
}

const isAnagram = (a: string, b: string): boolean => sortedLetters(a) === sortedLetters(b);
const sortedLetters = (word: string): string => Array.from(word).toSorted().join('');

/** Minimum length of a word that is recognized with two wrong letters. */
const LONG = 9;

/** Shorter words are as near to other words as to a misspelt one. */
export const SHORTEST_MISSPELT = 5;
