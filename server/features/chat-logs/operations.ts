import type {
  ChatLog,
  ChatLogFilter,
  ChatLogPage,
  ChatLogQuery,
  ChatLogStats,
  ChatLogStatsQuery,
  Replay,
} from '../../../contract/chat-logs.ts';
import type { Feature } from '../../http/implement.ts';
import type { AnswerEnd, LogQuestion } from './new-entry.ts';
import type { LoggedQuestion } from './store/rows.ts';

/** The log of one question on its way. */
export interface LogEntry {
  readonly id: string;
  /**
   * Writes the log, once however often it is called; when this resolves it survives `kill -9` and feedback finds it, so
   * it has to come before the reader learns the id. There is no earlier write: until then nobody knows of the log, and
   * what an answer cut off by `kill -9` has cost stands in the ledger.
   */
  finish(end: AnswerEnd): Promise<void>;
}

/** The record of what visitors asked and were answered. */
export interface ChatLogs extends Feature {
  /** Throws `unavailable` while there is no room for another log: nothing should be spent on its answer then. */
  assertRoom(): Promise<void>;
  /** Opens the log of a question. */
  begin(asked: LogQuestion): LogEntry;
  /** Rates an answer, in place of an earlier rating. Throws `invalid` and `not-found`. */
  feedback(given: {
    readonly logId: string;
    readonly type: unknown;
    readonly comment: string;
  }): Promise<{ success: true }>;
  page(query: ChatLogQuery): Promise<ChatLogPage>;
  stats(query: ChatLogStatsQuery): Promise<ChatLogStats>;
  /** Throws `not-found`. */
  read(id: string): Promise<ChatLog>;
  /** All logs that pass the filter, newest first, in small batches. */
  walk(filter: ChatLogFilter): AsyncGenerator<readonly ChatLog[]>;
  /** How the questions fared whose answers ended in `[from, below)` (epoch milliseconds), newest first, in batches. */
  questions(span: {
    readonly from: number;
    readonly below: number;
  }): AsyncGenerator<readonly LoggedQuestion[]>;
  /** Answers the question of a log again. Throws `not-found`, and `unavailable` where there is nothing to answer with. */
  replay(id: string, signal: AbortSignal): Promise<Replay>;
  remove(id: string): Promise<void>;
  /** Deletes the logs that pass the filter; resolves with their number. Throws `unavailable` when the service stops meanwhile. */
  clear(filter: ChatLogFilter): Promise<number>;
  /** Deletes logs older than `privacy.logRetentionDays`; resolves with their number. */
  everyDay(): Promise<number>;
}
