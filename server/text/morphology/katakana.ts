import { withoutEnd } from '../../kit/scan/edges.ts';

/**
 * The katakana words of a folded run of a dense script. Katakana spells sounds like an alphabet, so single letters and pairs do not show
 * what a text is about: ログ (log) has nothing to do with ブログ (blog).
 */
export function* katakanaWords(run: string): Generator<KatakanaWord> {
  for (const { 0: word, index: start } of run.matchAll(KATAKANA_WORD))
    yield { key: withoutLongVowels(word), start, length: word.length };
}

interface KatakanaWord {
  /** The word as it is indexed, without long vowels that are optional. */
  readonly key: string;
  readonly start: number;
  readonly length: number;
}

const KATAKANA_WORD = /[ァ-ヺー]{2,}/g;

/** True for a letter of katakana or hiragana. */
export const isKana = (code: number): boolean => code >= 0x3041 && code <= 0x30ff;

/** Long vowel marks are optional: コンピュータ and コンピューター, ファイアウォール and ファイアーウォール. In short words they distinguish meanings and stay. */
function withoutLongVowels(word: string): string {
  const open = word.length > LONG_ENOUGH_TO_END ? withoutEnd(word, /ー/) : word;
  return open.length > LONG_ENOUGH ? open.replaceAll('ー', '') : open;
}

const LONG_ENOUGH_TO_END = 3;
const LONG_ENOUGH = 5;
