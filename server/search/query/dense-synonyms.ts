import { scriptRuns } from '../../text/scripts.ts';
import { isStopWord, runWords } from '../../text/text.ts';
import { synonymsOf } from '../../text/synonyms/synonyms.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { hasTerm } from './has-term.ts';
import { pairsOf } from './parse-query.ts';
import type { Spelling } from './spelling.ts';
import type { WordKeys } from './word-keys.ts';

/**
 * Replaces the words of scripts without blanks that the site does not know by the closest synonym that it does: 视频 becomes 影片 on a
 * site of Taiwan. What `correctSpelling` does for spaced words.
 */
export function replaceDenseWords(
  index: InvertedIndex,
  { text, corrections }: Spelling,
  keys: WordKeys,
): Spelling {
  const isKnown = (word: string) => {
    const pairs = pairsOf(word, keys);
    return pairs.length > 0 && pairs.every((pair) => hasTerm(index, pair));
  };
  const found = [...corrections];
  let replaced = '';
  let at = 0;
  for (const run of scriptRuns(text).filter(({ script }) => script === 'dense')) {
    let start = run.start;
    const words = runWords(run);
    if (words.join('') !== run.text) continue;
    for (const typed of words) {
      const isOpen = found.length < MAX_REPLACED && typed.length > 1 && !isStopWord(typed);
      const meant = isOpen && !isKnown(typed) ? synonymsOf(typed, keys.language).find(isKnown) : undefined;
      if (meant !== undefined) {
        found.push({ typed, meant });
        replaced += text.slice(at, start) + meant;
        at = start + typed.length;
      }
      start += typed.length;
    }
  }
  return { text: replaced + text.slice(at), corrections: found };
}

/** More unknown words than this mean another language. */
const MAX_REPLACED = 4;
