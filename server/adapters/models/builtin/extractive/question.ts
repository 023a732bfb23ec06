import type { StemLanguage } from '../../../../text/morphology/stem.ts';
import { namesIn } from '../../../../text/question/names.ts';
import { isCommonWord, stem, words } from '../../../../text/text.ts';
import { subjectTerms } from '../terms.ts';

/** The terms of a question. */
export interface Question {
  /** The language that its words and those of the passages are stemmed in. */
  readonly language: StemLanguage;
  readonly terms: readonly string[];
  /** Those of its terms that are everyday words, which name something but seldom the subject. */
  readonly everyday: ReadonlySet<string>;
}

export function readQuestion(text: string, language: StemLanguage): Question {
  const names = namesIn(text);
  const everyday = words(text).filter((word) => isCommonWord(word, language) && !names.has(word));
  return {
    language,
    terms: [...new Set([...subjectTerms(text, language), ...names])],
    everyday: new Set(everyday.map((word) => stem(word, language))),
  };
}
