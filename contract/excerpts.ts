import { z } from 'zod';
import { withExplanation } from './explanations/explain.ts';
import { ManyArticles, OneArticle } from './articles/names.ts';
import { articleDone, articleFailed, done } from './articles/replies.ts';
import { failingAs, group, json } from './endpoint.ts';
import { instant, pageFields, pageLimits, pageOf, keywordFilter, timeOrder } from './paging.ts';
import { must, mustFit } from './wording.ts';

const { get, post } = failingAs({ style: 'success-flag', ok: 'except-invalid' });

/** Limits of excerpts on request: characters read of the article, characters of the result. */
export const excerptLimits = { inputLength: 3000, length: 150, agreedLength: 500 } as const;

export const ExcerptRow = z.looseObject({
  postName: z.string(),
  title: z.string(),
  excerpt: z.string().meta({ description: 'Empty when there is none' }),
  hasExcerpt: z.boolean(),
  autoGenerate: z.boolean(),
  publishTime: instant,
  manual: z.boolean().meta({ description: 'A person wrote it; it is not overwritten unless forced' }),
  stale: z.boolean().meta({ description: 'Docent wrote it for an earlier text of the article' }),
  generatedAt: instant,
  model: z.string().meta({ description: 'The model that wrote it, or empty' }),
});
export type ExcerptRow = z.infer<typeof ExcerptRow>;

/** Also overwrites or clears excerpts written by a person. */
const force = z
  .boolean({ error: must('rule_switch') })
  .nullish()
  .transform((forced) => forced ?? false)
  .meta({ description: 'Also where a person wrote the excerpt' });
const body = { error: must('rule_json_object') };
/** A proposal of `summarize` accepted by a person; stored unchanged, without a model call. */
const agreed = z
  .string({ error: must('rule_text') })
  .max(excerptLimits.agreedLength, { error: mustFit(excerptLimits.agreedLength) })
  .nullish()
  .transform((text) => text?.trim() ?? '')
  .meta({ description: 'Store this text, which summarize proposed, in place of a new one' });
const OneExcerpt = z.object({ ...OneArticle.shape, force, summary: agreed }, body);
const ManyExcerpts = z.object({ ...ManyArticles.shape, force }, body);
const EveryExcerpt = z.object({ force }, body);

export const AutoExcerptBody = z.object(
  {
    ...OneArticle.shape,
    enabled: z
      .boolean({ error: must('rule_switch') })
      .nullish()
      .transform((enabled) => enabled ?? false),
  },
  body,
);

const counts = { success: done, count: z.int().meta({ description: 'Articles that went well' }) };
const failed = articleFailed({
  skipped: z.literal(true).optional().meta({ description: 'Left as a person wrote it' }),
});
/** Failures added to the counts of a batch. */
const batchCounts = {
  ...counts,
  total: z.int(),
  skipped: z.int().meta({ description: 'Articles left as a person wrote them' }),
  cancelled: z.literal(true).optional(),
};

/** Kinds of batches; one runs at a time. */
export const excerptBatches = ['summarize-all', 'batch-generate', 'batch-clear', 'clear-all'] as const;
export type ExcerptBatch = (typeof excerptBatches)[number];

export const ExcerptJob = z.looseObject({
  id: z.string(),
  kind: z.enum(['', ...excerptBatches]),
  status: z.enum(['idle', 'running', 'completed', 'cancelled', 'failed']),
  message: z.string().meta({ description: 'Why it failed, or empty' }),
  ...withExplanation,
  total: z.int(),
  completed: z.int().meta({ description: 'success + skipped + failed' }),
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  calls: z
    .int()
    .optional()
    .meta({ description: 'Calls of the language model so far, second tries included' }),
  percent: z.int().min(0).max(100),
  currentTitle: z.string(),
  createdAt: instant,
  finishedAt: instant,
  page: z.int(),
  size: z.int(),
  results: z
    .array(
      z.object({
        postName: z.string(),
        title: z.string(),
        status: z.enum(['success', 'skipped', 'failed']),
        message: z.string(),
        ...withExplanation,
        summary: z.string(),
      }),
    )
    .meta({ description: 'One page of the articles that are done, in the order of the batch' }),
});
export type ExcerptJob = z.infer<typeof ExcerptJob>;

export const excerpts = group('excerpts', 'console', {
  summarize: post('/knowledge/summarize', {
    summary: 'Write a summary of an article without saving it',
    decode: 'text',
    body: OneArticle,
    reply: json(
      z.looseObject({
        success: done,
        summary: z.string(),
        model: z.string().optional().meta({ description: 'The model that wrote it, or empty' }),
      }),
    ),
  }),
  summarizeAll: post('/knowledge/summarize-all', {
    summary: 'Write and save a summary of every published article',
    decode: 'text',
    body: EveryExcerpt,
    reply: json(
      z.looseObject({
        ...batchCounts,
        results: z.array(
          z.looseObject({
            postName: z.string(),
            title: z.string(),
            summary: z.string(),
            saved: z.boolean(),
            error: z.string().optional(),
            ...withExplanation,
            skipped: z.literal(true).optional(),
          }),
        ),
      }),
    ),
  }),
  list: get('/knowledge/excerpts', {
    summary: 'Articles that have an excerpt (older pages)',
    query: z.object({ ...pageFields(10), sort: timeOrder, keyword: keywordFilter }),
    reply: json(pageOf(ExcerptRow)),
  }),
  listAll: get('/knowledge/excerpts/all', {
    summary: 'Published articles with their excerpts',
    query: z.object({ ...pageFields(20), sort: timeOrder, keyword: keywordFilter }),
    reply: json(pageOf(ExcerptRow)),
  }),
  generate: post('/knowledge/excerpts/generate', {
    summary: 'Write and save the excerpt of one article',
    decode: 'text',
    body: OneExcerpt,
    reply: articleDone({ summary: z.string() }),
  }),
  toggleAuto: post('/knowledge/excerpts/toggle-auto', {
    summary: 'Let the excerpt of an article follow its text, or not',
    decode: 'text',
    body: AutoExcerptBody,
    reply: articleDone({ enabled: z.boolean() }),
  }),
  clear: post('/knowledge/excerpts/clear', {
    summary: 'Empty the excerpt of one article, whoever wrote it',
    decode: 'text',
    body: OneArticle,
    reply: articleDone({}),
  }),
  batchGenerate: post('/knowledge/excerpts/batch-generate', {
    summary: 'Write and save the excerpts of several articles',
    decode: 'text',
    body: ManyExcerpts,
    reply: json(
      z.looseObject({
        ...batchCounts,
        results: z.array(
          z.union([z.object({ postName: z.string(), success: done, summary: z.string() }), failed]),
        ),
      }),
    ),
  }),
  batchClear: post('/knowledge/excerpts/batch-clear', {
    summary: 'Empty the excerpts of several articles',
    decode: 'text',
    body: ManyExcerpts,
    reply: json(
      z.looseObject({
        ...batchCounts,
        results: z.array(z.union([z.object({ postName: z.string(), success: done }), failed])),
      }),
    ),
  }),
  clearAll: post('/knowledge/excerpts/clear-all', {
    summary: 'Empty every excerpt that Docent wrote',
    decode: 'text',
    body: EveryExcerpt,
    reply: json(z.looseObject(batchCounts)),
  }),
  job: get('/knowledge/excerpts/job', {
    summary: 'The running batch, or the last one',
    query: z.object(pageFields(pageLimits.size)),
    reply: json(ExcerptJob),
  }),
  cancelJob: post('/knowledge/excerpts/job/cancel', {
    summary: 'Stop the running batch; what is done stays',
    decode: 'none',
    reply: json(z.looseObject({ success: done, message: z.string() })),
  }),
});
