import { z } from 'zod';
import { knownInstant } from '../paging.ts';
import { withExplanation } from '../explanations/explain.ts';
import { AnswerState } from '../articles/articles.ts';

const mark = z.number().min(1).max(5).nullable();
const share = z.number().min(0).max(1);
const rate = z.number().min(0).max(100).meta({ description: 'Percent, two decimals' });

export const Tokens = z.object({
  promptTokens: z.int(),
  completionTokens: z.int(),
  embeddingTokens: z.int(),
  cost: z
    .number()
    .optional()
    .meta({ description: 'In the currency of the models file, where it has prices' }),
});
export type Tokens = z.infer<typeof Tokens>;

/** Tokens of the answer (retrieval included) and of the judge, as counted by providers. */
export const CaseUsage = z.object({ answer: Tokens, judge: Tokens });
export type CaseUsage = z.infer<typeof CaseUsage>;

/** Means of a run; those without values are missing, scores are `null` when no case was judged. */
export const RunSummary = z.looseObject({
  totalCases: z.int(),
  avgScore: mark,
  relevance: mark,
  correctness: mark,
  faithfulness: mark,
  completeness: mark,
  citationAccuracy: mark,
  retrievalHitRate: rate,
  retrievalCases: z
    .int()
    .optional()
    .meta({ description: 'Cases with expected sources: those the rate is about' }),
  hallucinationHighRiskRate: rate,
  failedCases: z.int(),
  judgedCases: z.int().optional(),
  unknownCases: z.int().optional().meta({ description: 'Answers that the judge gave no opinion on' }),
  scoreSpread: z.number().optional().meta({ description: 'Mean spread of repeated opinions on one answer' }),
  meanReciprocalRank: share.optional(),
  precisionAt5: share.optional(),
  recall: share.optional(),
  ndcg: share.optional(),
  citationPrecision: share.optional(),
  citationSupport: share.optional(),
  answerStates: z.record(z.string(), z.int()).optional(),
  meanAnswerMs: z.int().optional(),
  p95AnswerMs: z.int().optional(),
  usage: CaseUsage.optional().meta({
    description:
      'Of all cases, those included that a limit, a failure or a cancellation ended without a result',
  }),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** Retrieval metrics, computed without a model. Ranks count from 1; 0 is none. */
export const RetrievalScore = z.looseObject({
  hit: z.boolean(),
  firstHitRank: z.int(),
  precisionAt5: share,
  matchedSources: z.array(z.string()),
  topSources: z.array(z.string()).max(5),
  retrieved: z.int().optional().meta({ description: 'Passages found: the k of recall@k' }),
  recall: share.optional(),
  reciprocalRank: share.optional(),
  ndcg: share.optional(),
});
export type RetrievalScore = z.infer<typeof RetrievalScore>;

export const risks = ['low', 'medium', 'high'] as const;
export const judgeMethods = ['model', 'overlap'] as const;

/** Citation metrics: the share of marks that their articles support. A share of nothing is left out. */
export const CitationScore = z.object({
  cited: z.int().meta({ description: 'Articles that the answer stands on' }),
  precision: share.optional().meta({ description: 'Share of these among the expected sources' }),
  marks: z.int().meta({ description: 'Marks that the model wrote' }),
  support: share.optional().meta({ description: 'Share of these on the article that holds the statement' }),
});
export type CitationScore = z.infer<typeof CitationScore>;

/** Opinion of the judge. When the judge failed, `error` has the reason and every score is `null` (unknown). */
export const Judgement = z.looseObject({
  relevance: mark,
  correctness: mark,
  faithfulness: mark,
  completeness: mark,
  citationAccuracy: mark,
  hallucinationRisk: z.enum(risks).nullable(),
  reason: z.string(),
  totalScore: mark,
  clamped: z
    .array(z.string())
    .optional()
    .meta({ description: 'Scores that the judge gave outside of 1 to 5; they were moved to the nearer end' }),
  error: z.string().optional(),
  ...withExplanation,
  model: z.string().optional(),
  method: z
    .enum(judgeMethods)
    .optional()
    .meta({ description: 'overlap = the built-in judge counts words; it has no opinion' }),
  repeats: z.int().optional().meta({ description: 'Opinions that the scores are the means of' }),
  spread: z.number().optional().meta({ description: 'Highest total of these minus the lowest' }),
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
  ...withExplanation,
  answerState: AnswerState.optional(),
  citation: CitationScore.optional(),
  answerMs: z.int().optional().meta({ description: 'The part of latencyMs before the judge' }),
  usage: CaseUsage.optional(),
});
export type CaseResult = z.infer<typeof CaseResult>;

export const runStates = ['running', 'completed', 'failed', 'cancelled'] as const;

const run = {
  runId: z.string(),
  name: z.string(),
  startedAt: knownInstant,
  durationMs: z.int(),
  status: z.enum(runStates).optional(),
  error: z.string().optional(),
  ...withExplanation,
};

export const RunRecord = z.looseObject({ ...run, datasetId: z.string(), summary: RunSummary.optional() });
export type RunRecord = z.infer<typeof RunRecord>;

/** Settings of a run, for comparison with others. */
export const RunSetup = z.object({
  answerModel: z.string(),
  judgeModel: z.string(),
  judgeMethod: z.enum(judgeMethods),
  judgeRepeats: z.int(),
  casesAtOnce: z.int(),
  config: z.record(z.string(), z.unknown()).meta({ description: 'Settings tried in this run only' }),
  settings: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .meta({ description: 'The settings in force: models, retrieval, enhancement and chat' }),
});
export type RunSetup = z.infer<typeof RunSetup>;

/** Report with the finished cases of a run, also of a running or aborted one. */
export const RunReport = z.looseObject({
  ...run,
  summary: RunSummary,
  results: z.array(CaseResult),
  datasetId: z.string().optional(),
  totalCases: z.int().optional().meta({ description: 'Cases of the run, done or not' }),
  setup: RunSetup.optional(),
});
export type RunReport = z.infer<typeof RunReport>;

/** `report` is set for every ended run, `error` for failed ones. */
export const RunStatus = z.looseObject({
  runId: z.string(),
  status: z.enum(runStates),
  totalCases: z.int(),
  completedCases: z.int(),
  currentCase: z.string().meta({ description: 'Question in work; empty before the first' }),
  cancelling: z.literal(true).optional(),
  error: z.string().optional(),
  ...withExplanation,
  report: RunReport.optional(),
});
export type RunStatus = z.infer<typeof RunStatus>;
