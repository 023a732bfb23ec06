import type { Explanation } from './explain.ts';
import { explanationTexts, type ExplanationCode, type ParameterOf } from './texts.ts';

/** A text for administrators in English, with its code and parameters for other languages. */
export interface ExplainedText {
  readonly text: string;
  readonly explanation: Explanation;
}

/** A text of the service, or foreign words, such as a provider's, that have no code. */
export type Words = string | ExplainedText;

/** One of a list: so many, or a file, and what is the matter with it. */
export interface ListItem {
  readonly count?: number;
  readonly path?: string;
  readonly line?: number | undefined;
  readonly reason: Words;
}

/** `reason` takes another text of the service, which becomes a cause, and `list` several, which become items. */
type Parameters<Code extends ExplanationCode> = {
  readonly [Name in ParameterOf<Code>]: Name extends 'reason'
    ? Words
    : Name extends 'list'
      ? readonly ListItem[]
      : string | number;
};

/** The parameters of a code; no argument for a code without any. */
export type Given<Code extends ExplanationCode> = [ParameterOf<Code>] extends [never]
  ? readonly []
  : readonly [params: Parameters<Code>];

/** The text of a code. */
export function explained<Code extends ExplanationCode>(code: Code, ...given: Given<Code>): ExplainedText {
  const words: Readonly<Record<string, Words | number | readonly ListItem[]>> = given[0] ?? {};
  const params = Object.fromEntries(
    Object.entries(words).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : isList(value) ? listInEnglish(value) : inEnglish(value),
    ]),
  );
  const text = explanationTexts[code].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const { reason, list } = words;
  if (isList(list)) return { text, explanation: { code, params, items: list.map(itemOf) } };
  if (typeof reason !== 'object' || isList(reason)) return { text, explanation: { code, params } };
  const { causes = [], ...first } = reason.explanation;
  return { text, explanation: { code, params, causes: [first, ...causes] } };
}

const isList = (value: unknown): value is readonly ListItem[] => Array.isArray(value);

const listInEnglish = (list: readonly ListItem[]): string =>
  list
    .map(({ count, path = '', line, reason }) =>
      count === undefined
        ? `${path}${line === undefined ? '' : ` line ${line}`}: ${inEnglish(reason)}`
        : `${count} (${inEnglish(reason)})`,
    )
    .join('; ');

function itemOf({ reason, count, path, line }: ListItem): NonNullable<Explanation['items']>[number] {
  const { code, params } = typeof reason === 'string' ? {} : reason.explanation;
  return { count, path, line, reason: inEnglish(reason), code, params };
}

/** The English words alone, for records and logs. */
export const inEnglish = (words: Words): string => (typeof words === 'string' ? words : words.text);
