import type { z } from 'zod';
import { wordsOf } from '../../contract/wording.ts';
import { commonTexts } from '../text/shared-texts.ts';
import { ruleText, worded } from '../text/explanations/worded.ts';
import { language } from '../text/language-choice.ts';

type Issue = z.core.$ZodIssue;

/** The violated rule, in the language of the console; shown at the field, so without its name. */
export function problemText(issue: Issue): string {
  const { text, explanation } = wordsOf(issue);
  return isBlank(explanation.causes?.[0]?.code)
    ? commonTexts[language.value].enterValue
    : ruleText(text, explanation);
}

/** The same with the path of the value, for files. */
export function problemInFile(issue: Issue): string {
  const { text, explanation } = wordsOf(issue);
  return worded(text, explanation);
}

const isBlank = (code: string | undefined) => code === 'rule_not_blank' || code === 'rule_not_empty';
