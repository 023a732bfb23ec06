import type { Explanation } from '../contract/explanations/explain.ts';
import { filled } from '../contract/widget/filled.ts';
import type { EditorTexts } from './texts.ts';

/** A failure as the service tells it: its English text, and which text that is. */
export class ServiceError extends Error {
  readonly explanation: Explanation | undefined;

  constructor(message: string, explanation: Explanation | undefined) {
    super(message);
    this.name = 'ServiceError';
    this.explanation = explanation;
  }
}

/** A text of the service in the author's language; as it is, and said to be the service's, where there are no words for it. */
export function serviceWords(text: string, explanation: Explanation | undefined, texts: EditorTexts): string {
  const words = explanation && wordsOf(explanation, texts);
  return words ?? filled(texts.said, { message: text });
}

function wordsOf({ code, params, causes = [] }: Explanation, texts: EditorTexts): string | undefined {
  const words = Object.entries(texts.service).find(([name]) => name === code)?.[1];
  const [cause, ...further] = causes;
  const reason = cause && wordsOf({ ...cause, causes: further }, texts);
  return words && filled(words, { ...params, ...(reason && { reason }) });
}

/** The explanation in a reply or an error of another program, if there is one. */
export function explanationIn(value: unknown): Explanation | undefined {
  const given: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'explanation') : undefined;
  const isOne =
    typeof given === 'object' &&
    given !== null &&
    'code' in given &&
    typeof given.code === 'string' &&
    'params' in given &&
    typeof given.params === 'object';
  return isOne ? (given as Explanation) : undefined;
}
