import type { z } from 'zod';
import { commonTexts } from '../text/shared-texts.ts';
import { language } from '../text/language-choice.ts';

type Issue = z.core.$ZodIssue;

/** The reason a value is refused, in the language of the console; a rule without a translation keeps the contract's words. */
export function problemText(issue: Issue): string {
  const t = commonTexts[language.value].problems;
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? t.blank : t.shorter(Number(issue.minimum));
      return issue.origin === 'array' ? t.fewer(Number(issue.minimum)) : t.smaller(Number(issue.minimum));
    case 'too_big':
      if (issue.origin === 'string') return t.longer(Number(issue.maximum));
      return issue.origin === 'array' ? t.more(Number(issue.maximum)) : t.larger(Number(issue.maximum));
    case 'invalid_type':
      if (issue.expected === 'int') return t.whole;
      return issue.expected === 'number' ? t.number : t.blank;
    default:
      return plain(issue);
  }
}

/** The contract's rule without the machine name of the field before it. */
function plain({ message }: Issue): string {
  const t = commonTexts[language.value].problems;
  if (message.endsWith('must not be blank')) return t.blank;
  return message.replace(/^(?:The body|[\w.-]+) (?=must )/, t.value);
}
