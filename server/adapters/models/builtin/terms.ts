import { scriptRuns } from '../../../text/scripts.ts';
import { denseGrams, foldText, isStopWord, plainWord, runWords, stem } from '../../../text/text.ts';

/** Search terms of a text: word stems without accents; characters and bigrams in scripts without blanks. */
export const termsOf = (text: string): string[] =>
  runsOf(text).flatMap((run) =>
    run.script === 'dense' ? denseGrams(run.text) : [stem(plainWord(run.text))],
  );

/** Terms of a text without question words, particles and polite phrases. */
export const subjectTerms = (text: string): string[] =>
  runsOf(text).flatMap((run) => {
    const words = runWords(run);
    if (run.script === 'spaced') return words.filter((word) => !isStopWord(word)).map(stem);
    // No bigrams across a removed word.
    const kept = words.map((word) => (isStopWord(word) ? ' ' : word)).join('');
    return kept.split(/\s+/).flatMap(denseGrams);
  });

const runsOf = (text: string) => scriptRuns(withoutAccents(foldText(text)));

const withoutAccents = (text: string) =>
  /[\u00C0-\u024F]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;

/** A single character of a script without blanks; less specific than a bigram or a word. */
export const isLone = (term: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(term);
