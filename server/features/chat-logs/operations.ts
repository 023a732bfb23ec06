import type {
  ChatConversationPage,
  ChatLog,
  ChatLogFilter,
  ChatLogPage,
  ChatLogQuery,
  ChatLogStats,
  Replay,
  RetentionPreview,
} from '../../../contract/chat-logs.ts';
import type { Feature } from '../../http/implement.ts';
import type { AnswerEnd, LogQuestion } from './new-entry.ts';
import type { StatsAsked } from './stats.ts';
import type { LoggedQuestion } from './store/rows.ts';

/** The log of one running answer. */
export interface LogEntry {
  readonly id: string;
  /**
   * Writes the log; once, however often it is called. When it resolves, the log survives `kill -9` and accepts
   * feedback, so call it before the client learns the id. Nothing is written earlier; the cost of an answer cut off by
   * `kill -9` is in the ledger. Resolves with false when the answer was only counted, as repeated refusals and small talk are.
   */
  finish(end: AnswerEnd): Promise<boolean>;
}

/** A conversation until one of its logs. */
export interface PlaceInLogs {
  readonly conversation: number;
  /** Sort key of that log. */
  readonly until: number;
}

/** Logs of questions and answers. */
export interface ChatLogs extends Feature {
  /**
   * Throws `unavailable` while there is no room for another log, so that nothing is spent on an answer that cannot be
   * logged.
   */
  assertRoom(): Promise<void>;
  /** Starts the log of a question. */
  begin(asked: LogQuestion): LogEntry;
  /** Rates an answer; replaces an earlier rating. Throws `invalid` and `not-found`. */
  feedback(given: {
    readonly logId: string;
    readonly type: unknown;
    readonly comment: string;
  }): Promise<{ success: true }>;
  page(query: ChatLogQuery): Promise<ChatLogPage>;
  conversations(query: ChatLogQuery): Promise<ChatConversationPage>;
  /** The conversation that a client names by its id, as it stands now; `undefined` while nothing of it is logged. */
  shareable(conversationId: string): Promise<PlaceInLogs | undefined>;
  /** What was asked on pages in a conversation until then, the oldest question first, at most the last `most`; without traces. */
  said(place: PlaceInLogs, most: number): Promise<readonly ChatLog[]>;
  /** Those of some conversations of which a log is left. */
  withLogs(conversations: readonly number[]): Promise<ReadonlySet<number>>;
  stats(query: StatsAsked): Promise<ChatLogStats>;
  /** Counts the logs that a retention of so many days would delete; 0 keeps all. */
  retention(days: number): Promise<RetentionPreview>;
  /** Throws `not-found`. */
  read(id: string): Promise<ChatLog>;
  /** All logs that match the filter, newest first, in small batches. */
  batches(filter: ChatLogFilter): AsyncGenerator<readonly ChatLog[]>;
  /**
   * Outcomes of the questions whose answers ended in `[from, below)` (epoch milliseconds), newest first, in batches.
   */
  questions(span: {
    readonly from: number;
    readonly below: number;
  }): AsyncGenerator<readonly LoggedQuestion[]>;
  /** Answers the question of a log again. Throws `not-found`, and `unavailable` when answering is not possible here. */
  replay(id: string, signal: AbortSignal): Promise<Replay>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  /** Deletes matching logs; resolves with their number. Throws `unavailable` when the service stops meanwhile. */
  clear(filter: ChatLogFilter): Promise<number>;
  /** Deletes logs older than `privacy.logRetentionDays`; resolves with their number. */
  everyDay(): Promise<number>;
}
