import { isStopWord } from '../text.ts';
import type { StemLanguage } from '../morphology/stem.ts';
import { longestPhrase, synonymsOf } from './synonyms.ts';

/** A phrase of a question and another way to write it: a synonym, or two of its words as one. */
export interface Rewording {
  readonly phrase: string;
  readonly wording: string;
}

/** The other wordings of the phrases of a question's folded words. */
export function rewordingsOf(words: readonly string[], language: StemLanguage): Rewording[] {
  const found: Rewording[] = [];
  for (const [start, first] of words.entries()) {
    const second = words[start + 1] ?? '';
    if (JOINED.test(first + second) && !isStopWord(first))
      found.push({ phrase: `${first} ${second}`, wording: first + second });
    let [phrase, joined] = ['', ''];
    for (const word of words.slice(start, start + longestPhrase)) {
      phrase += phrase === '' ? word : ` ${word}`;
      joined += word;
      if (isStopWord(phrase)) continue;
      for (const wording of synonymsOf(phrase, language)) found.push({ phrase, wording });
      // Terms such as U盘 are letters and characters without a blank.
      if (joined !== phrase) for (const wording of synonymsOf(joined)) found.push({ phrase, wording });
    }
  }
  return found;
}

/** Two words that may be written as one: "add user" and `adduser`, "back up" and "backup". One that the site does not have finds nothing. */
const JOINED = /^[a-z]{5,20}$/;
