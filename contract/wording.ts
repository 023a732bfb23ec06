import type { z } from 'zod';
import type { Explanation } from './explanations/explain.ts';
import { explained, type ExplainedText, type Given } from './explanations/explained.ts';
import type { ruleTexts } from './explanations/rule-texts.ts';
import type { ExplanationCode } from './explanations/texts.ts';

/** A refused value as zod asks for its message, after parsing, when the path is complete. */
interface Refused {
  readonly path?: readonly PropertyKey[] | undefined;
}

/** A rule of the table for a value, or a complaint about a trigger pattern. */
export type RuleCode =
  Extract<keyof typeof ruleTexts, `rule_${string}`> | Extract<ExplanationCode, `pattern_${string}`>;

/** Message for an invalid value: its path and the rule, e.g. `cases.3.question must be a text`. */
export const must =
  <Code extends RuleCode>(code: Code, ...given: Given<Code>) =>
  (refused: Refused): string =>
    told(refused, aboutValue(refused.path ?? [], explained(code, ...given)));

/** A message without the path of the value. */
export const says =
  <Code extends ExplanationCode>(code: Code, ...given: Given<Code>) =>
  (refused: Refused): string =>
    told(refused, explained(code, ...given));

/** The same for limits of a text, counted in UTF-16 code units. */
export const mustFit = (length: number) => must('rule_length', { length });

/** zod takes a text alone; its issue is made of the refused value's fields, the explanation among them. */
function told(refused: Refused, { text, explanation }: ExplainedText): string {
  Object.assign(refused, { explanation });
  return text;
}

/** An issue that a transformation raises. */
export const issueOf = ({ text, explanation }: ExplainedText) =>
  ({ code: 'custom', message: text, explanation }) as const;

type Issue = z.core.$ZodIssue;

/** The reason for refusing a value, with its code. Without a message of the schema it follows from the kind of the issue. */
export function wordsOf(issue: Issue): ExplainedText {
  const explanation = explanationIn(issue);
  return explanation ? { text: issue.message, explanation } : aboutValue(issue.path, ruleOf(issue));
}

const explanationIn = (issue: Issue) =>
  'explanation' in issue ? (issue.explanation as Explanation) : undefined;

const aboutValue = (path: readonly PropertyKey[], reason: ExplainedText): ExplainedText =>
  path.length > 0
    ? explained('value_refused', { field: path.map(String).join('.'), reason })
    : explained('body_refused', { reason });

function ruleOf(issue: Issue): ExplainedText {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? explained('rule_other');
    case 'invalid_value':
      return explained('rule_one_of', { words: issue.values.map(String).join(', ') });
    case 'too_big': {
      const max = Number(issue.maximum);
      if (issue.origin === 'string') return explained('rule_length', { length: max });
      return issue.origin === 'array'
        ? explained('rule_at_most', { count: max, things: 'entries' })
        : explained('rule_most', { max });
    }
    case 'too_small': {
      const min = Number(issue.minimum);
      if (min <= 1 && (issue.origin === 'string' || issue.origin === 'array'))
        return explained('rule_not_empty');
      if (issue.origin === 'string') return explained('rule_least_length', { length: min });
      return issue.origin === 'array'
        ? explained('rule_at_least', { count: min, things: 'entries' })
        : explained('rule_least', { min });
    }
    default:
      return explained('rule_other');
  }
}

const kinds: Readonly<Record<string, ExplainedText>> = {
  string: explained('rule_text'),
  number: explained('rule_number'),
  int: explained('rule_whole'),
  boolean: explained('rule_switch'),
  array: explained('rule_list'),
  object: explained('rule_object'),
  record: explained('rule_object'),
};

/** True when a text has at most `length` UTF-16 code units; zod's own `max` counts code points. */
export const isWithin =
  (length: number) =>
  (text: string): boolean =>
    text.length <= length;
