import { z } from 'zod';
import { ManyArticles, OneArticle } from './article-names.ts';
import { get, group, json, post } from './endpoint.ts';
import { pageFields, pageOf, queryFilter, timeOrder } from './paging.ts';
import { must } from './wording.ts';

const excerptErrors = { style: 'success-flag', ok: 'except-invalid' } as const;
const done = z.literal(true);

/** Excerpts and summaries written on request: characters of the article read, characters aimed at. */
export const excerptLimits = { inputLength: 3000, length: 150 } as const;

export const ExcerptRow = z.looseObject({
  postName: z.string(),
  title: z.string(),
  excerpt: z.string().meta({ description: 'Empty when there is none' }),
  hasExcerpt: z.boolean(),
  autoGenerate: z.boolean(),
  publishTime: z.string().meta({ description: 'ISO-8601 instant with Z, or empty' }),
});
export type ExcerptRow = z.infer<typeof ExcerptRow>;

export const AutoExcerptBody = z.object(
  {
    ...OneArticle.shape,
    enabled: z
      .boolean({ error: must('be true or false') })
      .nullish()
      .transform((enabled) => enabled ?? false),
  },
  { error: must('be a JSON object') },
);

const counts = { success: done, count: z.int().meta({ description: 'Articles that went well' }) };
const failed = z.object({ postName: z.string(), success: z.literal(false), error: z.string() });

export const excerpts = group('excerpts', 'console', {
  summarize: post('/knowledge/summarize', {
    summary: 'Write a summary of an article without saving it',
    decode: 'text',
    body: OneArticle,
    reply: json(z.looseObject({ success: done, summary: z.string() })),
    errors: excerptErrors,
  }),
  summarizeAll: post('/knowledge/summarize-all', {
    summary: 'Write and save a summary of every published article, one after the other',
    decode: 'none',
    reply: json(
      z.looseObject({
        ...counts,
        total: z.int(),
        results: z.array(
          z.looseObject({
            postName: z.string(),
            title: z.string(),
            summary: z.string(),
            saved: z.boolean(),
            error: z.string().optional(),
          }),
        ),
      }),
    ),
    errors: excerptErrors,
  }),
  list: get('/knowledge/excerpts', {
    summary: 'Articles that have an excerpt (older pages)',
    query: z.object(pageFields(10)),
    reply: json(pageOf(z.looseObject({ postName: z.string(), title: z.string(), excerpt: z.string() }))),
    errors: excerptErrors,
  }),
  listAll: get('/knowledge/excerpts/all', {
    summary: 'Published articles with their excerpts',
    query: z.object({ ...pageFields(20), sort: timeOrder, keyword: queryFilter }),
    reply: json(pageOf(ExcerptRow)),
    errors: excerptErrors,
  }),
  generate: post('/knowledge/excerpts/generate', {
    summary: 'Write and save the excerpt of one article',
    decode: 'text',
    body: OneArticle,
    reply: json(z.looseObject({ success: done, summary: z.string(), postName: z.string() })),
    errors: excerptErrors,
  }),
  toggleAuto: post('/knowledge/excerpts/toggle-auto', {
    summary: 'Let the excerpt of an article follow its text, or not',
    decode: 'text',
    body: AutoExcerptBody,
    reply: json(z.looseObject({ success: done, enabled: z.boolean(), postName: z.string() })),
    errors: excerptErrors,
  }),
  clear: post('/knowledge/excerpts/clear', {
    summary: 'Empty the excerpt of one article',
    decode: 'text',
    body: OneArticle,
    reply: json(z.looseObject({ success: done, postName: z.string() })),
    errors: excerptErrors,
  }),
  batchGenerate: post('/knowledge/excerpts/batch-generate', {
    summary: 'Write and save the excerpts of several articles',
    decode: 'text',
    body: ManyArticles,
    reply: json(
      z.looseObject({
        ...counts,
        total: z.int(),
        results: z.array(
          z.union([z.object({ postName: z.string(), success: done, summary: z.string() }), failed]),
        ),
      }),
    ),
    errors: excerptErrors,
  }),
  batchClear: post('/knowledge/excerpts/batch-clear', {
    summary: 'Empty the excerpts of several articles',
    decode: 'text',
    body: ManyArticles,
    reply: json(
      z.looseObject({
        ...counts,
        total: z.int(),
        results: z.array(z.union([z.object({ postName: z.string(), success: done }), failed])),
      }),
    ),
    errors: excerptErrors,
  }),
  clearAll: post('/knowledge/excerpts/clear-all', {
    summary: 'Empty every excerpt',
    decode: 'none',
    reply: json(z.looseObject(counts)),
    errors: excerptErrors,
  }),
});
