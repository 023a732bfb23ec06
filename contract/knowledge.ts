import { z } from 'zod';
import { withExplanation } from './explanations/explain.ts';
import { articleName } from './articles/names.ts';
import { PathRuleReadings } from './articles/path-rules.ts';
import { ConfigPatch } from './config/patch.ts';
import { failingAs, group, json, stream } from './endpoint.ts';
import { instant, pageLimits, keywordFilter, queryWord, timeOrder, wholeNumber } from './paging.ts';

const { get, post } = failingAs({ style: 'success-flag', ok: 'except-invalid' });
const oneArticle = z.object({ name: articleName.meta({ description: 'Id of the article' }) });

/** Progress of a full rebuild (SSE event `progress`); `percentage` runs from 0 to 100. */
export const RebuildProgress = z.looseObject({
  phase: z.enum(['idle', 'preparing', 'listing', 'processing', 'retrying', 'completed', 'error']),
  totalArticles: z.int(),
  processedArticles: z.int(),
  successArticles: z.int(),
  failedArticles: z.int(),
  currentArticleTitle: z.string(),
  totalChunks: z.int(),
  errorMessage: z.string().nullable(),
  ...withExplanation,
  percentage: z.int().min(0).max(100),
  detail: z.string(),
  truncatedKeywords: z.int().meta({ description: 'Passages that got no keywords' }),
  keywordsFailed: z.int().meta({ description: 'Articles whose keyword step failed' }),
  startedAt: z.int().optional().meta({ description: 'Epoch milliseconds; tells one rebuild from the next' }),
  endedAt: z.int().optional().meta({ description: 'Epoch milliseconds' }),
  remainingMs: z.int().optional().meta({ description: 'Estimate from the pace so far' }),
  estimatedTokens: z.int().optional().meta({ description: 'Tokens that the embedding model will be sent' }),
  cancelled: z
    .boolean()
    .optional()
    .meta({ description: 'The phase is `error` because the administrator has cancelled' }),
});
export type RebuildProgress = z.infer<typeof RebuildProgress>;

/** Progress of the rebuild of one article (SSE event `progress`); the stream ends after `done` and `error`. */
export const ArticleProgress = z.looseObject({
  stage: z.enum(['fetching_content', 'chunking', 'keywords', 'embedding', 'done', 'error']),
  error: z.string(),
  ...withExplanation,
  chunks: z.int(),
  percent: z.int().min(0).max(100),
});
export type ArticleProgress = z.infer<typeof ArticleProgress>;

/** Percentage of each stage. */
export const stagePercent: Record<ArticleProgress['stage'], number> = {
  fetching_content: 5,
  chunking: 10,
  keywords: 20,
  embedding: 60,
  done: 100,
  error: 0,
};

export const KnowledgeStats = z.looseObject({
  chunkCount: z.int(),
  status: z.enum(['indexing', 'idle']),
  indexedArticles: z.int(),
  failedArticles: z.int(),
  keywordChunks: z.int(),
  totalArticles: z.int(),
  heldArticles: z.int().optional().meta({
    description:
      'Articles of the site that vanished in an implausible number; they stay until their removal is confirmed',
  }),
  heldInSources: z.int().optional().meta({
    description: 'The same of further sources, each of which is confirmed by itself',
  }),
  embedding: z
    .string()
    .optional()
    .meta({ description: 'Model and dimensions of the vectors; empty without vectors' }),
  plannedEmbedding: z
    .string()
    .optional()
    .meta({ description: 'The same of the index that is due or being built' }),
  estimatedTokens: z
    .int()
    .optional()
    .meta({ description: 'Tokens that the planned index will send to its model' }),
  outdated: z
    .boolean()
    .optional()
    .meta({ description: 'The settings are others than those the index was built with' }),
  rebuildFailure: z
    .object({
      error: z.string(),
      ...withExplanation,
      endedAt: z.int().optional().meta({ description: 'Epoch milliseconds' }),
    })
    .optional()
    .meta({ description: 'Why and when the last full rebuild failed; the index before it serves' }),
  vectors: z
    .object({
      state: z.enum(['none', 'waiting', 'building', 'complete', 'failing']),
      reason: z.string().optional(),
    })
    .optional()
    .meta({
      description:
        'What becomes of the vectors of the chosen model; until they are complete, words alone are searched',
    }),
  rebuild: z
    .object({
      passages: z.int(),
      embeddingCalls: z.int(),
      estimatedTokens: z.int(),
      keywordCalls: z.int(),
    })
    .optional()
    .meta({
      description: 'What the rebuild that is due or can be asked for will make and ask of models, estimated',
    }),
});
export type KnowledgeStats = z.infer<typeof KnowledgeStats>;

export const SidebarStats = z.looseObject({
  chunks: z.int(),
  indexed: z.int(),
  failed: z.int(),
  enhancementActive: z.int().min(0).max(4),
  enhancementTotal: z.int(),
});

export const IndexedArticle = z.looseObject({
  postName: z.string(),
  title: z.string(),
  status: z.enum(['indexed', 'not_indexed', 'failed']),
  chunkCount: z.int(),
  keywordChunks: z.int(),
  keywordStatus: z.enum(['', 'ok', 'truncated', 'failed']),
  keywordTruncated: z.int(),
  createTime: instant,
  updateTime: instant,
  indexedTime: instant.optional().meta({
    description:
      'ISO-8601 instant with Z at which the index last took the article in; absent when it is not indexed',
  }),
  error: z.string().optional().meta({ description: 'Why it could not be indexed' }),
  ...withExplanation,
});
export type IndexedArticle = z.infer<typeof IndexedArticle>;

/** Without `size` the whole list is returned, for older pages. */
export const ArticleListQuery = z.object({
  page: wholeNumber(1, 1, pageLimits.page, 'Number of the page, counted from 1'),
  size: wholeNumber(0, 0, pageLimits.size, 'Entries of a page; 0 for all'),
  sort: timeOrder,
  status: queryWord(['all', 'indexed', 'not_indexed', 'failed'], 'all', 'State in the index'),
  keyword: keywordFilter,
});

export const ArticleList = z.looseObject({
  articles: z.array(IndexedArticle),
  total: z.int().meta({ description: 'Articles that match the filters' }),
  totalArticles: z.int(),
  indexedArticles: z.int(),
  failedArticles: z.int(),
  notIndexedArticles: z.int(),
});

export const Chunk = z.looseObject({
  id: z.string(),
  postId: z.string(),
  content: z.string(),
  chunkIndex: z.int().meta({ description: 'Counted from 0' }),
  keywords: z.string().meta({ description: 'Separated by commas; empty when there are none' }),
  headingPath: z
    .array(z.string())
    .optional()
    .meta({ description: 'Headings above the passage, outermost first' }),
  anchor: z
    .string()
    .optional()
    .meta({ description: 'Id of the heading on the page; empty where there is none' }),
  tokens: z.int().optional().meta({ description: 'Estimated tokens of the passage' }),
});
export type Chunk = z.infer<typeof Chunk>;

/** Maximum of passages in a reply. */
export const chunksShown = 1000;

const ArticleChunks = z.looseObject({ postName: z.string(), chunks: z.array(Chunk).max(chunksShown) });

/** Preview of an article's chunks with settings that are not saved. */
export const ChunkPreviewRequest = z.object({
  chunking: z
    .unknown()
    .optional()
    .transform((value): unknown => ({ chunking: value ?? {} }))
    .pipe(ConfigPatch)
    .transform((patch) => patch.chunking ?? {})
    .meta({ description: 'Fields of the chunking group, in the shape of a save; nothing is saved' }),
});

/** Also returned when a rebuild cannot start, since older pages read `status`. */
export const RebuildReply = z.union([
  z.looseObject({ status: z.literal('started'), message: z.string() }),
  z.looseObject({
    success: z.literal(false),
    status: z.enum(['already_indexing', 'error']),
    message: z.string(),
    ...withExplanation,
  }),
]);

export const knowledge = group('knowledge', 'console', {
  rebuild: post('/knowledge/reindex', {
    summary: 'Start a full rebuild of the index; the old index serves until the new one is whole',
    decode: 'none',
    reply: json(RebuildReply),
  }),
  cancelRebuild: post('/knowledge/reindex/cancel', {
    summary: 'Cancel the full rebuild that runs, wherever it runs; the old index goes on serving',
    decode: 'none',
    reply: json(z.looseObject({ success: z.literal(true), message: z.string() })),
  }),
  rebuildProgress: get('/knowledge/reindex/progress', {
    summary: 'Watch the full rebuild; the first event is the current state',
    reply: stream('progress', 'explanation', 'error'),
    errors: { style: 'progress-stream' },
  }),
  stats: get('/knowledge/stats', {
    summary: 'Figures of the index',
    reply: json(KnowledgeStats),
  }),
  sidebarStats: get('/knowledge/sidebar-stats', {
    summary: 'The most important figures of the index',
    reply: json(SidebarStats),
  }),
  articles: get('/knowledge/articles', {
    summary: 'Published public articles and what the index holds of them',
    query: ArticleListQuery,
    reply: json(ArticleList),
  }),
  chunks: get('/knowledge/articles/{name}/chunks', {
    summary: 'Passages of one article in reading order; none when the article is unknown',
    params: oneArticle,
    reply: json(ArticleChunks),
  }),
  previewChunks: post('/knowledge/articles/{name}/preview-chunks', {
    summary: 'Passages of one article as other chunking settings would cut it; calls no model, saves nothing',
    params: oneArticle,
    body: ChunkPreviewRequest,
    reply: json(ArticleChunks.extend({ total: z.int().meta({ description: 'Passages in all' }) })),
  }),
  rebuildArticle: post('/knowledge/reindex-post/{name}', {
    summary: 'Rebuild one article and answer when it is done',
    params: oneArticle,
    decode: 'none',
    reply: json(z.looseObject({ success: z.literal(true), chunkCount: z.int(), message: z.string() })),
  }),
  rebuildArticleProgress: get('/knowledge/reindex-post/{name}/progress', {
    summary: 'Rebuild one article and watch it; every connection starts a rebuild',
    params: oneArticle,
    reply: stream('progress', 'explanation', 'error'),
    errors: { style: 'progress-stream' },
  }),
  pathRules: get('/knowledge/path-rules', {
    summary:
      'Rules by which paths name languages and versions: the saved ones, and those that the addresses suggest',
    reply: json(PathRuleReadings),
  }),
  confirmRemoval: post('/knowledge/confirm-removal', {
    summary: 'Agree that the articles that vanished at once are gone; they leave the index',
    decode: 'none',
    reply: json(z.looseObject({ success: z.literal(true), count: z.int(), message: z.string() })),
  }),
  clearArticle: post('/knowledge/clear-post/{name}', {
    summary: 'Take one article out of the index',
    params: oneArticle,
    decode: 'none',
    reply: json(z.looseObject({ success: z.literal(true), message: z.string() })),
  }),
});
