import { existsSync, readFileSync } from 'node:fs';
import { shipped } from '../../kit/shipped.ts';

/**
 * A dictionary of Chinese and English for translating questions word by word. It is made at the build from CC-CEDICT
 * (`build/dictionary.ts`).
 */
export interface Dictionary {
  /** English translations of a folded Chinese word, the most common first; empty for an unknown word. */
  english(word: string): readonly string[];
  /** Chinese translations for the stems of English content words joined by blanks, the closest first. */
  chinese(stems: string): readonly string[];
}

/** The shipped dictionary; each of its two files (3 MB) is read at its first use. Without a build it is empty. */
export const shippedDictionary: Dictionary = {
  english: lookUpIn('zh-en.txt'),
  chinese: lookUpIn('en-zh.txt'),
};

/** Binary search for words in a file of lines `word<TAB>translation/translation`, sorted by bytes; the file is kept as bytes and not parsed. */
function lookUpIn(name: string): (word: string) => readonly string[] {
  let bytes: Buffer | undefined;
  return (word) => {
    bytes ??= read(name);
    const key = Buffer.from(`${word}\t`);
    let [low, high] = [0, bytes.length];
    while (low < high) {
      const start = lineStart(bytes, (low + high) >>> 1, low);
      const end = lineEnd(bytes, start);
      const order = bytes.compare(key, 0, key.length, start, Math.min(end, start + key.length));
      if (order === 0) return bytes.toString('utf8', start + key.length, end).split('/');
      if (order < 0) low = end + 1;
      else high = start;
    }
    return [];
  };
}

function read(name: string): Buffer {
  const path = shipped(`dist/dictionary/${name}`);
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

/** Start of the line that contains the offset `at`, at or after `least`, itself the start of a line. Lines are short, so a loop is faster than `lastIndexOf`. */
function lineStart(bytes: Buffer, at: number, least: number): number {
  let start = at;
  while (start > least && bytes[start - 1] !== NEW_LINE) start--;
  return start;
}

function lineEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (bytes[end] !== NEW_LINE) end++;
  return end;
}

const NEW_LINE = 0x0a;
