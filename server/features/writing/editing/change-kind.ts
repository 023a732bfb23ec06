import { tokenize } from './tokenize.ts';

/** What kind of change an edit is, in one word. */
export type ChangeKind =
  'spacing' | 'punctuation' | 'capitals' | 'spelling' | 'added' | 'removed' | 'wording';

/** The kind of a change from what stood there to what shall. */
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

/** The same number of words, each nearly the same as its partner. */
function isSpelling(before: string, after: string): boolean {
  const [old, fresh] = [lettersOnly(before), lettersOnly(after)];
  if (old.length !== fresh.length || old.length > MOST_WORDS) return false;
  return old.every((word, place) => areNear(word, fresh[place] ?? ''));
}

const MOST_WORDS = 12;

const lettersOnly = (text: string) =>
  tokenize(text).flatMap((word) => (/^[\p{L}\p{N}]/u.test(word.text) ? [word.text.toLowerCase()] : []));

/** One letter is another, missing, too much or changed places with its neighbour; two in longer words. */
function areNear(word: string, other: string): boolean {
  if (word === other) return true;
  if (Math.min(word.length, other.length) < 3 || Math.max(word.length, other.length) > LONGEST) return false;
  return distance(word, other) <= (word.length < 6 ? 1 : 2);
}

const LONGEST = 40;

/** Edits between two words, neighbours that changed places counted once (optimal string alignment). */
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
