import type { EvaluationCase } from '../../../contract/evaluations/evaluations.ts';

/** The number of cases to run, from the first; `all` for every one. */
export const ranges = ['all', '5', '10', '20'] as const;
export type Range = (typeof ranges)[number];

/** The cases that are run: those with a question, as many as the range takes. */
export function casesIn(cases: readonly EvaluationCase[], range: Range): readonly EvaluationCase[] {
  const asked = cases.filter(({ question }) => question.trim() !== '');
  return range === 'all' ? asked : asked.slice(0, Number(range));
}

/** Calls of language models that a run makes at least: an answer and the opinions on it. */
export const callsOf = (cases: number, repeats: number): number => cases * (1 + repeats);
