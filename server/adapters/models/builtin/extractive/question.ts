import { factsAsked } from '../../../../text/question/fact-kinds.ts';
import { namesIn } from '../../../../text/question/names.ts';
import { listAsked, nameAsked, signsAsked, type ListAsked } from '../../../../text/question/sign-kinds.ts';
import { synonymsOf } from '../../../../text/synonyms.ts';
import { isCommonWord, isStopWord, stem, words } from '../../../../text/text.ts';
import { subjectTerms } from '../terms.ts';

/** Terms of a question and the kinds of answer it asks for. */
export interface Question {
  readonly terms: readonly string[];
  /** Those of its terms that are everyday words, which name something but seldom the subject. */
  readonly everyday: ReadonlySet<string>;
  /** Patterns typical of answers of these kinds. */
  readonly signs: readonly RegExp[];
  /** What an answer has to show, see `factsAsked`. */
  readonly facts: readonly RegExp[];
  /** Words that may stand for a term, stemmed; they count for less. */
  readonly alternatives: ReadonlyMap<string, readonly string[]>;
  /** What a name looks like, where it asks who somebody is. */
  readonly name: RegExp | undefined;
  /** What a list that answers it is, where it asks for steps or for what is needed. */
  readonly list: ListAsked | undefined;
}

export const readQuestion = (text: string): Question => ({
  terms: [...new Set([...subjectTerms(text), ...namesIn(text)])],
  everyday: everydayOf(text),
  signs: signsAsked(text),
  facts: factsAsked(text),
  alternatives: alternativesIn(text),
  name: nameAsked(text),
  list: listAsked(text),
});

const alternativesIn = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    words(text)
      .filter((word) => !isStopWord(word) && !isCommonWord(word))
      .map((word) => [stem(word), synonymsOf(word).filter(isOneWord).map(stem)]),
  );

const isOneWord = (text: string) => /^[\p{L}\p{N}]+$/u.test(text) && !/\p{sc=Han}/u.test(text);

function everydayOf(text: string): ReadonlySet<string> {
  const names = namesIn(text);
  return new Set(
    words(text)
      .filter((word) => isCommonWord(word) && !names.has(word))
      .map(stem),
  );
}
