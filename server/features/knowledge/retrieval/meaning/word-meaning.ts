import { LRUCache } from 'lru-cache';
import { withinFolded } from '../../../../text/text.ts';
import { shippedWords, type OpenWords } from '../../../../text/word-vectors/shipped-words.ts';
import { cosine, type WordTable } from '../../../../text/word-vectors/word-table.ts';
import { createYieldEvery } from '../../../../work/event-loop.ts';

/** Cosine of the question and what is kept under a key, whose vector is made when it is first needed; nothing is kept under `''`. */
export type Nearness = (key: string, make: (table: WordTable) => Float32Array) => number;

/**
 * Creates cosines by the table of words; `undefined` without the table and for a question without a word that it knows. The last `most`
 * vectors are kept with a byte a number, 0.4 KB with a key.
 */
export function createWordMeaning(
  most: number,
  words: OpenWords = shippedWords,
): (question: string) => Promise<Nearness | undefined> {
  // A cache that is bounded by size grows with what it keeps; one bounded by number takes its whole room at once.
  const kept = new LRUCache<string, Coded>({ maxSize: most, sizeCalculation: () => 1 });
  return async (question) => {
    // Whoever asks meanwhile waits for the same table: it is opened to the end even if this caller leaves.
    const table = await words(createYieldEvery(TURN_MS));
    const asked = table?.embed(withinFolded(question, LONGEST_QUESTION));
    if (!table || !asked?.some((value) => value !== 0)) return undefined;
    return (key, make) => {
      const { codes, unit } = kept.get(key) ?? coded(make(table));
      if (key !== '') kept.set(key, { codes, unit });
      return cosine(asked, codes) / unit;
    };
  };
}

/** A vector in bytes; `unit` is what 1 is in them. */
interface Coded {
  readonly codes: Int8Array;
  readonly unit: number;
}

/** The largest number of a vector takes the whole byte: most are far below 1. */
function coded(vector: Float32Array): Coded {
  const unit = MOST / (vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1);
  return { codes: Int8Array.from(vector, (value) => Math.round(value * unit)), unit };
}

const MOST = 127;
const LONGEST_QUESTION = 400;
/** The longest stretch of work without a yield to the event loop, while the table is opened. */
const TURN_MS = 8;
