import { shippedDictionary as dictionary } from '../dictionary/dictionary.ts';
import { ownCopy } from '../own-copy.ts';
import { synonymsOf } from '../synonyms/synonyms.ts';
import type { Token } from './tokens.ts';

/** Meanings of words that were looked up: the words of an article come again with each statement. */
const known = new Map<string, ReadonlySet<string>>();
const mostKnown = 5000;
/** Longer words are no words of a language. */
const longestKept = 50;

/**
 * What a word is called in the other language of the dictionary, and its synonyms; for the same word the same set. Without a dictionary
 * only the latter.
 */
function meaningsOf({ word, term, isDense }: Token): ReadonlySet<string> {
  const before = known.get(word);
  if (before) return before;
  const own = ownCopy(word);
  const meanings = new Set([
    own,
    ...synonymsOf(own),
    ...(isDense ? dictionary.english(own) : dictionary.chinese(term)),
  ]);
  if (own.length > longestKept) return meanings;
  if (known.size >= mostKnown) known.clear();
  known.set(own, meanings);
  return meanings;
}

/** True for two words of one script that have a translation in common, or are synonyms. */
export const areAkin = (one: Token, other: Token): boolean =>
  one.isDense === other.isDense && !meaningsOf(one).isDisjointFrom(meaningsOf(other));
