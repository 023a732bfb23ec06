import { scriptRuns } from '../../../text/scripts.ts';
import { chineseStopWords } from '../../../text/word-lists/stop-words.ts';
import { denseGrams, foldText, isStopWord, plainWord, stem } from '../../../text/text.ts';

/** Maximum length of a question that is compared. */
const comparedLength = 300;
/** Longer runs of letters are data, not words. */
const wordLength = 40;

/**
 * Terms for comparing questions: stems of words without stop words; in scripts without blanks, bigrams between question
 * and polite words. Empty when nothing else remains.
 */
export function questionTerms(question: string): string[] {
  return scriptRuns(foldText(question.slice(0, comparedLength))).flatMap((run) => {
    if (run.script === 'dense') return run.text.split(askingWords).flatMap(denseGrams);
    const word = plainWord(run.text).slice(0, wordLength);
    return isStopWord(word) || greetings.has(word) ? [] : [stem(word)];
  });
}

/** Equal for wordings that differ only in order, politeness, punctuation and endings; `''` for no terms. */
export const foldKey = (terms: readonly string[]): string => [...new Set(terms)].toSorted().join(' ');

/** Distinct terms of a key. */
export const termsOfKey = (key: string): string[] => (key === '' ? [] : key.split(' '));

/** Greetings, thanks and tests whether anybody is there. */
const greetings = new Set('hi hello hey thanks thank thx pls test testing ok okay yes bye'.split(' '));

/**
 * Question words of several characters, and particles that are hardly ever part of another word. Shorter stop words
 * stay, since 能 and 会 also begin 能量 and 会员.
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
