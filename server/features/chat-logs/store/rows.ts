import type { Kysely } from 'kysely';
import { timeOf } from '../sort-key.ts';
import type { ChatLogTables, Facet } from './tables.ts';

/** A stored log. Times are epoch milliseconds; texts contain no NUL. */
export interface StoredLog extends Facet {
  readonly id: string;
  /** End of the answer. */
  readonly at: number;
  readonly streamed: boolean;
  /** The API by which it was asked; `''` for a page. */
  readonly askedBy: 'mcp' | 'v1' | '';
  /** Missing in logs from before conversations were stored; each of them is a conversation of its own. */
  readonly conversation: number | undefined;
  readonly address: string;
  readonly userAgent: string;
  readonly question: string;
  readonly answer: string;
  /** JSON text. */
  readonly citations: string;
  readonly intent: string;
  /** Compressed, see stored-trace.ts. */
  readonly trace: Uint8Array;
  readonly durationMs: number;
  readonly promptTokens: number | undefined;
  readonly completionTokens: number | undefined;
  readonly error: string;
  /** Names of notices, separated by blanks. */
  readonly notices: string;
  readonly feedbackAt: number;
  readonly feedbackComment: string;
}

/** Outcome of a logged question, without the answer and its trace. */
export interface LoggedQuestion extends Pick<
  StoredLog,
  'id' | 'at' | 'kind' | 'feedback' | 'state' | 'address' | 'question' | 'intent'
> {
  /** True when the answer cites at least one article. */
  readonly cited: boolean;
}

/** A log without a rating. */
export type NewLog = Omit<
  StoredLog,
  'feedback' | 'feedbackAt' | 'feedbackComment' | 'askedBy' | 'conversation'
> &
  Partial<Pick<StoredLog, 'askedBy' | 'conversation'>>;

export const unratedFacet = ({ kind, model, state }: NewLog): Facet => ({
  kind,
  model,
  state,
  feedback: 'none',
});

export const contentsOf = (seq: number, log: NewLog): ChatLogTables['chat_log_contents'] => ({
  seq,
  address: log.address,
  user_agent: log.userAgent,
  question: log.question,
  answer: log.answer,
  citations: log.citations,
  intent: log.intent,
  trace: log.trace,
  duration_ms: log.durationMs,
  prompt_tokens: log.promptTokens ?? null,
  completion_tokens: log.completionTokens ?? null,
  error: log.error,
  notices: log.notices,
});

export const selectLogs = (db: Kysely<ChatLogTables>) =>
  db
    .selectFrom('chat_logs')
    .innerJoin('chat_log_contents', 'chat_log_contents.seq', 'chat_logs.seq')
    .innerJoin('chat_log_facets', 'chat_log_facets.id', 'chat_logs.facet')
    .selectAll('chat_log_contents')
    .select([
      'chat_logs.id',
      'streamed',
      'asked_by',
      'conversation',
      'feedback_at',
      'feedback_comment',
      'kind',
      'model',
      'feedback',
      'state',
    ]);

export const selectQuestions = (db: Kysely<ChatLogTables>) =>
  db
    .selectFrom('chat_logs')
    .innerJoin('chat_log_contents', 'chat_log_contents.seq', 'chat_logs.seq')
    .innerJoin('chat_log_facets', 'chat_log_facets.id', 'chat_logs.facet')
    .select(['chat_logs.seq', 'chat_logs.id', 'kind', 'feedback', 'state', 'address', 'question', 'intent'])
    .select((eb) => eb.case().when('citations', '=', '[]').then(0).else(1).end().as('cited'));

type QuestionRow = Awaited<ReturnType<ReturnType<typeof selectQuestions>['execute']>>[number];

export const questionOf = ({ seq, cited, ...row }: QuestionRow): LoggedQuestion => ({
  ...row,
  at: timeOf(seq),
  cited: cited === 1,
});

type Row = Awaited<ReturnType<ReturnType<typeof selectLogs>['execute']>>[number];

export const logOf = (row: Row): StoredLog => ({
  id: row.id,
  at: timeOf(row.seq),
  kind: row.kind,
  model: row.model,
  feedback: row.feedback,
  state: row.state,
  streamed: row.streamed === 1,
  askedBy: row.asked_by,
  conversation: row.conversation ?? undefined,
  address: row.address,
  userAgent: row.user_agent,
  question: row.question,
  answer: row.answer,
  citations: row.citations,
  intent: row.intent,
  trace: row.trace,
  durationMs: row.duration_ms,
  promptTokens: row.prompt_tokens ?? undefined,
  completionTokens: row.completion_tokens ?? undefined,
  error: row.error,
  notices: row.notices,
  feedbackAt: row.feedback_at,
  feedbackComment: row.feedback_comment,
});
