import { z } from 'zod';

const mark = z.number().min(1).max(5).nullable();
const share = z.number().min(0).max(1);
const rate = z.number().min(0).max(100).meta({ description: 'Percent, two decimals' });

/** Means over a run; scores are `null` when no case was judged. */
export const RunSummary = z.looseObject({
  totalCases: z.int(),
  avgScore: mark,
  relevance: mark,
  correctness: mark,
  faithfulness: mark,
  completeness: mark,
  citationAccuracy: mark,
  retrievalHitRate: rate,
  hallucinationHighRiskRate: rate,
  failedCases: z.int(),
  judgedCases: z.int().optional(),
  meanReciprocalRank: share.optional(),
  recall: share.optional(),
  ndcg: share.optional(),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** How well retrieval did, without a model. Ranks count from 1; 0 is none. */
export const RetrievalScore = z.looseObject({
  hit: z.boolean(),
  firstHitRank: z.int(),
  precisionAt5: share,
  matchedSources: z.array(z.string()),
  topSources: z.array(z.string()).max(5),
  recall: share.optional(),
  reciprocalRank: share.optional(),
  ndcg: share.optional(),
});
export type RetrievalScore = z.infer<typeof RetrievalScore>;

const risks = ['low', 'medium', 'high'] as const;

/** The judge's opinion. When the judge failed, `error` says why and every score is `null`: unknown, not bad. */
export const Judgement = z.looseObject({
  relevance: mark,
  correctness: mark,
  faithfulness: mark,
  completeness: mark,
  citationAccuracy: mark,
  hallucinationRisk: z.enum(risks).nullable(),
  reason: z.string(),
  totalScore: mark,
  error: z.string().optional(),
});
export type Judgement = z.infer<typeof Judgement>;

/** Share of each score in `totalScore`. */
export const scoreWeights = {
  relevance: 0.2,
  correctness: 0.25,
  faithfulness: 0.3,
  completeness: 0.15,
  citationAccuracy: 0.1,
} as const;

export const CaseResult = z.looseObject({
  id: z.string(),
  question: z.string(),
  referenceAnswer: z.string(),
  expectedSources: z.array(z.string()),
  tags: z.array(z.string()),
  answer: z.string(),
  retrievedDocuments: z
    .array(
      z.looseObject({
        postId: z.string(),
        title: z.string(),
        chunkIndex: z.int(),
        score: z.number(),
        content: z.string(),
      }),
    )
    .max(10),
  retrieval: RetrievalScore,
  judge: Judgement,
  latencyMs: z.int(),
  error: z.string().optional(),
});
export type CaseResult = z.infer<typeof CaseResult>;

const run = { runId: z.string(), name: z.string(), startedAt: z.string(), durationMs: z.int() };

export const RunRecord = z.looseObject({ ...run, datasetId: z.string(), summary: RunSummary.optional() });
export type RunRecord = z.infer<typeof RunRecord>;

export const RunReport = z.looseObject({ ...run, summary: RunSummary, results: z.array(CaseResult) });
export type RunReport = z.infer<typeof RunReport>;

export const runStates = ['running', 'completed', 'failed', 'cancelled'] as const;

/** `report` comes with `completed`, `error` with `failed`. */
export const RunStatus = z.looseObject({
  runId: z.string(),
  status: z.enum(runStates),
  totalCases: z.int(),
  completedCases: z.int(),
  currentCase: z.string().meta({ description: 'Question in work; empty before the first' }),
  error: z.string().optional(),
  report: RunReport.optional(),
});
export type RunStatus = z.infer<typeof RunStatus>;
