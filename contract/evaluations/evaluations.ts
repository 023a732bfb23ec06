import { z } from 'zod';
import { del, document, empty, get, group, json, post, put } from '../endpoint.ts';
import { RunComparison } from './comparison.ts';
import { ModelTrials, TrialBody } from './model-trial.ts';
import { RunRecord, RunReport, RunStatus } from './report.ts';
import { ConfigTrial } from './trial.ts';
import { instant, queryChoice, queryText } from '../paging.ts';
import { DeletedRevision, recordRevision } from '../config/revisions.ts';
import { must, mustFit, says } from '../wording.ts';

/** Bounds of datasets and runs. */
export const evaluationLimits = {
  idLength: 80,
  nameLength: 200,
  descriptionLength: 2000,
  cases: 500,
  questionLength: 4000,
  referenceLength: 8000,
  labels: 20,
  labelLength: 300,
  datasets: 100,
  /** Older ended runs are deleted. */
  runs: 1000,
  casesAtOnce: 8,
  judgeRepeats: 5,
} as const;

const limits = evaluationLimits;

/** A text that may be missing or null, which makes it `''`. */
const loose = (length: number) =>
  z
    .string({ error: must('rule_text') })
    .max(length, { error: mustFit(length) })
    .nullish()
    .transform((text) => text ?? '');

const labels = z
  .array(
    z.string({ error: must('rule_text') }).max(limits.labelLength, { error: mustFit(limits.labelLength) }),
    {
      error: must('rule_list_of', { things: 'texts' }),
    },
  )
  .max(limits.labels, { error: must('rule_at_most', { count: limits.labels, things: 'entries' }) })
  .nullish()
  .transform((entries) => entries ?? []);

/** Spec 2.10. Expected sources are titles or names of articles. */
export const EvaluationCase = z.object(
  {
    id: loose(limits.idLength),
    question: loose(limits.questionLength),
    referenceAnswer: loose(limits.referenceLength),
    expectedSources: labels,
    tags: labels,
  },
  { error: must('rule_object') },
);
export type EvaluationCase = z.infer<typeof EvaluationCase>;

const cases = z
  .array(EvaluationCase, { error: must('rule_list') })
  .max(limits.cases, { error: must('rule_at_most', { count: limits.cases, things: 'cases' }) })
  .nullish()
  .transform((list) => list ?? []);

/** Id of a dataset: lower-case letters, digits and hyphens. */
const datasetId = z
  .string({ error: must('rule_text') })
  .trim()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/, {
    error: must('rule_id', { length: 80 }),
  });

/** A blank id is generated from the name. */
export const DatasetBody = z
  .object({
    id: z
      .union([z.literal(''), datasetId], {
        error: must('rule_id', { length: 80 }),
      })
      .nullish()
      .transform((id) => id || undefined),
    name: loose(limits.nameLength),
    description: loose(limits.descriptionLength),
    cases: cases.optional(),
    basedOn: recordRevision,
  })
  .refine(({ name, cases: sent }) => name !== '' || sent !== undefined, {
    error: says('dataset_nothing'),
  })
  .transform(({ cases: sent = [], ...fields }) => ({ ...fields, cases: sent }));
export type DatasetBody = z.infer<typeof DatasetBody>;

export const Dataset = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  defaultDataset: z.boolean().meta({ description: 'The built-in set, as it was shipped' }),
  updatedAt: instant,
  revision: z.int().optional().meta({ description: 'Changes with every change of the dataset' }),
  cases: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      referenceAnswer: z.string(),
      expectedSources: z.array(z.string()),
      tags: z.array(z.string()),
    }),
  ),
});
export type Dataset = z.infer<typeof Dataset>;

/** A whole number from 1 to `most` that may be missing. */
const upTo = (most: number, fallback: number) => {
  const error = must('rule_whole_between', { min: 1, max: most });
  return z
    .int({ error })
    .min(1, { error })
    .max(most, { error })
    .nullish()
    .transform((number) => number ?? fallback);
};

/** The given cases are run; `datasetId` is only recorded. Fields after `cases` are optional. */
export const RunBody = z.object({
  name: loose(limits.nameLength),
  datasetId: loose(limits.idLength),
  cases: cases
    .optional()
    .refine((sent) => sent !== undefined, { error: must('rule_given') })
    .transform((sent) => sent ?? []),
  config: ConfigTrial.meta({ description: 'Settings to try in this run only, as in config/save' }),
  judgeModel: loose(limits.nameLength).meta({ description: 'Empty = the saved chat model' }),
  judgeRepeats: upTo(limits.judgeRepeats, 1).meta({ description: 'Opinions of the judge on each answer' }),
  casesAtOnce: upTo(limits.casesAtOnce, 4).meta({ description: 'Cases in work side by side' }),
});
export type RunBody = z.infer<typeof RunBody>;

/** A logged question as a case; missing fields come from the log. */
export const CaseFromLog = z.object({
  logId: z.string({ error: must('rule_text') }).min(1, { error: must('rule_not_empty') }),
  referenceAnswer: z
    .string({ error: must('rule_text') })
    .max(limits.referenceLength, { error: mustFit(limits.referenceLength) })
    .nullish(),
  expectedSources: labels.optional(),
  tags: labels.optional(),
});
export type CaseFromLog = z.infer<typeof CaseFromLog>;

const oneDataset = z.object({ id: datasetId.meta({ description: 'Id of the dataset' }) });
const oneRun = z.object({ runId: z.string().max(limits.idLength).meta({ description: 'Id of the run' }) });

export const evaluations = group('evaluations', 'console', {
  template: get('/evaluations/template', {
    summary: 'The built-in dataset',
    reply: json(Dataset),
  }),
  datasets: get('/evaluations/datasets', {
    summary: 'Every dataset, the built-in one first',
    reply: json(z.array(Dataset)),
  }),
  dataset: get('/evaluations/datasets/{id}', {
    summary: 'One dataset',
    params: oneDataset,
    reply: json(Dataset),
  }),
  createDataset: post('/evaluations/datasets', {
    summary: 'Save a dataset; one of the same id is replaced',
    body: DatasetBody,
    reply: json(Dataset),
  }),
  updateDataset: put('/evaluations/datasets/{id}', {
    summary: 'Save a dataset under the id of the path; an unknown one is created',
    params: oneDataset,
    body: DatasetBody,
    reply: json(Dataset),
  }),
  deleteDataset: del('/evaluations/datasets/{id}', {
    summary: 'Delete a dataset; the built-in one stays',
    params: oneDataset,
    query: DeletedRevision,
    reply: empty,
  }),
  runs: get('/evaluations/runs', {
    summary: 'Every run, newest first',
    reply: json(z.array(RunRecord)),
  }),
  report: get('/evaluations/runs/{runId}', {
    summary: 'The report of a run',
    params: oneRun,
    reply: json(RunReport),
  }),
  status: get('/evaluations/runs/{runId}/status', {
    summary: 'Progress of a run; the report comes with the end',
    params: oneRun,
    reply: json(RunStatus),
  }),
  deleteRun: del('/evaluations/runs/{runId}', {
    summary: 'Delete a run and its report',
    params: oneRun,
    reply: empty,
  }),
  run: post('/evaluations/run', {
    summary: 'Run cases in the background; each is answered and judged by a model',
    body: RunBody,
    reply: json(z.looseObject({ runId: z.string(), status: z.literal('running') })),
  }),
  cancelRun: post('/evaluations/runs/{runId}/cancel', {
    summary: 'Stop a run; what it has done is kept. One that has ended stays as it is',
    params: oneRun,
    decode: 'none',
    reply: json(RunStatus),
  }),
  exportRun: get('/evaluations/runs/{runId}/export', {
    summary: 'The report of a run as a file: JSON, or a table of its cases as CSV',
    params: oneRun,
    query: z.object({
      format: queryChoice(['csv', 'json'], 'json', 'The whole report, or a table of its cases'),
    }),
    reply: document({ 'application/json': RunReport, 'text/csv': null }),
  }),
  compare: get('/evaluations/compare', {
    summary: 'Two runs side by side, case by case',
    query: z.object({
      base: queryText.meta({ description: 'Id of the run that the other one is compared with' }),
      other: queryText.meta({ description: 'Id of the other run' }),
    }),
    reply: json(RunComparison),
  }),
  trials: get('/evaluations/trials', {
    summary: 'The last trial of each language model, and what another one will ask of it',
    reply: json(ModelTrials),
  }),
  startTrial: post('/evaluations/trials', {
    summary:
      'Answer ten questions made from the site’s headings with a model and without one, in the background',
    body: TrialBody,
    reply: json(z.looseObject({ status: z.literal('running') })),
  }),
  caseFromLog: post('/evaluations/datasets/{id}/cases/from-log', {
    summary: 'Add the question of a chat log to a dataset; the same log again replaces its case',
    params: oneDataset,
    body: CaseFromLog,
    reply: json(Dataset),
  }),
});
