import { isKana, katakanaWords } from './morphology/katakana.ts';
import { scriptRuns } from './scripts.ts';
import { withoutAccents, type StemLanguage } from './morphology/stem.ts';
import { denseGrams, foldText, isStopWord, plainWord, runWords, stem } from './text.ts';

/** Search terms of a text: word stems without accents; characters and bigrams in scripts without blanks. */
export const termsOf = (text: string, language: StemLanguage = 'en'): string[] =>
  runsOf(text, language).flatMap((run) =>
    run.script === 'dense' ? denseTerms(run.text) : [stem(plainWord(run.text), language)],
  );

/** Characters and bigrams, and words in katakana as a whole; a single letter of kana says nothing. */
const denseTerms = (text: string): string[] => [
  ...denseGrams(text).filter((gram) => gram.length > 1 || !isKana(gram.charCodeAt(0))),
  ...[...katakanaWords(text)].map(({ key }) => key),
];

/** Terms of a text without question words, particles and polite phrases. */
export const subjectTerms = (text: string, language: StemLanguage = 'en'): string[] =>
  runsOf(text, language).flatMap((run) => {
    const words = runWords(run);
    if (run.script === 'spaced')
      return words.filter((word) => !isStopWord(word)).map((word) => stem(word, language));
    // No bigrams across a removed word.
    const kept = words.map((word) => (isStopWord(word) ? ' ' : word)).join('');
    return kept.split(/\s+/).flatMap(denseTerms);
  });

/** English stems are made of the letters without accents, others with them. */
const runsOf = (text: string, language: StemLanguage) =>
  scriptRuns(language === 'en' ? withoutAccents(foldText(text)) : foldText(text));

/** A single character of a script without blanks; less specific than a bigram or a word. */
export const isLone = (term: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(term);
