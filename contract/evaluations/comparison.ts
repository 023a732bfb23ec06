import { z } from 'zod';
import { withExplanation } from '../explanations/explain.ts';
import { RunRecord } from './report.ts';

const figure = z.number().nullable();

/** One figure of both runs over the cases they share; `change` is other minus base. */
export const FigureChange = z.object({ name: z.string(), base: figure, other: figure, change: figure });
export type FigureChange = z.infer<typeof FigureChange>;

const side = z.object({
  totalScore: figure,
  hallucinationRisk: z.string().nullable(),
  hit: z.boolean(),
  firstHitRank: z.int(),
  answerState: z.string(),
  latencyMs: z.int(),
  error: z.string().optional(),
  ...withExplanation,
});

export const verdicts = ['better', 'worse', 'same', 'unknown'] as const;

export const CaseComparison = z.looseObject({
  id: z.string(),
  question: z.string(),
  verdict: z.enum(verdicts).meta({ description: 'Of the other run against the base' }),
  change: figure.meta({ description: 'Change of the total score' }),
  base: side,
  other: side,
});
export type CaseComparison = z.infer<typeof CaseComparison>;

/** Two runs over the cases they share, the ones that grew worse first. */
export const RunComparison = z.looseObject({
  base: RunRecord,
  other: RunRecord,
  sharedCases: z.int(),
  onlyInBase: z.array(z.string()),
  onlyInOther: z.array(z.string()),
  sameJudge: z.boolean().meta({ description: 'Scores of different judges do not compare' }),
  figures: z.array(FigureChange),
  verdicts: z.record(z.enum(verdicts), z.int()),
  signTest: figure.meta({
    description: 'Probability of a split of better and worse at least this uneven if nothing had changed',
  }),
  settings: z.array(z.object({ name: z.string(), base: z.unknown(), other: z.unknown() })),
  cases: z.array(CaseComparison),
});
export type RunComparison = z.infer<typeof RunComparison>;
