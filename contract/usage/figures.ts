import { z } from 'zod';
import { calendarDay } from '../paging.ts';
import { withExplanation } from '../explanations/explain.ts';

export const callTypes = ['chat', 'embed', 'rerank', 'image'] as const;
export type CallType = (typeof callTypes)[number];

/**
 * Status of a call: `success`; `failed` (the provider failed or was too slow); `aborted` (the client left, or the
 * process died); `refused` (no model took the task); `limited` (a daily ceiling was reached). The filter `failed`
 * includes refused calls; limited ones are not counted as calls.
 */
export const callStatuses = ['success', 'failed', 'aborted', 'refused', 'limited'] as const;
export type CallStatus = (typeof callStatuses)[number];

const tokens = { promptTokens: z.int(), completionTokens: z.int(), embeddingTokens: z.int() };
const percent = z.number().meta({ description: 'Percent, two decimals' });
const money = z
  .number()
  .meta({ description: "In the operator's currency, by the prices of the day of the call" });
const counted = {
  ...tokens,
  calls: z.int(),
  failures: z.int(),
  aborted: z.int().optional().meta({ description: 'Calls whose caller left, or whose process died' }),
  limited: z.int().optional().meta({ description: 'Refused by a daily ceiling; no calls' }),
  estimated: z.int().optional().meta({ description: 'Calls whose provider sent no figures' }),
  images: z.int().optional(),
  averageMs: z.int().optional(),
  cost: money.optional(),
};
const byName = z.record(
  z.string(),
  z.object({
    p: z.int(),
    c: z.int(),
    e: z.int(),
    calls: z.int(),
    failures: z.int(),
    cost: money.optional(),
  }),
);
const alertPercent = z
  .literal([0, 50, 80, 100])
  .meta({ description: 'Share of the ceiling that is used up' });

export const UsageToday = z.looseObject({
  date: calendarDay,
  models: z.array(
    z.looseObject({
      model: z.string(),
      ...counted,
      reserved: z.int().optional().meta({ description: 'Tokens promised to calls that are running' }),
      limit: z.int().optional().meta({ description: 'Daily ceiling in tokens, when the model has one' }),
      usedPercent: percent.optional(),
      alert: alertPercent.optional(),
      recovered: z.boolean().optional().meta({
        description: 'True when at least three calls failed today and the last three succeeded',
      }),
      late: z
        .array(z.object({ scenario: z.string(), late: z.int(), calls: z.int() }))
        .optional()
        .meta({
          description: 'What the model was too slow for today: calls that ran out of time, of how many',
        }),
      failing: z.boolean().optional().meta({
        description:
          'Judged by the last calls: the last three failed, or the last one for a reason that does not pass by itself, such as a refused key, or half of the last ten',
      }),
      lastFailure: z
        .object({ time: z.string(), error: z.string(), ...withExplanation })
        .optional()
        .meta({ description: 'The last call of a failing model that failed' }),
    }),
  ),
  cost: z
    .looseObject({
      used: money,
      reserved: money.meta({ description: 'Promised to calls that are running' }),
      limit: money.optional().meta({ description: 'Daily ceiling in money, when there is one' }),
      usedPercent: percent.optional(),
      alert: alertPercent.optional(),
      unpricedCalls: z.int().meta({
        description: 'Calls of models without a price, which are not in these sums; built-in models are free',
      }),
      unpricedModels: z.array(z.string()),
    })
    .optional()
    .meta({ description: 'Cost of all models together' }),
  alerts: z
    .array(z.object({ model: z.string(), percent: alertPercent, limit: z.int().optional() }))
    .optional()
    .meta({ description: 'Models that have used half of their ceiling or more' }),
});
export type UsageToday = z.infer<typeof UsageToday>;

export const UsageStats = z.looseObject({
  range: z.enum(['today', '7d', '30d']),
  start: calendarDay,
  end: calendarDay,
  days: z.int(),
  daily: z.array(
    z.looseObject({
      date: calendarDay,
      ...counted,
      modelCount: z.int(),
      byModel: byName,
      byScenario: byName.optional().meta({ description: 'The same figures by what the calls were for' }),
    }),
  ),
  totals: z.looseObject({ ...counted, modelCount: z.int(), failureRate: percent }),
  yesterday: z.looseObject({ ...counted, failureRate: percent }),
  modelsInRange: z.array(z.string()),
});
export type UsageStats = z.infer<typeof UsageStats>;

export const UsageCall = z.looseObject({
  id: z.string(),
  date: calendarDay,
  time: z.string(),
  model: z.string(),
  type: z.enum(callTypes),
  scenario: z.string(),
  ...tokens,
  totalTokens: z.int(),
  failure: z.boolean(),
  durationMs: z.int(),
  error: z.string(),
  ...withExplanation,
  estimated: z.boolean().optional().meta({ description: 'The provider sent no figures' }),
  status: z.enum(callStatuses).optional(),
  images: z.int().optional(),
  cachedTokens: z.int().optional().meta({
    description: 'Those of the prompt that the provider had read before, where it says so',
  }),
  cost: money.optional(),
  logId: z.string().optional().meta({ description: 'The chat log that the call belongs to' }),
  reason: z
    .enum(['fallback'])
    .optional()
    .meta({ description: 'Why this model was called, when not because it was chosen' }),
  fallbackFor: z.string().optional().meta({
    description: 'The model that failed before its first word, when this one was asked in its place',
  }),
});
export type UsageCall = z.infer<typeof UsageCall>;

export const UsageCalls = z.looseObject({
  start: calendarDay,
  end: calendarDay,
  retentionDays: z.int(),
  sort: z.enum(['asc', 'desc']),
  types: z.array(z.string()),
  scenarios: z.array(z.string()),
  total: z.int(),
  page: z.int(),
  size: z.int(),
  items: z.array(UsageCall),
});
export type UsageCalls = z.infer<typeof UsageCalls>;

/** Causes of failed calls; the first match counts. */
export const diagnoses = [
  'model_unavailable',
  'model_missing',
  'unreachable',
  'embedding_dimensions',
  'embedding_model',
  'rerank_model',
  'response_format',
  'timeout',
  'auth',
  'permission',
  'rate_limit',
  'credit',
  'context_length',
  'content_policy',
  'model_kind',
  'invalid_request',
  'provider_error',
  'ai_foundation_service',
  'sdk_compatibility',
  'unknown',
] as const;
export type Diagnosis = (typeof diagnoses)[number];

const bucket = z.looseObject({ key: z.string(), label: z.string(), count: z.int() });

export const FailureDiagnostics = z.looseObject({
  start: calendarDay,
  end: calendarDay,
  total: z.int(),
  byType: z.array(bucket),
  byScenario: z.array(bucket),
  byDiagnosis: z.array(
    z.looseObject({
      key: z.enum(diagnoses),
      label: z.string(),
      count: z.int(),
      suggestion: z.string(),
      example: z.string(),
    }),
  ),
  recent: z.array(
    z.looseObject({
      time: z.string(),
      model: z.string(),
      type: z.string(),
      typeLabel: z.string(),
      scenario: z.string(),
      scenarioLabel: z.string(),
      diagnosis: z.enum(diagnoses),
      diagnosisLabel: z.string(),
      suggestion: z.string(),
      error: z.string(),
      ...withExplanation,
    }),
  ),
});
export type FailureDiagnostics = z.infer<typeof FailureDiagnostics>;
