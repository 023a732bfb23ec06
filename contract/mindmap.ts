import { z } from 'zod';
import { withExplanation } from './explanations/explain.ts';
import { ManyArticles, OneArticle } from './articles/names.ts';
import { articleDone, articleFailed, done } from './articles/replies.ts';
import { failingAs, get, group, json, jsonOr } from './endpoint.ts';
import { successFlagOk } from './faults.ts';
import { instant, pageFields, pageOf, keywordFilter, queryText, queryWord, timeOrder } from './paging.ts';

/** Spec 2.6: a cached map, or `error` at HTTP 200. */
export const MindMapReply = z.object({
  markdown: z.string().optional().meta({ description: 'The map as nested Markdown headings and lists' }),
  cached: z.boolean().optional(),
  error: z.string().optional().meta({ description: 'Why there is no map; comes with HTTP 200' }),
});

export const mindmapPublic = group('mindmap', 'public', {
  read: get('/mindmap', {
    summary: 'The cached mind map of an article; never generates one',
    query: z.object({
      postName: queryText.transform((name) => name.trim()).meta({ description: 'Id of the article' }),
      format: queryWord(['json', 'svg'], 'json', 'svg answers with a picture'),
    }),
    reply: jsonOr('image/svg+xml', MindMapReply),
    errors: { style: 'error-field', ok: true },
    caching: 'public, max-age=60',
  }),
});

/** `missing`: without a usable map; `stale`: the article or settings have changed since. */
export const mindMapFilters = ['all', 'generated', 'missing', 'stale'] as const;

export const MindMapRow = z.looseObject({
  postName: z.string(),
  title: z.string(),
  publishTime: instant,
  hasMindMap: z.boolean(),
  stale: z.boolean(),
  status: z.enum(['not_generated', 'generated', 'stale', 'invalid']),
  markdown: z.string(),
});
export type MindMapRow = z.infer<typeof MindMapRow>;

/** Scope of a job: articles with a missing or stale map, with a missing one, or all articles. */
export const jobScopes = ['missing_stale', 'missing', 'all'] as const;
export type JobScope = (typeof jobScopes)[number];

export const MindMapJob = z.looseObject({
  id: z.string(),
  scope: z.enum(jobScopes),
  status: z.enum(['pending', 'running', 'completed', 'cancelled', 'failed']),
  phase: z.enum([
    'pending',
    'collecting',
    'inspecting',
    'checking',
    'reading',
    'generating',
    'saving',
    'done',
    'cancelled',
    'failed',
  ]),
  ...withExplanation,
  phaseText: z.string().meta({ description: 'What is being done; the reason when the job failed' }),
  currentPostName: z.string(),
  currentTitle: z.string(),
  total: z.int(),
  completed: z.int().meta({ description: 'success + skipped + failed' }),
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  percent: z.int().min(0).max(100),
  createdAt: instant,
  finishedAt: instant,
  results: z.array(
    z.object({
      postName: z.string(),
      title: z.string(),
      status: z.enum(['success', 'skipped', 'failed']),
      message: z.string(),
      ...withExplanation,
    }),
  ),
});
export type MindMapJob = z.infer<typeof MindMapJob>;

const failed = articleFailed({});
const drawn = json(
  z.looseObject({ success: done, postName: z.string(), markdown: z.string(), cached: z.boolean() }),
);
const counts = { success: done, count: z.int(), total: z.int() };
const oneJob = z.object({ jobId: z.string().max(80).meta({ description: 'Id of the job' }) });
const jobReply = json(z.looseObject({ success: done, job: MindMapJob }));

const admin = failingAs(successFlagOk);

export const mindmap = group('mindmap', 'console', {
  articles: admin.get('/mindmap/articles', {
    summary: 'Published articles and the state of their maps',
    query: z.object({
      ...pageFields(10),
      sort: timeOrder,
      status: queryWord(mindMapFilters, 'all', 'State of the mind map'),
      keyword: keywordFilter,
    }),
    reply: json(
      pageOf(MindMapRow).extend({
        jobId: z.string().optional().meta({ description: 'The running background job, if there is one' }),
      }),
    ),
  }),
  generate: admin.post('/mindmap/generate', {
    summary: 'The map of an article: the stored one while it is fresh, else a new one',
    decode: 'text',
    body: OneArticle,
    reply: drawn,
  }),
  regenerate: admin.post('/mindmap/regenerate', {
    summary: 'Draw the map of an article anew',
    decode: 'text',
    body: OneArticle,
    reply: drawn,
  }),
  clear: admin.post('/mindmap/clear', {
    summary: 'Delete the map of an article; an unknown one counts as deleted',
    decode: 'text',
    body: OneArticle,
    reply: articleDone({}),
  }),
  batchGenerate: admin.post('/mindmap/batch-generate', {
    summary: 'Draw the maps of several articles, one after the other',
    decode: 'text',
    body: ManyArticles,
    reply: json(
      z.looseObject({
        ...counts,
        results: z.array(
          z.union([z.object({ postName: z.string(), success: done, cached: z.boolean() }), failed]),
        ),
      }),
    ),
  }),
  batchClear: admin.post('/mindmap/batch-clear', {
    summary: 'Delete the maps of several articles',
    decode: 'text',
    body: ManyArticles,
    reply: json(
      z.looseObject({
        ...counts,
        results: z.array(z.union([z.object({ postName: z.string(), success: done }), failed])),
      }),
    ),
  }),
  startJob: admin.post('/mindmap/jobs/generate-all', {
    summary: 'Draw the maps of the whole site in the background',
    decode: 'text',
    body: z.object({ scope: queryWord(jobScopes, 'missing_stale', 'The articles that get a mind map') }),
    reply: json(z.looseObject({ success: done, jobId: z.string(), job: MindMapJob })),
  }),
  job: admin.get('/mindmap/jobs/{jobId}', {
    summary: 'State of a background job',
    params: oneJob,
    reply: jobReply,
  }),
  cancelJob: admin.post('/mindmap/jobs/{jobId}/cancel', {
    summary: 'Stop a background job after the article in work',
    params: oneJob,
    decode: 'none',
    reply: jobReply,
  }),
});
