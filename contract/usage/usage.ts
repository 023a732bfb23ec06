import { z } from 'zod';
import { recordRevision } from '../config/revisions.ts';
import { dateRange, inOrder, spans } from '../dates.ts';
import { get, group, json, post } from '../endpoint.ts';
import { pageLimits, queryFilter, queryWord, timeOrder, wholeNumber } from '../paging.ts';
import { callStatuses, FailureDiagnostics, UsageCalls, UsageStats, UsageToday } from './figures.ts';
import { UsageLimits, UsageLimitsBody } from './limits.ts';
import { must, mustFit, says } from '../wording.ts';

/** Retention of call details in days, and page sizes. */
export const usageBounds = {
  retentionDays: 30,
  pageSize: 100,
  modelNameLength: 200,
  hiddenModels: 500,
} as const;

const endFirst = { error: says('range_order'), path: ['end'] };
const tooLong = {
  error: says('range_long', { days: usageBounds.retentionDays }),
  path: ['end'],
};
const modelFilter = queryFilter.meta({ description: 'Exact name of a model; empty for all' });
const withinRetention = spans(usageBounds.retentionDays);

/** `start` and `end` together win over `range`; a single one is ignored. */
export const StatsQuery = z
  .object({
    range: queryWord(['today', '7d', '30d'], 'today', 'Days that are counted, unless start and end are sent'),
    ...dateRange,
    model: modelFilter,
  })
  .refine(inOrder, endFirst)
  .refine(withinRetention, tooLong);

/** Defaults to the last seven days. */
export const CallsQuery = z
  .object({
    model: modelFilter,
    type: queryFilter.meta({ description: 'Kind of the call, such as chat; empty for all' }),
    scenario: queryFilter.meta({ description: 'Purpose of the call, such as visitor_qa; empty for all' }),
    status: queryWord(['all', ...callStatuses], 'all', 'How the call ended'),
    sort: timeOrder,
    page: wholeNumber(1, 1, pageLimits.page, 'Number of the page, counted from 1'),
    size: wholeNumber(20, 1, usageBounds.pageSize, 'Entries of a page'),
    ...dateRange,
  })
  .refine(inOrder, endFirst)
  .refine(withinRetention, tooLong);
export type CallsQuery = z.infer<typeof CallsQuery>;

export const DiagnosticsQuery = z
  .object({ ...dateRange, model: modelFilter })
  .refine(inOrder, endFirst)
  .refine(withinRetention, tooLong);

/** The saved limits, with the selected models for the page. */
export const UsageLimitsReply = z.looseObject({
  ...UsageLimits.shape,
  revision: z.int().optional().meta({ description: 'Changes with every change of the limits' }),
  chatModel: z.string(),
  embeddingModel: z.string(),
  rerankModel: z.string(),
  queryRewriteModel: z.string(),
  writingModel: z.string(),
  rerankEnabled: z.boolean(),
  queryRewriteEnabled: z.boolean(),
});

const modelName = z
  .string({ error: must('rule_model') })
  .trim()
  .min(1, { error: must('rule_model') })
  .max(usageBounds.modelNameLength, { error: mustFit(usageBounds.modelNameLength) });

/** Models hidden on statistics pages; totals include them. */
export const HiddenModels = z.object({
  hiddenModels: z
    .array(z.string({ error: must('rule_model') }), {
      error: must('rule_list_of', { things: 'model names' }),
    })
    .max(usageBounds.hiddenModels, {
      error: must('rule_at_most', { count: usageBounds.hiddenModels, things: 'models' }),
    })
    .transform((names) => [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))]),
});

/** A missing date is today. */
export const MergeRequest = z
  .object({ sourceModel: modelName, targetModel: modelName, ...dateRange })
  .refine(inOrder, endFirst);
export const DeleteRequest = z.object({ model: modelName, ...dateRange }).refine(inOrder, endFirst);

const changed = {
  changedDays: z.int(),
  affectedCalls: z.int().meta({ description: 'Calls counted in the changed totals' }),
  affectedLogs: z.int().meta({ description: 'Call details changed' }),
};
const saved = json(z.looseObject({ saved: z.literal(true) }));
const savedFlag = { style: 'flag', flag: 'saved' } as const;

export const usage = group('usage', 'console', {
  today: get('/usage/today', {
    summary: 'Calls and tokens of today by model',
    reply: json(UsageToday),
  }),
  stats: get('/usage/stats', {
    summary: 'Calls and tokens by day',
    query: StatsQuery,
    reply: json(UsageStats),
  }),
  calls: get('/usage/calls', {
    summary: 'Single calls',
    query: CallsQuery,
    reply: json(UsageCalls),
  }),
  failureDiagnostics: get('/usage/failure-diagnostics', {
    summary: 'Causes of failed calls, with a remedy each',
    query: DiagnosticsQuery,
    reply: json(FailureDiagnostics),
  }),
  limits: get('/usage/limits', {
    summary: 'Ceilings of tokens and money, and visitor limits',
    reply: json(UsageLimitsReply),
  }),
  saveLimits: post('/usage/limits', {
    summary: 'Save ceilings and visitor limits; what is not named stays',
    body: UsageLimitsBody,
    reply: saved,
    errors: savedFlag,
  }),
  cleanup: get('/usage/cleanup', {
    summary: 'Models hidden from the statistics pages',
    reply: json(
      z.looseObject({
        hiddenModels: z.array(z.string()),
        revision: z.number().optional().meta({ description: 'Made of the content; a save may name it' }),
      }),
    ),
  }),
  saveHidden: post('/usage/cleanup/hidden', {
    summary: 'Replace the list of hidden models',
    body: HiddenModels.extend({ basedOn: recordRevision }),
    reply: saved,
    errors: savedFlag,
  }),
  merge: post('/usage/cleanup/merge', {
    summary: 'Book the past usage of one model under another',
    body: MergeRequest,
    reply: json(z.looseObject({ merged: z.literal(true), ...changed })),
    errors: { style: 'flag', flag: 'merged' },
  }),
  remove: post('/usage/cleanup/delete', {
    summary: 'Delete the past usage of a model',
    body: DeleteRequest,
    reply: json(z.looseObject({ deleted: z.literal(true), ...changed })),
    errors: { style: 'flag', flag: 'deleted' },
  }),
});
