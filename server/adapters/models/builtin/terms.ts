import { scriptRuns } from '../../../text/scripts.ts';
import { denseGrams, foldText, isStopWord, plainWord, runWords, stem } from '../../../text/text.ts';

/** What a text can be found by: stems of its words without accents, single characters and pairs of scripts without blanks. */
export const termsOf = (text: string): string[] =>
  runsOf(text).flatMap((run) =>
    run.script === 'dense' ? denseGrams(run.text) : [stem(plainWord(run.text))],
  );

/** The terms of a text's subject: without question words, particles and courtesies. */
export const subjectTerms = (text: string): string[] =>
  runsOf(text).flatMap((run) => {
    const words = runWords(run);
    if (run.script === 'spaced') return words.filter((word) => !isStopWord(word)).map(stem);
    // Pairs do not reach over a dropped word.
    const kept = words.map((word) => (isStopWord(word) ? ' ' : word)).join('');
    return kept.split(/\s+/).flatMap(denseGrams);
  });

const runsOf = (text: string) => scriptRuns(withoutAccents(foldText(text)));

const withoutAccents = (text: string) =>
  /[\u00C0-\u024F]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;

/** A single character of a script without blanks; it says less than a pair or a word. */
export const isLone = (term: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(term);
