import { editDistance } from '../../text/edit-distance.ts';
import { inTurns, readTexts, textSections, type SavedSections, type SnapshotSection } from '../sections.ts';

/**
 * The spaced words of the site, for completing and correcting what visitors type in the search box. Words are never
 * removed; callers weigh them by their frequency, which is zero for a word that no document contains any more.
 * Results do not depend on the order in which words were added.
 */
export interface Vocabulary {
  readonly size: number;
  /** Adds a folded word, except words of one letter, very long ones and plain numbers, which are not worth completing. */
  add(word: string): void;
  has(word: string): boolean;
  /** Words that begin with the prefix and are longer than it. */
  completions(prefix: string): string[];
  /** Words within the edit distance allowed for a word of this length: none below 3 letters, 1 below 6, otherwise 2. */
  similar(word: string): string[];
  /** Words that contain the part after their first letter. */
  containing(part: string): string[];
  /** All words, to be saved. */
  capture(): SnapshotSection[];
}

export function createVocabulary(): Vocabulary {
  const known = new Set<string>();
  let sorted: string[] = [];
  let late: string[] = [];
  const alike = new Map<number, Words>();

  /** Merges the words added since the last merge. */
  const settle = () => {
    if (late.length === 0) return;
    sorted = merged(sorted, late.toSorted());
    late = [];
  };

  return {
    get size() {
      return known.size;
    },
    add(word) {
      if (known.has(word) || !isWordOfVocabulary(word)) return;
      known.add(word);
      late.push(word);
      const place = placeOf(word.length, word.charCodeAt(0));
      let others = alike.get(place);
      if (others === undefined) alike.set(place, (others = { words: [], letters: [] }));
      others.words.push(word);
      others.letters.push(lettersOf(word));
      // Sorting often keeps each pause short, also while a whole site is loaded.
      if (late.length > Math.max(LATE, sorted.length / 8)) settle();
    },
    has: (word) => known.has(word),
    completions(prefix) {
      settle();
      const found: string[] = [];
      for (let i = firstAtLeast(sorted, prefix); i < sorted.length && found.length < MAX_RESULTS; i++) {
        const word = sorted[i] ?? '';
        if (!word.startsWith(prefix)) break;
        if (word !== prefix) found.push(word);
      }
      return found;
    },
    similar(word) {
      const edits = allowedEdits(word);
      const found: string[] = [];
      // Only words that begin with its first or second letter can pass `isWithinEdits`.
      const begins = new Set([word.charCodeAt(0), word.charCodeAt(1)]);
      for (let length = word.length - edits; edits > 0 && length <= word.length + edits; length++) {
        for (const begin of begins)
          found.push(...similarAmong(alike.get(placeOf(length, begin)), word, edits));
      }
      return found.toSorted().slice(0, MAX_RESULTS);
    },
    containing(part) {
      settle();
      const found: string[] = [];
      for (const word of sorted) {
        if (word.indexOf(part) > 0) found.push(word);
        if (found.length === MAX_RESULTS) break;
      }
      return found;
    },
    capture() {
      settle();
      return textSections(SECTION, sorted);
    },
  };
}

/** False for words of one letter, very long ones and plain numbers, which are not worth completing. */
export const isWordOfVocabulary = (word: string): boolean =>
  word.length >= 2 && word.length <= LONGEST && !NUMBER.test(word);

/** Restores saved words. */
export async function restoreVocabulary(saved: SavedSections): Promise<Vocabulary> {
  const words = await readTexts(saved, SECTION);
  const vocabulary = createVocabulary();
  await inTurns(words.length, (index) => vocabulary.add(words[index] ?? ''));
  return vocabulary;
}

const SECTION = 'vocabulary';

function similarAmong(among: Words | undefined, word: string, edits: number): string[] {
  const found: string[] = [];
  if (among === undefined) return found;
  const letters = lettersOf(word);
  for (let index = 0; index < among.words.length; index++) {
    // Each edit changes at most two letters of the set, which excludes most words at once.
    if (bits((among.letters[index] ?? 0) ^ letters) > 2 * edits) continue;
    const other = among.words[index] ?? '';
    if (other !== word && isWithinEdits(word, other, edits)) found.push(other);
  }
  return found;
}

/** A misspelt word nearly always keeps its first letter, unless the first two are swapped. */
function isWithinEdits(a: string, b: string, edits: number): boolean {
  if (a[0] !== b[0] && !(a[0] === b[1] && a[1] === b[0])) return false;
  return editDistance(a, b, edits) <= edits;
}

const LATE = 4_096;

/** Key of the words with this length and first letter. */
const placeOf = (length: number, begin: number): number => (length << 16) | begin;

/** Words of one length and first letter, each with a bit for each letter it contains. */
interface Words {
  readonly words: string[];
  readonly letters: number[];
}

const LONGEST = 32;
const NUMBER = /^[\d_]+$/;

/** Maximum number of completions, corrections or parts considered: more would be noise. */
const MAX_RESULTS = 200;

/** As the automatic fuzziness of Lucene's descendants has it: two letters may be wrong in a word of six. */
const allowedEdits = (word: string): number =>
  word.length < 3 || /\d/.test(word) ? 0 : word.length < 6 ? 1 : 2;

function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

/** Number of set bits, summed in pairs, fours and bytes. */
function bits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function firstAtLeast(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merged(a: readonly string[], b: readonly string[]): string[] {
  const all: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (right === undefined || (left !== undefined && left < right)) {
      all.push(left ?? '');
      i++;
    } else {
      all.push(right);
      j++;
    }
  }
  return all;
}
