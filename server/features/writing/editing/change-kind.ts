import { tokenize } from './tokenize.ts';

/** Kind of an edit. */
export type ChangeKind =
  'spacing' | 'punctuation' | 'capitals' | 'spelling' | 'added' | 'removed' | 'wording';

/** Kind of the change from `before` to `after`. */
export function changeKind(before: string, after: string): ChangeKind {
  const [old, fresh] = [signs(before), signs(after)];
  if (old.bare === fresh.bare) return 'spacing';
  if (old.letters === fresh.letters) return 'punctuation';
  if (old.letters.toLowerCase() === fresh.letters.toLowerCase()) return 'capitals';
  if (old.bare === '') return 'added';
  if (fresh.bare === '') return 'removed';
  return isSpelling(before, after) ? 'spelling' : 'wording';
}

const signs = (text: string) => {
  const bare = text.replace(/\s+/g, '');
  return { bare, letters: bare.replace(/[\p{P}\p{S}]+/gu, '') };
};

/** True when both have the same number of words, each nearly equal to its counterpart. */
function isSpelling(before: string, after: string): boolean {
  const [old, fresh] = [lettersOnly(before), lettersOnly(after)];
  if (old.length !== fresh.length || old.length > MAX_WORDS) return false;
  return old.every((word, place) => areNear(word, fresh[place] ?? ''));
}

const MAX_WORDS = 12;

const lettersOnly = (text: string) =>
  tokenize(text).flatMap((word) => (/^[\p{L}\p{N}]/u.test(word.text) ? [word.text.toLowerCase()] : []));

/** True for one changed, missing, added or transposed letter; two in longer words. */
function areNear(word: string, other: string): boolean {
  if (word === other) return true;
  if (Math.min(word.length, other.length) < 3 || Math.max(word.length, other.length) > LONGEST) return false;
  return distance(word, other) <= (word.length < 6 ? 1 : 2);
}

const LONGEST = 40;

/** Edit distance between two words with transpositions (optimal string alignment). */
function distance(word: string, other: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= word.length; row++) {
    const here = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = word[row - 1] === other[column - 1] ? 0 : 1;
      const swapped = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      const costs = [
        (here[column - 1] ?? 0) + 1,
        (above[column] ?? 0) + 1,
        (above[column - 1] ?? 0) + same,
        ...(swapped ? [(twoAbove[column - 2] ?? Infinity) + 1] : []),
      ];
      here.push(Math.min(...costs));
    }
    twoAbove = above;
    above = here;
  }
  return above.at(-1) ?? 0;
}
