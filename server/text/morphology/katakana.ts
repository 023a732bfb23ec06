import { withoutEnd } from '../../kit/scan/edges.ts';

/**
 * The words in katakana of a folded run of a dense script. Their letters spell sounds as those of an alphabet do, so neither a letter nor a pair
 * says what a text is about: ログ is not in ブログ.
 */
export function* katakanaWords(run: string): Generator<KatakanaWord> {
  for (const { 0: word, index: start } of run.matchAll(KATAKANA_WORD))
    yield { key: withoutLongVowels(word), start, length: word.length };
}

interface KatakanaWord {
  /** The word as it is looked up, without long vowels that other texts leave out. */
  readonly key: string;
  readonly start: number;
  readonly length: number;
}

const KATAKANA_WORD = /[ァ-ヺー]{2,}/g;

/** True for a letter of katakana or hiragana. */
export const isKana = (code: number): boolean => code >= 0x3041 && code <= 0x30ff;

/** Long vowels are written or left out: コンピュータ and コンピューター, ファイアウォール and ファイアーウォール. In a short word they tell it from another. */
function withoutLongVowels(word: string): string {
  const open = word.length > LONG_ENOUGH_TO_END ? withoutEnd(word, /ー/) : word;
  return open.length > LONG_ENOUGH ? open.replaceAll('ー', '') : open;
}

const LONG_ENOUGH_TO_END = 3;
const LONG_ENOUGH = 5;
