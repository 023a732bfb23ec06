import { plainWord } from '../../../../text/text.ts';
import { spacedKeys, type WordKeys } from '../analysis/analyze.ts';
import type { TermTable } from './term-table.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * The keys of spaced words with their numbers in the table of terms; a word that comes for the first time is added to the
 * vocabulary. Words come again and again: each is looked up once for all its four-grams, not once for each.
 */
export function createKnownWords(terms: TermTable, vocabulary: Vocabulary): (word: string) => WordKeys {
  const known = new Map<string, WordKeys>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const keys = spacedKeys(word);
    const numbers = new Int32Array(keys.length / 2);
    for (let i = 0; i < keys.length; i += 2) numbers[i >> 1] = terms.intern(keys[i] ?? 0, keys[i + 1] ?? 0);
    vocabulary.add(plainWord(word));
    if (known.size >= MOST_WORDS) known.clear();
    const added = { keys, numbers };
    known.set(word, added);
    return added;
  };
}

/** The memory of words is bounded and simply starts anew. */
const MOST_WORDS = 20_000;
