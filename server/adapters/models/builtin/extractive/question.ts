import type { StemLanguage } from '../../../../text/morphology/stem.ts';
import { scriptRuns } from '../../../../text/scripts.ts';
import { rewordingsOf } from '../../../../text/synonyms/rewordings.ts';
import { foldText, runWords } from '../../../../text/text.ts';
import { subjectTerms, termsOf } from '../../../../text/terms.ts';

/** Another wording of a part of a question by all of its terms, and the terms of the question that it stands for. */
interface Wording {
  readonly terms: readonly string[];
  readonly standsFor: readonly string[];
}

/** The terms of a question. */
export interface QuestionTerms {
  readonly text: string;
  /** The language that its words and those of the passages are stemmed in. */
  readonly language: StemLanguage;
  readonly terms: readonly string[];
  /** Other wordings, such as synonyms, by the first of their terms. */
  readonly wordings: ReadonlyMap<string, readonly Wording[]>;
}

export function readQuestion(text: string, language: StemLanguage): QuestionTerms {
  const wordings = rewordingsOf(scriptRuns(foldText(text)).flatMap(runWords), language).map(
    ({ phrase, wording }): Wording => ({
      terms: termsOf(wording, language),
      standsFor: termsOf(phrase, language),
    }),
  );
  return {
    text,
    language,
    terms: [...new Set(subjectTerms(text, language))],
    wordings: Map.groupBy(wordings, ({ terms: [first = ''] }) => first),
  };
}

/** The terms of a text, with those of the question in place of other wordings of them. */
export function inWordsOf(
  { terms, wordings }: QuestionTerms,
  held: ReadonlySet<string>,
): ReadonlySet<string> {
  const own = new Set(terms);
  const said = [...held].flatMap((first) =>
    (wordings.get(first) ?? []).filter((one) => one.terms.every((term) => held.has(term))),
  );
  if (said.length === 0) return held;
  const replaced = said.flatMap((one) => one.terms).filter((term) => !own.has(term));
  return held.difference(new Set(replaced)).union(new Set(said.flatMap(({ standsFor }) => standsFor)));
}
