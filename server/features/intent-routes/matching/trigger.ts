import { RE2JS, RE2JSException } from 're2js';
import { patternProblem } from '../../../../contract/intent-routes/trigger-pattern.ts';
import { explained, type ExplainedText } from '../../../kit/explained.ts';
import { foldCharacters } from './normalize-question.ts';

/** Maximum of states of a compiled pattern, which bounds the time per question. */
const maxProgramStates = 4_000;

/**
 * Reason why a pattern is invalid, `undefined` when it is valid. The engine (RE2) runs in linear time, so it has no
 * back-references or lookaround.
 */
export function triggerProblem(pattern: string): ExplainedText | undefined {
  const refused = patternProblem(pattern);
  if (refused !== undefined) return explained(refused);
  try {
    return compile(pattern).programSize() > maxProgramStates ? explained('pattern_large') : undefined;
  } catch (error) {
    return explained('pattern_odd', { reason: syntaxErrorOf(error) });
  }
}

/** True when a pattern matches a variant of a question, case-insensitively, with Latin words as a whole. */
export type Trigger = (form: string) => boolean;

/** Compiles at first use; an invalid pattern of an older version matches as plain text. */
export function createTrigger(pattern: string): Trigger {
  let expression: RE2JS | undefined;
  return (form) => (expression ??= compile(wholeWords(usable(pattern)))).test(form);
}

/** Normalizes a pattern like a question. Character classes stay, because normalizing could reverse their ranges. */
export const foldPattern = (pattern: string): string =>
  pattern.includes('[') ? pattern : foldCharacters(pattern);

function usable(pattern: string): string {
  if (triggerProblem(pattern) !== undefined) return RE2JS.quote(pattern);
  const folded = foldPattern(pattern);
  return triggerProblem(folded) === undefined ? folded : pattern;
}

/**
 * No end of a match may be inside a Latin word: the character before it is no word character and is consumed, or there
 * is a word boundary; likewise at the end.
 */
const wholeWords = (pattern: string) => `(?:^|[^0-9A-Za-z_]|\\b)(?:${pattern})(?:$|[^0-9A-Za-z_]|\\b)`;

const compile = (pattern: string) => RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);

/** The engine's error message without the pattern. */
function syntaxErrorOf(error: unknown): string {
  if (!(error instanceof RE2JSException)) throw error;
  return error.message.replace(/^error parsing regexp: /, '').replace(/`\(\?i\)/, '`');
}
