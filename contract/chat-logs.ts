import { z } from 'zod';
import { AnswerState, AnswerSummary, Citation } from './articles/articles.ts';
import { exactInstant } from './dates.ts';
import { del, document, get, group, json, post } from './endpoint.ts';
import { TraceStage } from './events.ts';
import { knownInstant, pageLimits, queryChoice, queryFilter, queryWord, wholeNumber } from './paging.ts';
import { must, says } from './wording.ts';

/** Limits of spec 8; pages count from 0. `traceBytes`: maximum JSON size of a stored trace. */
export const chatLogLimits = { size: 100, questionLength: 500, traceBytes: 64 * 1024 } as const;

const feedbackFilters = ['all', 'like', 'dislike', 'none'] as const;
/** Who asks beside visitors and programs: an editor in the debug trace, and an evaluation. */
const ownAskers = ['editor', 'evaluation'] as const;
/** `all` is what visitors and programs have asked: no figure counts the questions of the house unless they are named. */
const kindFilters = ['all', 'chat', 'search', ...ownAskers] as const;
const stateFilters = ['all', ...AnswerState.options] as const;

const question = queryFilter
  .transform((text) => text.slice(0, chatLogLimits.questionLength))
  .meta({ description: 'Part of the question, in any case; blanks and punctuation only part words' });

/** Selects the logs of an operation; both bounds are exclusive. */
const filter = {
  from: exactInstant,
  to: exactInstant,
  model: queryFilter.meta({ description: 'Exact name; unknown = answered without a model of its own' }),
  feedbackType: queryWord(feedbackFilters, 'all', 'Rating of the visitor; none for unrated answers'),
  question,
  answerState: queryChoice(stateFilters, 'all', 'How far the articles supported the answer'),
  kind: queryChoice(
    kindFilters,
    'all',
    'Where the question was asked; all is chat and search, without questions of editors and evaluations',
  ),
} as const;

export const ChatLogFilter = z.object(filter);
export type ChatLogFilter = z.infer<typeof ChatLogFilter>;

export const ChatLogQuery = z.object({
  page: wholeNumber(0, 0, pageLimits.page, 'Number of the page, counted from 0'),
  size: wholeNumber(20, 1, chatLogLimits.size, 'Entries of a page'),
  ...filter,
});
export type ChatLogQuery = z.infer<typeof ChatLogQuery>;

export const ChatLogStatsQuery = z.object({
  ...filter,
  days: wholeNumber(
    0,
    0,
    31,
    "The last days of the service's calendar, today last, of which daily has the figures",
  ),
});
export type ChatLogStatsQuery = z.infer<typeof ChatLogStatsQuery>;

const exactWord = <const W extends string>(words: readonly W[]) =>
  z.literal(words, { error: must('rule_one_of', { words: words.join(', ') }) }).optional();

const isGiven = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== null;

/** A filter that was sent says something; only one that was not sent is open. */
const given = <T extends z.ZodType>(value: T) =>
  z
    .unknown()
    .optional()
    .refine(isGiven, { error: must('rule_not_blank') })
    .pipe(value);

/**
 * Filter of the logs to delete, in the query or the body. Unknown and empty fields are refused, since a misspelt filter,
 * or one that the client had no value for, would delete more than intended.
 */
export const ChatLogClear = z.strictObject(
  {
    from: given(exactInstant),
    to: given(exactInstant),
    model: given(z.string({ error: must('rule_text') }).optional()).meta({
      description: 'Exact name; unknown = answered without a model of its own',
    }),
    feedbackType: exactWord(feedbackFilters).meta({
      description: 'Rating of the visitor; none for unrated answers',
    }),
    question: given(z.string({ error: must('rule_text') }).optional()).meta({
      description: 'Part of the question',
    }),
    answerState: exactWord(stateFilters).meta({ description: 'How far the articles supported the answer' }),
    kind: exactWord(kindFilters).meta({
      description:
        'Where the question was asked; all is chat and search, without questions of editors and evaluations',
    }),
  },
  {
    error: says('clear_fields', {
      words: 'from, to, model, feedbackType, question, answerState and kind',
    }),
  },
);
export type ChatLogClear = z.infer<typeof ChatLogClear>;

export const Feedback = z.looseObject({
  type: z.enum(['like', 'dislike']),
  comment: z.string(),
  timestamp: knownInstant,
});

/** Ways in which questions arrive that are logged. */
const askers = ['visitor', 'search', 'mcp', 'v1', ...ownAskers] as const;

/** One answered question. `traceStagesJson` is the JSON text of an array of trace stages. */
export const ChatLog = z.looseObject({
  id: z.string(),
  timestamp: knownInstant.meta({
    format: 'date-time',
    description: 'When the answer ended, ISO-8601 with Z',
  }),
  ip: z.string().meta({ description: 'Client address, or its keyed hash (hash:…)' }),
  userAgent: z.string(),
  question: z.string(),
  answer: z.string(),
  model: z.string(),
  citations: z.array(Citation),
  feedback: Feedback.optional(),
  traceIntent: z.string().optional().meta({ description: 'Route id, NORMAL_CHAT or CURATED_ANSWER' }),
  traceStagesJson: z.string().optional(),
  kind: z.enum(['chat', 'search']).optional(),
  conversationId: z.string().optional().meta({ description: 'The same for all questions of a conversation' }),
  askedBy: z.enum(askers).optional().meta({
    description:
      'Who asked: the widget or a page, the search box, a program by /mcp, one by /v1, an editor in the debug trace, or an evaluation',
  }),
  source: z.enum(['stream', 'chat', 'search']).optional().meta({ description: 'Which operation answered' }),
  answerState: AnswerState.optional(),
  durationMs: z.int().optional(),
  promptTokens: z.int().optional().meta({
    description:
      'As they were booked: by the provider, or estimated where it gave no figures or the call failed',
  }),
  completionTokens: z.int().optional(),
  error: z.string().optional().meta({ description: 'Class of the failure that ended the answer' }),
  notices: AnswerSummary.shape.notices,
  answeredBy: AnswerSummary.shape.answeredBy,
  cached: z.literal(true).optional().meta({
    description: 'A kept answer of the model was given again, without a call',
  }),
  curatedAnswer: z.string().optional().meta({ description: 'Id of the curated answer that was given' }),
});
export type ChatLog = z.infer<typeof ChatLog>;

export const ChatLogPage = z.looseObject({
  items: z.array(ChatLog),
  total: z.int(),
  page: z.int(),
  size: z.int(),
  totalIsLowerBound: z.literal(true).optional().meta({ description: 'There are more; counting stopped' }),
});
export type ChatLogPage = z.infer<typeof ChatLogPage>;

const AnswerStateCounts = z.record(z.string(), z.int());

/** A conversation with its questions, also those that the filters leave out. Traces are not among them. */
export const ChatConversation = z.looseObject({
  id: z.string(),
  questions: z.int().meta({ description: 'All questions of the conversation' }),
  matching: z.int().meta({ description: 'Those that pass the filters' }),
  turns: z
    .array(ChatLog.extend({ matches: z.boolean().meta({ description: 'It passes the filters' }) }))
    .meta({ description: 'The last hundred questions, the first one first' }),
});
export type ChatConversation = z.infer<typeof ChatConversation>;

export const ChatConversationPage = z.looseObject({
  items: z.array(ChatConversation),
  total: z.int().meta({ description: 'Conversations with a question that passes the filters' }),
  page: z.int(),
  size: z.int(),
  totalIsLowerBound: z.literal(true).optional().meta({ description: 'There are more; counting stopped' }),
});
export type ChatConversationPage = z.infer<typeof ChatConversationPage>;

/** `todayNew`, `yesterday` and `daily` are days of the server's calendar whatever `from` and `to` are. */
export const ChatLogStats = z.looseObject({
  totalLogs: z.int(),
  totalByModel: z.record(z.string(), z.int()),
  feedbackDistribution: z.object({ like: z.int(), dislike: z.int(), none: z.int() }),
  last7Days: z.int(),
  todayNew: z.int(),
  dislikeRate: z.number().meta({ description: 'Percent of the rated answers, two decimals' }),
  yesterday: z.object({ newLogs: z.int(), dislikes: z.int() }),
  totalByKind: z.object({ chat: z.int(), search: z.int() }).optional(),
  totalByAnswerState: AnswerStateCounts.optional(),
  totalIsLowerBound: z.literal(true).optional().meta({ description: 'There are more; counting stopped' }),
  daily: z
    .array(
      z.object({
        date: z.string().meta({ description: 'YYYY-MM-DD in the time zone of the service' }),
        total: z.int(),
        totalByAnswerState: AnswerStateCounts,
        feedbackDistribution: z.object({ like: z.int(), dislike: z.int(), none: z.int() }),
      }),
    )
    .optional()
    .meta({ description: 'The same figures of each of the last days, as asked with days; today last' }),
  onlyCounted: z.object({ limited: z.int(), smallTalk: z.int() }).optional().meta({
    description: 'Refused questions and small talk beyond the one of an address and hour that has a log',
  }),
});
export type ChatLogStats = z.infer<typeof ChatLogStats>;

/** What a retention would delete. */
export const RetentionPreview = z.looseObject({
  days: z.int(),
  logs: z.int().meta({ description: 'Number of logs that would be deleted' }),
  before: z.string().meta({ description: 'Logs from before this time would be deleted; empty for 0 days' }),
  deletedBy: z.string().meta({ description: 'The daily clean-up deletes them by this time' }),
});
export type RetentionPreview = z.infer<typeof RetentionPreview>;

const ReplaySide = z.looseObject({
  timestamp: knownInstant,
  answer: z.string(),
  model: z.string(),
  citations: z.array(Citation),
  answerState: AnswerState.optional(),
  durationMs: z.int().optional(),
  intent: z.string().optional(),
  trace: z.array(TraceStage),
});

/** A logged answer beside a new answer to its question. */
export const Replay = z.looseObject({
  id: z.string(),
  question: z.string(),
  kind: z.enum(['chat', 'search']),
  before: ReplaySide,
  after: ReplaySide,
});
export type Replay = z.infer<typeof Replay>;

const oneLog = z.object({ id: z.string().meta({ description: 'Id of the log' }) });

export const chatLogs = group('chat-logs', 'console', {
  list: get('/chat-logs', {
    summary: 'A page of chat logs, newest first',
    query: ChatLogQuery,
    reply: json(ChatLogPage),
  }),
  conversations: get('/chat-logs/conversations', {
    summary: 'A page of conversations with a question that passes the filters, the latest first',
    query: ChatLogQuery,
    reply: json(ChatConversationPage),
  }),
  stats: get('/chat-logs/stats', {
    summary: 'Figures of the chat logs',
    query: ChatLogStatsQuery,
    reply: json(ChatLogStats),
  }),
  retention: get('/chat-logs/retention', {
    summary: 'What keeping logs for so many days would delete at the next daily clean-up; deletes nothing',
    query: z.object({ days: wholeNumber(0, 0, 3650, 'Days that logs would be kept; 0 for ever') }),
    reply: json(RetentionPreview),
  }),
  export: get('/chat-logs/export', {
    summary: 'Every chat log that passes the filters, newest first, as CSV or JSON lines',
    query: z.object({
      ...filter,
      feedbackType: queryChoice(feedbackFilters, 'all', 'Rating of the visitor; none for unrated answers'),
      format: queryChoice(['csv', 'jsonl'], 'csv', 'A table, or a whole record of JSON in each line'),
    }),
    reply: document({ 'text/csv': null, 'application/x-ndjson': null }),
  }),
  read: get('/chat-logs/{id}', {
    summary: 'One chat log',
    params: oneLog,
    reply: json(ChatLog),
  }),
  remove: del('/chat-logs/{id}', {
    summary: 'Delete one chat log; an unknown one counts as deleted',
    params: oneLog,
    reply: json(z.looseObject({ deleted: z.literal(true) })),
    errors: { style: 'flag', flag: 'deleted' },
  }),
  replay: post('/chat-logs/{id}/replay', {
    summary: "Answer the question of a chat log again with today's configuration; may cost model calls",
    params: oneLog,
    decode: 'none',
    reply: json(Replay),
  }),
  clear: post('/chat-logs/clear', {
    summary: 'Delete the chat logs that pass the filters; all of them without one',
    query: ChatLogClear,
    decode: 'text',
    body: ChatLogClear,
    reply: json(z.looseObject({ cleared: z.literal(true), deleted: z.int() })),
    errors: { style: 'flag', flag: 'cleared' },
  }),
});
