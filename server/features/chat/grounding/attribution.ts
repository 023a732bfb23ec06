import { guessLanguage } from '../../../text/language.ts';
import { stemLanguage, type StemLanguage } from '../../../text/morphology/stem.ts';
import { sentences } from '../../../text/sentences.ts';
import { subjectTerms, termsOf } from '../../../text/terms.ts';
import { createSupport } from '../../../text/support/support.ts';
import { isCrossReference } from '../../../text/cross-reference.ts';
import { readableText } from '../../../markup/readable-text.ts';
import type { TaskPassage } from '../../../ports/models.ts';
import { isForeignCommand, withoutCode, type Holds } from './foreign-code.ts';

/** Finds the article that supports a statement. */
export interface Attribution extends Holds {
  /**
   * The cited article when it supports the statement or is in another language and does not contradict it, otherwise the
   * best supporting one, otherwise `undefined`.
   */
  articleFor(statement: string, article: number): number | undefined;
  /** The article that supports the statement best, `undefined` when none does. */
  bestFor(statement: string): number | undefined;
  /** The article that says the statement nearly word by word, so that a marker may be added to it. */
  surestFor(statement: string): number | undefined;
  /** True unless it is plain that no article says it; a command that stands on no page is not said. */
  mayBe(statement: string): boolean;
  /** True for a statement in another language than the passages, of which only numbers and names can be compared. */
  isForeign(statement: string): boolean;
  /** True when the words of an article tell neither that it says a statement nor that it does not. */
  isUndecided(statement: string, article: number): boolean;
  /** The sentence of an article that supports a statement, and its place; `undefined` when none shares its words. */
  quoteFor(statement: string, article: number): Quote | undefined;
}

/** A sentence of an article. */
export interface Quote {
  readonly quote: string;
  /** Fragment of the nearest heading, without `#`. */
  readonly anchor?: string;
}

/** Attribution of statements about a question to the passages of its answer. */
export function createAttribution(passages: readonly TaskPassage[], question?: string): Attribution {
  const support = createSupport(passages, { question });
  const code = passages.map(({ text }) => withoutBlanks(text)).join('\n');
  const holdsCode = (line: string) => code.includes(withoutBlanks(line.slice(0, longestLine)));
  const unlessCommand = (find: (statement: string) => number | undefined) => (statement: string) =>
    isForeignCommand(statement, { holdsCode }) ? undefined : find(statement);
  return {
    articleFor(statement, article) {
      const { verdict } = support.judge(statement, article);
      return unlessCommand(verdict === 'unsupported' ? support.best : () => article)(statement);
    },
    bestFor: unlessCommand(support.best),
    surestFor: unlessCommand(support.surest),
    mayBe: (statement) => !isForeignCommand(statement, { holdsCode }) && support.mayBe(statement),
    isForeign: (statement) =>
      passages.some(({ article }) => support.judge(statement, article).verdict === 'foreign'),
    isUndecided: (statement, article) =>
      !isForeignCommand(statement, { holdsCode }) && support.judge(statement, article).isUndecided === true,
    holdsCode,
    quoteFor(statement, article) {
      const quotes = passages
        .filter((passage) => passage.article === article)
        .map(({ text, anchor }) => ({ ...closest(text, statement), anchor }));
      const top = quotes.reduce((one, next) => (next.score > one.score ? next : one), {
        sentence: '',
        score: 0,
        anchor: undefined,
      });
      return top.sentence === ''
        ? undefined
        : { quote: top.sentence, ...(top.anchor && { anchor: top.anchor }) };
    },
  };
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** Characters of a line of code that are looked for. */
const longestLine = 400;

/**
 * The sentence of a text that shares most with a question; `''` for none. At most 300 characters; not from code,
 * addresses or cross-references.
 */
export const closestSentence = (text: string, question: string): string => closest(text, question).sentence;

function closest(text: string, question: string): { readonly sentence: string; readonly score: number } {
  const language = languageOf(text);
  const wanted = new Set(subjectTerms(question, language));
  const scored = sentences(withoutCode(text).prose)
    .map((sentence) => sentence.text)
    .filter((sentence) => sentence.length >= 4 && sentence.length <= 300)
    .filter((sentence) => !isCrossReference(sentence) && !/:\/\/|\]\(|<[a-z!/]|^\W*-\w /i.test(sentence))
    .map((sentence) => ({ sentence, score: wanted.intersection(new Set(termsOf(sentence, language))).size }));
  const { sentence, score } = scored.reduce((top, next) => (next.score > top.score ? next : top), {
    sentence: '',
    score: 0,
  });
  // Readers see it, and browsers look for it on the page.
  return { sentence: readableText(sentence).whole, score };
}

/** The language that the words of passages, and of what is compared with them, are stemmed in. */
const languageOf = (text: string): StemLanguage => stemLanguage(guessLanguage(text.slice(0, SAMPLE)));

/** Characters from which the language is guessed. */
const SAMPLE = 400;
