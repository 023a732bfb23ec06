import { guessLanguage } from '../../../text/language.ts';
import { bare } from '../../../text/text.ts';
import { labelGroup, languageGroup } from '../../../text/script-language.ts';
import { relatives } from '../language.ts';
import type { HeadVerdict } from './attempts.ts';
import { tagOf, telling, type PromptMarks } from './leaks.ts';

/** Number of letters needed to identify a language; characters of dense scripts count three times. */
const enoughLetters = 36;
/** Letters and digits that are an answer, when the prompt's material follows behind them. */
const soundBeginning = 24;

/** A question that names a language may want the answer in it. */
const namesLanguage =
  /\b(?:english|chinese|german|french|spanish|portuguese|russian|japanese|korean|italian|translate|translation|deutsch|englisch|français|anglais|español|inglés|português|inglês)\b|[英中法德日韩韓俄]文|[英汉漢法德日韩韓俄]语|[英漢法德日韓俄]語|翻译|翻譯|영어|번역|английск|перевод/iu;

/**
 * Judges the beginning of an answer: not empty, in the visitor's language, not a repetition of the prompt. Text in the
 * language's own script passes at once; in Latin script the words decide.
 */
export async function judgeHead(
  head: string,
  last: boolean,
  asked: {
    readonly question: string;
    /** Tag of the visitor's language. */
    readonly language: string;
    readonly prompt: PromptMarks;
    readonly detectLanguage: (text: string) => Promise<string>;
  },
): Promise<HeadVerdict> {
  const leakAt = head.search(tagOf(asked.prompt.fence));
  // After a sound beginning, the rest is cut off there.
  const text = (leakAt < 0 ? head : head.slice(0, leakAt)).trim();
  const letters = bare(text);
  if (leakAt >= 0 && letters.length < soundBeginning) return 'repeats the prompt';
  if (text === '') return last ? 'empty' : 'wait';
  const isInstruction =
    letters.length >= telling && bare(asked.prompt.instructions).includes(letters.slice(0, telling));
  if (isInstruction || (last && letters === bare(asked.question))) return 'repeats the prompt';
  const mayRepeat =
    /^(?:<|\[\d)/.test(text) ||
    bare(asked.question).startsWith(letters) ||
    (letters.length < telling && bare(asked.prompt.instructions).includes(letters));
  if (mayRepeat && !last) return 'wait';
  if (namesLanguage.test(asked.question)) return 'sound';
  const plain = text.replace(noProse, ' ');
  const script = labelGroup(plain);
  const isOwn = script === languageGroup(asked.language) && /\p{L}/u.test(plain);
  if (isOwn && (script !== 'en' || isEnglish(plain, asked.language))) return 'sound';
  const amount = (plain.match(/\p{L}/gu)?.length ?? 0) * (script === 'en' ? 1 : 3);
  if (amount < enoughLetters) return last ? 'sound' : 'wait';
  // Short English texts are taken for others by their letters, hardly by their function words.
  const found = asked.language === 'en' ? guessLanguage(plain) : await asked.detectLanguage(plain);
  return found === 'other' || relatives(found, asked.language) ? 'sound' : 'wrong language';
}

/** True unless words of another language stand out: an English answer is not held back. */
const isEnglish = (text: string, asked: string): boolean =>
  asked === 'en' && ['en', 'other'].includes(guessLanguage(text));

/** Text without a language: code, markers, tags, addresses and keys of JSON. */
const noProse = /`[^`]*`|\[\d{1,2}\]|<[^<>]*>|"[^"\s]*"\s*:|\b[a-z]+:\/\/\S+/gi;
