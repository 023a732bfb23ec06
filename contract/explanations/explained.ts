import type { Explanation } from './explain.ts';
import { explanationTexts, type ExplanationCode, type ParameterOf } from './texts.ts';

/** A text for administrators in English, with its code and parameters for other languages. */
export interface ExplainedText {
  readonly text: string;
  readonly explanation: Explanation;
}

/** A text of the service, or foreign words, such as a provider's, that have no code. */
export type Words = string | ExplainedText;

/** Only `reason` takes another text of the service, which becomes a cause. */
type Parameters<Code extends ExplanationCode> = {
  readonly [Name in ParameterOf<Code>]: Name extends 'reason' ? Words : string | number;
};

/** The parameters of a code; no argument for a code without any. */
export type Given<Code extends ExplanationCode> = [ParameterOf<Code>] extends [never]
  ? readonly []
  : readonly [params: Parameters<Code>];

/** The text of a code. */
export function explained<Code extends ExplanationCode>(code: Code, ...given: Given<Code>): ExplainedText {
  const words: Readonly<Record<string, Words | number>> = given[0] ?? {};
  const params = Object.fromEntries(
    Object.entries(words).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : inEnglish(value),
    ]),
  );
  const text = explanationTexts[code].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const reason = words['reason'];
  if (typeof reason !== 'object') return { text, explanation: { code, params } };
  const { causes = [], ...first } = reason.explanation;
  return { text, explanation: { code, params, causes: [first, ...causes] } };
}

/** The English words alone, for records and logs. */
export const inEnglish = (words: Words): string => (typeof words === 'string' ? words : words.text);
