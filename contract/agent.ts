import { z } from 'zod';
import { withExplanation } from './explanations/explain.ts';
import { del, empty, get, group, json, post } from './endpoint.ts';
import { instant, wholeNumber } from './paging.ts';

/** Bounds to which a request is clamped, and defaults (spec 2.13). */
export const agentLimits = {
  days: { min: 1, max: 180, fallback: 30 },
  maxLogs: { min: 10, max: 100, fallback: 80 },
  maxTokens: { min: 1000, max: 8000, fallback: 5000 },
  /** Open gaps that a task asks about again, and questions of each: an answer each. */
  retested: { gaps: 10, questions: 2 },
} as const;

const clamped = ({
  min,
  max,
  fallback,
}: {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}) => wholeNumber(fallback, min, max);

/** Numbers may be strings; out-of-range ones are clamped. */
export const AgentRun = z.object({
  days: clamped(agentLimits.days),
  maxLogs: clamped(agentLimits.maxLogs),
  maxTokens: clamped(agentLimits.maxTokens),
});
export type AgentRun = z.infer<typeof AgentRun>;

export const AgentMetrics = z.looseObject({
  days: z.int(),
  sampledLogs: z.int(),
  maxLogs: z.int(),
  publishedPosts: z.int(),
  dislikedAnswers: z.int(),
  noCitationAnswers: z.int(),
  searchQuerySource: z
    .string()
    .meta({ description: 'Where searches without results came from, or not_available' }),
  windowLogs: z.int().optional().meta({ description: 'Logs of the whole window, all of them read' }),
  notCoveredAnswers: z.int().optional(),
  partialAnswers: z.int().optional(),
  emptySearches: z.int().optional().meta({ description: 'Keyword searches that found nothing' }),
  technicalFailures: z.int().optional().meta({ description: 'Answers that failed or were limited: no gaps' }),
  clusters: z.int().optional().meta({ description: 'Groups of questions that ask for the same' }),
  checkedGaps: z.int().optional().meta({ description: 'Gaps whose questions were asked again' }),
  closedGaps: z.int().optional().meta({ description: 'Gaps found closed by asking again' }),
});
export type AgentMetrics = z.infer<typeof AgentMetrics>;

/** Metrics are `{}` until they are known. */
const metrics = z.union([AgentMetrics, z.strictObject({})]);

export const AgentStep = z.looseObject({
  name: z.string(),
  status: z.enum(['pending', 'running', 'done', 'failed']),
  percent: z.int().min(0).max(100).optional(),
  detail: z.string(),
});
export type AgentStep = z.infer<typeof AgentStep>;

/** Number of questions in a gap by reason. */
export const GapReasons = z.object({
  disliked: z.int(),
  not_covered: z.int(),
  partial: z.int(),
  no_citation: z.int(),
  empty_search: z.int(),
});
export type GapReasons = z.infer<typeof GapReasons>;

/** The counts of a gap that accompany the report's text. */
const counted = {
  gapId: z.string(),
  asks: z.int().meta({ description: 'One visitor asking the same again on one day counts once' }),
  visitors: z.int().meta({ description: 'Different addresses among those who asked' }),
  answered: z.int().meta({ description: 'Times the same wordings were answered well in the window' }),
  points: z.number().meta({ description: 'What the priority was decided by' }),
  reasons: GapReasons,
  trend: z.enum(['rising', 'steady', 'falling']),
};

const article = z.object({ postId: z.string(), title: z.string(), url: z.string() });

export const ContentGap = z.looseObject({
  title: z.string(),
  priority: z.enum(['high', 'medium', 'low']),
  type: z.enum(['new_article', 'update_article', 'faq', 'internal_link']),
  evidence: z.array(z.string()),
  reason: z.string(),
  suggestedAction: z.string(),
  outline: z.array(z.string()),
  note: z.string().optional().meta({ description: 'The part of `reason` that the counts do not say' }),
  byModel: z.boolean().optional().meta({ description: 'A language model wrote title, outline and advice' }),
  ...z.object(counted).partial().shape,
  article: article.optional().meta({ description: 'The nearest article of the site' }),
});
export type ContentGap = z.infer<typeof ContentGap>;

export const AgentReport = z.looseObject({
  summary: z.string(),
  steps: z.array(AgentStep),
  contentGaps: z.array(ContentGap),
  articleUpdates: z.array(
    z.looseObject({
      articleTitle: z.string(),
      reason: z.string(),
      suggestion: z.string(),
      ...article.omit({ title: true }).partial().shape,
      heading: z.string().optional().meta({ description: 'The part of the article that comes nearest' }),
    }),
  ),
  nextActions: z.array(z.string()),
  limitations: z.array(z.string()),
});
export type AgentReport = z.infer<typeof AgentReport>;

export const AgentTask = z.looseObject({
  taskId: z.string(),
  taskType: z.literal('content-gap'),
  status: z.enum(['running', 'success', 'failed']),
  summary: z.string().meta({ description: 'The step in work, later the summary of the report' }),
  error: z.string(),
  ...withExplanation,
  progress: z.int().min(0).max(100),
  currentStep: z.string(),
  createdAt: instant,
  completedAt: instant,
  durationMs: z.int().meta({ description: '0 while running' }),
  metrics,
  steps: z.array(AgentStep),
  cancelled: z.boolean().optional().meta({ description: 'It failed because an administrator stopped it' }),
});
export type AgentTask = z.infer<typeof AgentTask>;

export const AgentTaskDetail = z.looseObject({
  ...AgentTask.shape,
  success: z.boolean().optional().meta({ description: 'Absent while the task runs' }),
  template: z.literal('content-gap'),
  input: z
    .looseObject({
      days: z.int().optional(),
      maxLogs: z.int().optional(),
      maxTokens: z.int().optional(),
      generatedAt: z.string().optional(),
      metrics: z.unknown().optional(),
      logs: z.unknown().optional(),
      posts: z.unknown().optional(),
    })
    .meta({ description: 'What was asked for; later the metrics and the logs that were read' }),
  report: AgentReport,
});
export type AgentTaskDetail = z.infer<typeof AgentTaskDetail>;

/** A gap as it is remembered from task to task. */
export const RememberedGap = z.looseObject({
  ...counted,
  status: z
    .enum(['open', 'still_open', 'closed'])
    .meta({ description: 'still_open: asked again after the site had changed, and not answered' }),
  title: z.string(),
  priority: z.enum(['high', 'medium', 'low']),
  type: z.enum(['new_article', 'update_article', 'faq', 'internal_link']),
  questions: z.array(z.object({ question: z.string(), asks: z.int() })),
  article: article.optional(),
  firstSeen: instant,
  lastSeen: instant,
  closedAt: instant,
  checked: z
    .boolean()
    .meta({ description: 'Its questions were asked again at least once since it was open' }),
  checks: z
    .array(
      z.object({ at: instant, question: z.string(), outcome: z.enum(['answered', 'open']), how: z.string() }),
    )
    .meta({ description: 'The newest times its questions were asked again, newest first' }),
});
export type RememberedGap = z.infer<typeof RememberedGap>;

const oneGap = z.object({ gapId: z.string().max(80).meta({ description: 'Id of the gap' }) });
const oneTask = z.object({ taskId: z.string().max(80).meta({ description: 'Id of the task' }) });

export const agent = group('agent', 'console', {
  run: post('/agent/content-gap/run', {
    summary: 'Look for questions the site leaves open, in the background',
    body: AgentRun,
    reply: json(AgentTaskDetail),
  }),
  tasks: get('/agent/tasks', {
    summary: 'Every task, newest first',
    reply: json(z.array(AgentTask)),
  }),
  task: get('/agent/tasks/{taskId}', {
    summary: 'One task with its report',
    params: oneTask,
    reply: json(AgentTaskDetail),
  }),
  cancel: post('/agent/tasks/{taskId}/cancel', {
    summary: 'Stop a task that runs; one that has ended stays as it is',
    params: oneTask,
    decode: 'none',
    reply: json(AgentTaskDetail),
  }),
  gaps: get('/agent/gaps', {
    summary: 'The gaps that tasks remember, open ones first',
    reply: json(z.array(RememberedGap)),
  }),
  forget: del('/agent/gaps/{gapId}', {
    summary: 'Forget a gap and its questions',
    params: oneGap,
    reply: empty,
  }),
  remove: del('/agent/tasks/{taskId}', {
    summary: 'Delete the record of a task; a running one is stopped first',
    params: oneTask,
    reply: empty,
  }),
});
