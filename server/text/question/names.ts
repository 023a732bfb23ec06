import { isCommonWord, isStopWord } from '../text.ts';

/**
 * Function words that a text uses as names, folded: words in capitals in a lower-case text ("enter the US"), and Latin words in a
 * text of a dense script, including everyday words ("type 是 ALL").
 */
export function namesIn(text: string): ReadonlySet<string> {
  const isDense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text);
  if (!isDense && !/\p{Ll}/u.test(text)) return new Set();
  const words = text.match(isDense ? LATIN : CAPITALS) ?? [];
  return new Set(
    words
      .map((word) => word.toLowerCase())
      .filter((word) => isStopWord(word) || (isDense && isCommonWord(word))),
  );
}

const LATIN = /(?<![A-Za-z0-9'’])[A-Za-z]{2,}(?![A-Za-z0-9'’])/g;
const CAPITALS = /(?<![\p{L}\p{N}'’])[A-Z]{2,}(?![\p{L}\p{N}'’])/gu;
