import { z } from 'zod';
import { AnswerState, AnswerSummary, Citation, StructuredResult } from '../articles/articles.ts';
import { AskedFrom, pageAddress, Scope, scopeLimits } from '../articles/scope.ts';
import { group, json, post, stream } from '../endpoint.ts';
import { isWithin, must, mustFit } from '../wording.ts';

/** Limits of spec 8, in UTF-16 code units unless named. */
export const chatLimits = {
  messageLength: 4000,
  historyItems: 20,
  historyItemLength: 4000,
  intentRouteIdLength: 80,
  pageUrlLength: scopeLimits.pageLength,
  logIdLength: 80,
  conversationIdLength: 64,
  resumeKeyLength: 64,
  feedbackCommentLength: 200,
} as const;

export const HistoryItem = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });
export type HistoryItem = z.infer<typeof HistoryItem>;

/**
 * Normalizes a client's history: other roles and blank contents are dropped, a missing role becomes `user`, long
 * contents are cut, the newest 20 items stay.
 */
export const History = z
  .unknown()
  .optional()
  .transform((value) =>
    Array.isArray(value) ? value.flatMap(readHistoryItem).slice(-chatLimits.historyItems) : [],
  )
  .meta({
    description:
      'At most 20 items of {role: user | assistant, content: at most 4000 characters}; the newest are kept',
  });

function readHistoryItem(value: unknown): HistoryItem[] {
  if (typeof value !== 'object' || value === null || !('content' in value)) return [];
  const role = 'role' in value ? value.role : 'user';
  if (role !== 'user' && role !== 'assistant') return [];
  const { content } = value;
  const text = typeof content === 'number' || typeof content === 'boolean' ? String(content) : content;
  if (typeof text !== 'string' || text.trim() === '') return [];
  return [{ role, content: text.slice(0, chatLimits.historyItemLength) }];
}

const message = z
  .string({ error: must('rule_text') })
  .trim()
  .min(1, { error: must('rule_not_blank') })
  .max(chatLimits.messageLength, { error: mustFit(chatLimits.messageLength) })
  .refine(isWithin(chatLimits.messageLength), { error: mustFit(chatLimits.messageLength) })
  .meta({ description: 'The question' });

const intentRouteId = z
  .string({ error: must('rule_text') })
  .trim()
  .max(chatLimits.intentRouteIdLength, { error: mustFit(chatLimits.intentRouteIdLength) })
  .regex(/^[a-z0-9-]*$/, { error: must('rule_route_letters') })
  .nullish()
  .transform((id) => id || undefined)
  .meta({ description: 'Intent route that answers; without one it is chosen by the question' });

/** Invalid values count as missing: a question is answered whatever stands here. */
const conversationId = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'string' && value.length <= chatLimits.conversationIdLength && /^[\w-]{16,}$/.test(value)
      ? value
      : undefined,
  )
  .meta({
    description:
      'The same random text of 16 to 64 letters, digits, _ and - for all questions of one conversation; chat logs keep them together',
  });

const resumeKeyPattern = /^[\w-]{32,}$/;

/** Invalid values count as missing. */
const resumeKey = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'string' && value.length <= chatLimits.resumeKeyLength && resumeKeyPattern.test(value)
      ? value
      : undefined,
  )
  .meta({
    description:
      'A random text of 32 to 64 letters, digits, _ and -, new for each question: whoever knows it can read on after the connection was lost (`chat/stream/resume`)',
  });

/** Names an answer by its secret. */
export const ResumeRequest = z.object({
  resumeKey: z
    .string({ error: must('rule_text') })
    .max(chatLimits.resumeKeyLength, { error: mustFit(chatLimits.resumeKeyLength) })
    .regex(resumeKeyPattern, { error: must('rule_resume_key') })
    .meta({ description: 'The `resumeKey` that was sent with the question' }),
});

const pageUrl = pageAddress(
  'Path or address of the page that the visitor reads; its article is searched first',
);

/** A question of a visitor (spec 2.1). */
export const ChatRequest = z.object({
  message,
  history: History,
  intentRouteId,
  reasoningEnabled: z
    .boolean({ error: must('rule_switch') })
    .nullish()
    .meta({
      description: 'Whether the model may reason, where visitors may choose; the default is configured',
    }),
  scope: Scope,
  conversationId,
  resumeKey,
  pageUrl,
  askedFrom: AskedFrom,
  pageTask: z
    .enum(['ask', 'summarise'])
    .nullish()
    .catch(undefined)
    .meta({ description: 'With `pageUrl`: ask about that page, or summarise it' }),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/** An answer as one reply (spec 2.2); `error` replaces the rest when visitor chat is off. */
export const ChatReply = z.object({
  reply: z.string().optional().meta({ description: 'The answer in Markdown, with `[N]` markers' }),
  citations: z.array(Citation).optional(),
  kind: AnswerSummary.shape.kind,
  writtenBy: AnswerSummary.shape.writtenBy,
  answeredBy: AnswerSummary.shape.answeredBy,
  structuredResult: StructuredResult.optional(),
  answerState: AnswerState.optional(),
  quotes: AnswerSummary.shape.quotes,
  places: AnswerSummary.shape.places,
  nearest: AnswerSummary.shape.nearest,
  suggestions: AnswerSummary.shape.suggestions,
  notices: AnswerSummary.shape.notices,
  logId: z.string().optional().meta({ description: 'Id that feedback on this answer names' }),
  retryAfterSeconds: AnswerSummary.shape.retryAfterSeconds,
  limit: AnswerSummary.shape.limit,
  error: z
    .string()
    .optional()
    .meta({ description: 'Why there is no answer; the other fields are missing then' }),
});
export type ChatReply = z.infer<typeof ChatReply>;

const text = z
  .unknown()
  .optional()
  .transform((value: unknown) => (Array.isArray(value) ? value[0] : value))
  .transform((value: unknown) => (typeof value === 'string' ? value : undefined));

/** Spec 2.7: over-long ids and comments are cut; the answer is always 200 with `success`. */
export const FeedbackQuery = z.object({
  logId: text
    .transform((id) => (id ?? '').trim().slice(0, chatLimits.logIdLength))
    .meta({ description: 'The `logId` that came with the answer' }),
  type: z
    .unknown()
    .optional()
    .transform((type) => type ?? 'like')
    .meta({ description: '`like` or `dislike`' }),
  comment: text
    .transform((comment) => (comment ?? '').slice(0, chatLimits.feedbackCommentLength))
    .meta({ description: `Cut to ${chatLimits.feedbackCommentLength} characters` }),
});

const answerEvents = [
  'citations',
  'structured_result',
  'reasoning_start',
  'reasoning_delta',
  'reasoning_end',
  'progress',
  'answer_state',
  'logId',
  'error',
] as const;

export const chat = group('chat', 'public', {
  stream: post('/chat/stream', {
    summary: "Answer a visitor from the site's articles, streamed",
    body: ChatRequest,
    reply: stream(...answerEvents),
    errors: { style: 'chat-stream' },
    spends: true,
    alsoV2: true,
  }),
  resume: post('/chat/stream/resume', {
    summary:
      'Stream an answer again from its beginning, and go on with it while it is still written; no model is asked. 410 when it is gone',
    body: ResumeRequest,
    reply: stream(...answerEvents),
  }),
  stop: post('/chat/stream/stop', {
    summary: 'End an answer that is still written; leaving it with a `resumeKey` does not do that at once',
    body: ResumeRequest,
    reply: json(z.object({ stopped: z.boolean().meta({ description: 'False when it is not there' }) })),
  }),
  answer: post('/chat', {
    summary: "Answer a visitor from the site's articles in one reply",
    body: ChatRequest,
    reply: json(ChatReply),
    errors: { style: 'chat-reply' },
    spends: true,
    alsoV2: true,
  }),
  feedback: post('/chat/feedback', {
    summary: 'Like or dislike an answer',
    query: FeedbackQuery,
    decode: 'none',
    reply: json(z.object({ success: z.boolean(), error: z.string().optional() })),
    errors: { style: 'flag', flag: 'success', ok: true },
  }),
});
