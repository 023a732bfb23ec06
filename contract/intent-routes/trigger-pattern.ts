import type { ExplanationCode } from '../explanations/texts.ts';

/** The code of the text that says what is wrong with a pattern. */
export type PatternProblem = Extract<ExplanationCode, 'pattern_back_reference' | 'pattern_nested'>;

/**
 * Reason for refusing a trigger pattern, `undefined` when acceptable: back-references, and nested repetition with `+`
 * or `*`. Both are slow in backtracking engines of other services, to which patterns can be exported. Whether the
 * pattern compiles is checked elsewhere.
 */
export function patternProblem(pattern: string): PatternProblem | undefined {
  // One entry per open group: true when it contains a repetition.
  const open: boolean[] = [];
  let closed: boolean | undefined;
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern.charAt(at);
    const justClosed = closed;
    closed = undefined;
    if (sign === '\\') {
      at += 1;
      if (!inClass && /[1-9]/.test(pattern.charAt(at))) return 'pattern_back_reference';
    } else if (inClass) {
      inClass = sign !== ']';
    } else if (sign === '[') {
      inClass = true;
      // A bracket at the start of a class is literal.
      if (pattern.charAt(at + 1) === '^') at += 1;
      if (pattern.charAt(at + 1) === ']') at += 1;
    } else if (sign === '(') {
      open.push(false);
    } else if (sign === ')') {
      const repeats = open.pop() ?? false;
      if (repeats && open.length > 0) open[open.length - 1] = true;
      closed = repeats;
    } else if (sign === '+' || sign === '*' || sign === '{') {
      if (justClosed) return 'pattern_nested';
      if (sign !== '{' && open.length > 0) open[open.length - 1] = true;
    }
  }
  return undefined;
}
