import type { FigureChange } from '../../../contract/evaluations/comparison.ts';

/** Figures for which lower is better. */
const lessIsBetter: ReadonlySet<string> = new Set([
  'hallucinationHighRiskRate',
  'failedCases',
  'unknownCases',
  'meanAnswerMs',
]);

/** The direction of a change: better or worse; a count of cases has neither. */
export function directionOf({ name, change }: Pick<FigureChange, 'name' | 'change'>) {
  if (change === null) return 'unknown';
  if (change === 0 || name === 'judgedCases') return 'same';
  return change > 0 !== lessIsBetter.has(name) ? 'better' : 'worse';
}
