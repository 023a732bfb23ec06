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
  return [...words.keys()].flatMap((start) => {
    const [first = '', second = ''] = words.slice(start, start + 2);
    const joined = `${first}${second}`;
    const isJoined = JOINED.test(joined) && !isStopWord(first);
    const phrases = Array.from({ length: Math.min(longestPhrase, words.length - start) }, (_, more) =>
      words.slice(start, start + more + 1).join(' '),
    );
    return [
      ...(isJoined ? [{ phrase: `${first} ${second}`, wording: joined }] : []),
      ...phrases
        .filter((phrase) => !isStopWord(phrase))
        // Terms such as U盘 are letters and characters without a blank.
        .flatMap((phrase) =>
          [
            ...synonymsOf(phrase, language),
            ...(phrase.includes(' ') ? synonymsOf(phrase.replaceAll(' ', '')) : []),
          ].map((wording) => ({ phrase, wording })),
        ),
    ];
  });
}

/** Two words that may be written as one: "add user" and `adduser`, "back up" and "backup". One that the site does not have finds nothing. */
const JOINED = /^[a-z]{5,20}$/;
