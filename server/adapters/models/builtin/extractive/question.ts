import { definitionAsked, explanationAsked, type Explains } from '../../../../text/question/definitions.ts';
import { factsAsked, numberAsked } from '../../../../text/question/fact-kinds.ts';
import { namesIn } from '../../../../text/question/names.ts';
import {
  headingsAsked,
  listAsked,
  nameAsked,
  signsAsked,
  type ListAsked,
} from '../../../../text/question/sign-kinds.ts';
import { asksHowTo, asksWhether, isIdlePredicate } from '../../../../text/question/predicates.ts';
import type { StemLanguage } from '../../../../text/morphology/stem.ts';
import { synonymsOf } from '../../../../text/synonyms/synonyms.ts';
import { foldText, isCommonWord, isStopWord, stem, words } from '../../../../text/text.ts';
import { subjectTerms } from '../terms.ts';

/** Terms of a question and the kinds of answer it asks for. */
export interface Question {
  /** The language that its words and those of the passages are stemmed in. */
  readonly language: StemLanguage;
  readonly terms: readonly string[];
  /** The terms of its whole wording, with the name of the site. */
  readonly said: ReadonlySet<string>;
  /** Those of its terms that are everyday words, which name something but seldom the subject. */
  readonly everyday: ReadonlySet<string>;
  /** Patterns typical of answers of these kinds. */
  readonly signs: readonly RegExp[];
  /** Patterns that an answer has to match, see `factsAsked`. */
  readonly facts: readonly RegExp[];
  /** A number, which an answer has to show where the question asks for one. */
  readonly number: RegExp | undefined;
  /** Words that may stand for a term, stemmed; they count for less. */
  readonly alternatives: ReadonlyMap<string, readonly string[]>;
  /** Pattern of a name, where it asks who somebody is. */
  readonly name: RegExp | undefined;
  /** Tells how far a folded text explains the thing, where it asks what a thing is. */
  readonly definition: Explains | undefined;
  /** True for a question of yes or no. */
  readonly isWhether: boolean;
  /** True for a question of how to do something. */
  readonly isHowTo: boolean;
  /** Headings under which it is answered, where it asks for a price or a date. */
  readonly headings: RegExp | undefined;
  /** The kind of list that answers it, where it asks for steps or for what is needed. */
  readonly list: ListAsked | undefined;
}

/** Takes a question apart; `wording` is the whole of it, by which it asks for a kind of fact. */
export const readQuestion = (text: string, language: StemLanguage, wording: string): Question => {
  const [typed = ''] = wording.split('\n', 1);
  const thing = definitionAsked(typed);
  return {
    language,
    // "Mean" and "stand for" say nothing of what is asked about.
    terms: [...new Set([...subjectTerms(thing ?? text.replace(COMMAND, ''), language), ...namesIn(text)])],
    said: new Set(subjectTerms(wording, language)),
    everyday: everydayOf(text, language),
    signs: thing === undefined ? signsAsked(text) : [],
    facts: factsAsked(wording),
    number: numberAsked(wording),
    alternatives: alternativesIn(text, language),
    name: nameAsked(wording),
    definition: explanationAsked(typed),
    isWhether: asksWhether(foldText(typed), language),
    isHowTo: asksHowTo(wording),
    headings: headingsAsked(wording),
    list: listAsked(text),
  };
};

/** “List all salad dressings” is about dressings. */
const COMMAND = /^(?:please )?(?:list|show)(?: me)?\s/i;

const alternativesIn = (text: string, language: StemLanguage): ReadonlyMap<string, readonly string[]> =>
  new Map(
    words(text)
      .filter((word) => !isStopWord(word) && !isCommonWord(word))
      .map((word) => [
        stem(word, language),
        synonymsOf(word, language)
          .filter(isOneWord)
          .map((synonym) => stem(synonym, language)),
      ]),
  );

const isOneWord = (text: string) => /^[\p{L}\p{N}]+$/u.test(text) && !/\p{sc=Han}/u.test(text);

function everydayOf(text: string, language: StemLanguage): ReadonlySet<string> {
  const names = namesIn(text);
  return new Set(
    words(text)
      .filter((word) => (isCommonWord(word, language) || isIdlePredicate(word)) && !names.has(word))
      .map((word) => stem(word, language)),
  );
}
