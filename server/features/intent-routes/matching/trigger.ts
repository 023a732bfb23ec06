import { RE2JS, RE2JSException } from 're2js';
import { patternProblem } from '../../../../contract/intent-routes/trigger-pattern.ts';
import { foldCharacters } from './normalize-question.ts';

/** A pattern that grows beyond this many states costs more than a question is worth. */
const largestProgram = 4_000;

/**
 * Why a pattern cannot be used, `undefined` when it can. The engine works in linear time whatever the pattern, and so
 * knows neither back-references nor looking around.
 */
export function triggerProblem(pattern: string): string | undefined {
  const refused = patternProblem(pattern);
  if (refused !== undefined) return refused;
  try {
    return compile(pattern).programSize() > largestProgram
      ? 'must not repeat so much: the pattern becomes too large'
      : undefined;
  } catch (error) {
    return `must be a regular expression that can be matched in linear time: ${reasonOf(error)}`;
  }
}

/** True when a pattern occurs in a form of a question, in any case of letters, Latin words as whole words. */
export type Trigger = (form: string) => boolean;

/** Compiles at its first use; a pattern that an older version let in counts as plain text. */
export function createTrigger(pattern: string): Trigger {
  let expression: RE2JS | undefined;
  return (form) => (expression ??= compile(wholeWords(usable(pattern)))).test(form);
}

/** A pattern as questions are folded. Classes stay as they are: folding could turn their ranges round. */
export const foldPattern = (pattern: string): string =>
  pattern.includes('[') ? pattern : foldCharacters(pattern);

function usable(pattern: string): string {
  if (triggerProblem(pattern) !== undefined) return RE2JS.quote(pattern);
  const folded = foldPattern(pattern);
  return triggerProblem(folded) === undefined ? folded : pattern;
}

/**
 * Neither end of a match may lie inside a Latin word. In front either the character before is no part of a word and is
 * taken along, or it is one and the match begins with something else; the same behind.
 */
const wholeWords = (pattern: string) => `(?:^|[^0-9A-Za-z_]|\\b)(?:${pattern})(?:$|[^0-9A-Za-z_]|\\b)`;

const compile = (pattern: string) => RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);

/** The engine's own words without the repeated pattern. */
function reasonOf(error: unknown): string {
  if (!(error instanceof RE2JSException)) throw error;
  return error.message.replace(/^error parsing regexp: /, '').replace(/`\(\?i\)/, '`');
}
