import { z } from 'zod';
import { withExplanation } from '../explanations/explain.ts';
import { DeletedRevision } from '../config/revisions.ts';
import { del, document, empty, get, group, json, post, put } from '../endpoint.ts';
import { keywordFilter, knownInstant, pageFields, pageOf, queryChoice } from '../paging.ts';
import { must } from '../wording.ts';
import { CuratedAnswer, CuratedFields, curatedLimits, curatedStates, CuratedUpdate } from './entry-fields.ts';

const one = z.object({
  id: z.string().trim().min(1).max(60).meta({ description: 'Id of the curated answer' }),
});

const Import = z.object(
  {
    csv: z.string({ error: must('rule_text') }).meta({ description: 'A file as the export has it' }),
    preview: z
      .boolean({ error: must('rule_switch') })
      .nullish()
      .transform((value) => value ?? true)
      .meta({ description: 'True, also when missing: says what would happen and saves nothing' }),
    overwrite: z
      .boolean({ error: must('rule_switch') })
      .nullish()
      .transform((value) => value ?? false)
      .meta({ description: 'True replaces answers of the same id whose text differs' }),
  },
  { error: must('rule_object') },
);

/** What an import did, or would do. Lines count from 1, the heading included. */
export const CuratedImportResult = z.looseObject({
  preview: z.boolean(),
  created: z.int(),
  overwritten: z.int(),
  unchanged: z.int(),
  conflicts: z
    .array(z.object({ line: z.int(), id: z.string(), question: z.string() }))
    .meta({ description: 'Answers of the same id with another text; they stay unless overwrite is true' }),
  refused: z
    .array(z.object({ line: z.int(), message: z.string(), ...withExplanation }))
    .meta({ description: 'Lines that are not imported, with the reason' }),
});
export type CuratedImportResult = z.infer<typeof CuratedImportResult>;

const CuratedWording = z.object({
  question: z.string().meta({ description: 'As it is logged, without personal data where these are masked' }),
  times: z.int().meta({ description: 'How often it was asked in these days' }),
  lastAskedAt: knownInstant,
});
export type CuratedWording = z.infer<typeof CuratedWording>;

/** Answers in the owner's own words. */
export const curatedAnswers = group('curated-answers', 'console', {
  list: get('/curated-answers', {
    summary: 'A page of curated answers, the latest change first',
    query: z.object({
      ...pageFields(20),
      keyword: keywordFilter,
      state: queryChoice(
        ['all', ...curatedStates, 'outdated'],
        'all',
        'Whether it is given now; outdated: a source has changed',
      ),
    }),
    reply: json(pageOf(CuratedAnswer)),
  }),
  exportAll: get('/curated-answers/export', {
    summary: 'Every curated answer as a CSV file that can be imported',
    reply: document({ 'text/csv': null }),
  }),
  importAll: post('/curated-answers/import', {
    summary: 'Preview or save the curated answers of an exported file',
    body: Import,
    bodyBytes: curatedLimits.importBytes,
    reply: json(CuratedImportResult),
  }),
  match: post('/curated-answers/match', {
    summary:
      'The curated answer that a question would get, if any; counts no hit, and may ask the embedding model once',
    body: z.object({
      question: z
        .string({ error: must('rule_text') })
        .trim()
        .min(1, { error: must('rule_not_blank') })
        .max(4000),
      pageUrl: z
        .string({ error: must('rule_text') })
        .max(2000)
        .nullish(),
    }),
    reply: json(
      z.looseObject({
        id: z.string().meta({ description: 'Empty when none answers it' }),
        near: z.string().optional().meta({
          description: 'The answer that is offered to the language model as a passage, since it may be meant',
        }),
        question: z.string().meta({ description: 'The question of the answer that comes nearest' }),
        likeness: z.number().meta({ description: '1 for the same question, lower for another wording' }),
      }),
    ),
  }),
  wordings: post('/curated-answers/wordings', {
    summary:
      'Logged questions of the last 30 days that may ask the same as some questions and get no curated answer; may ask the embedding model once for each',
    body: z.object({ questions: CuratedFields.shape.questions }, { error: must('rule_object') }),
    reply: json(
      z.looseObject({
        items: z.array(CuratedWording).meta({ description: 'At most 8, the most alike first' }),
      }),
    ),
  }),
  read: get('/curated-answers/{id}', {
    summary: 'One curated answer',
    params: one,
    reply: json(CuratedAnswer),
  }),
  create: post('/curated-answers', {
    summary: 'Save a new curated answer',
    body: CuratedFields,
    reply: json(CuratedAnswer),
  }),
  update: put('/curated-answers/{id}', {
    summary: 'Change a curated answer',
    params: one,
    body: CuratedUpdate,
    reply: json(CuratedAnswer),
    errors: { style: 'flag', flag: 'saved' },
  }),
  remove: del('/curated-answers/{id}', {
    summary: 'Delete a curated answer; an unknown one counts as deleted',
    params: one,
    query: DeletedRevision,
    reply: empty,
  }),
});
