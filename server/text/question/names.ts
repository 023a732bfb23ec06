import { scriptRuns } from '../scripts.ts';
import { isCommonWord, isStopWord, runWords } from '../text.ts';

/**
 * Function words that a text uses as names, folded: those in capitals among small letters ("enter the US"), and Latin ones beside a
 * dense script, everyday ones too ("type 是 ALL").
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

/**
 * Names that the dictionary of the segmenter does not know, in a folded question in Chinese: 银环鹬 of “银环鹬在哪里过冬”. Such a name is a
 * run of three characters or more that falls apart into pieces, at least one of them a single character, and stands before a word that a
 * noun stands before.
 */
export function unknownNames(folded: string): readonly string[] {
  const names: string[] = [];
  for (const run of scriptRuns(folded).filter(({ text }) => HAN.test(text))) {
    let pieces: string[] = [];
    for (const word of runWords(run)) {
      if (!isStopWord(word) && !isCommonWord(word) && !NUMERAL.test(word)) {
        pieces.push(word);
        continue;
      }
      const name = pieces.join('');
      const isUnknown = name.length >= SHORTEST_NAME && pieces.some(({ length }) => length === 1);
      if (isUnknown && afterNouns.has(word)) names.push(name);
      pieces = [];
    }
  }
  return names;
}

const HAN = /^\p{sc=Han}+$/u;
const NUMERAL = /^[一二三四五六七八九十百千万两几半第]+$/;
const SHORTEST_NAME = 3;

/** Words before which the name of somebody or something stands in a question. */
const afterNouns = new Set(
  '的 是 在 有 与 和 由 被 为 及 主要 每 最 都 什么 哪个 哪些 多少 几 一共 共'.split(' '),
);
