import { scriptRuns } from '../../../text/scripts.ts';
import { chineseStopWords } from '../../../text/stop-words.ts';
import { denseGrams, foldText, isStopWord, plainWord, stem } from '../../../text/text.ts';

/** Longer questions are compared by their beginning. */
const comparedLength = 300;
/** A run of letters beyond this is data, not a word. */
const wordLength = 40;

/**
 * What a question is compared by: stems of its spaced words without stop words, and pairs of neighbours of its dense
 * runs (Chinese and the like) between the words of asking and politeness. Empty for a question that consists of such
 * words alone, or of signs.
 */
export function questionTerms(question: string): string[] {
  return scriptRuns(foldText(question.slice(0, comparedLength))).flatMap((run) => {
    if (run.script === 'dense') return run.text.split(askingWords).flatMap(pairs);
    const word = plainWord(run.text).slice(0, wordLength);
    return isStopWord(word) || greetings.has(word) ? [] : [stem(word)];
  });
}

/** The same for wordings that differ in order, politeness, punctuation and endings only; `''` for no terms. */
export const foldKey = (terms: readonly string[]): string => [...new Set(terms)].toSorted().join(' ');

/** The terms of a key, each once. */
export const termsOf = (key: string): string[] => (key === '' ? [] : key.split(' '));

const pairs = (run: string): string[] => {
  const grams = denseGrams(run);
  return grams;
};

/** Said to be polite, or to try whether anybody is there. */
const greetings = new Set('hi hello hey thanks thank thx pls test testing ok okay yes bye'.split(' '));

/**
 * Words of asking of several characters, and particles that hardly ever stand in a word of the subject. Shorter stop
 * words are left: 能 and 会 also begin 能量 and 会员.
 */
const askingWords = new RegExp(
  [
    ...[...chineseStopWords].filter((word) => word.length > 1),
    ...'想问 问一下 求助 求教 一下 谢谢 您好 你好 在吗 你是谁 麻烦 怎样才 应该 吗 呢 吧 啊 呀 嘛 么 的 了 我 你 您'.split(
      ' ',
    ),
  ]
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
  'g',
);
