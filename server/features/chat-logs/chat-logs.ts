import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  ChatLog,
  ChatLogFilter,
  ChatLogPage,
  ChatLogQuery,
  ChatLogStats,
  ChatLogStatsQuery,
  Replay,
} from '../../../contract/chat-logs.ts';
import type { ConfigGroups } from '../../../contract/config-groups.ts';
import type { Implementation } from '../../http/implement.ts';
import type { Database } from '../../kit/database.ts';
import { invalid, notFound, unavailable } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { newLog, storable, type AnswerEnd, type LogQuestion } from './entry.ts';
import { filterOf, spanOf } from './filter.ts';
import { dayMs, keyAt } from './order-key.ts';
import { maskPersonalData } from './privacy.ts';
import { sideBySide, type AnswerWithoutLog } from './replay.ts';
import { chatLogRoutes } from './routes.ts';
import { statsOf, statsSpans } from './stats.ts';
import { createChatLogStore } from './store.ts';
import type { LogFilter } from './store/reading.ts';
import type { LoggedQuestion } from './store/rows.ts';
import { wireLog } from './wire-log.ts';

export { chatLogMigrations } from './store/tables.ts';
export type { AnswerWithoutLog } from './replay.ts';
export type { LoggedQuestion } from './store/rows.ts';

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
export interface ChatLogs {
  readonly routes: Implementation;
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
  /** Lets running deletions end at their next batch. */
  close(): Promise<void>;
}

export interface ChatLogDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: { read(group: 'privacy'): Promise<ConfigGroups['privacy']> };
  /** Secret of the installation that addresses are hashed with. */
  readonly addressKey: string;
  /** Whether anything can be written. */
  readonly health?: Database['health'];
  /** Needed for replays only. */
  readonly answer?: AnswerWithoutLog;
}

/** Logs read at once for an export, and deleted at once: some milliseconds each, with a turn for everybody else between. */
const walkSize = 200;
const sweepSize = 200;
/** Questions without their answers are narrow. */
const questionSize = 500;

export function createChatLogs({ db, clock, config, addressKey, health, answer }: ChatLogDeps): ChatLogs {
  const store = createChatLogStore(db);
  const stopping = new AbortController();
  const sweeps = new Set<Promise<number>>();

  const sweep = async (filter: LogFilter): Promise<number> => {
    let deleted = 0;
    for await (const gone of store.sweep(filter, sweepSize)) {
      deleted += gone;
      if (stopping.signal.aborted) throw unavailable('The service is stopping; some logs are left');
      await nextTurn();
    }
    return deleted;
  };

  const tracked = (running: Promise<number>): Promise<number> => {
    sweeps.add(running);
    return running.finally(() => void sweeps.delete(running));
  };

  const read = async (id: string): Promise<ChatLog> => {
    const log = await store.find(id);
    if (!log) throw notFound('Chat log');
    return wireLog(log);
  };

  const logs: Omit<ChatLogs, 'routes'> = {
    async assertRoom() {
      const state = await health?.();
      if (state?.code === 'disk_full') throw unavailable(state.reason);
    },

    begin(asked) {
      const id = newId();
      let written: Promise<void> | undefined;
      const write = async (end: AnswerEnd) => {
        await logs.assertRoom();
        await store.add([
          await newLog(id, clock.now(), asked, end, await config.read('privacy'), addressKey),
        ]);
      };
      return { id, finish: (end) => (written ??= write(end)) };
    },

    async feedback({ logId, type, comment }) {
      if (logId === '') throw invalid('logId must not be empty');
      if (type !== 'like' && type !== 'dislike') throw invalid('type must be like or dislike');
      const { maskPersonalData: masks } = await config.read('privacy');
      const stored = storable(masks ? maskPersonalData(comment) : comment);
      if (!(await store.rate(storable(logId), { type, comment: stored, at: clock.now() })))
        throw notFound('Chat log');
      return { success: true };
    },

    async page({ page, size, ...filter }) {
      const found = await store.page(filterOf(filter), page * size, size);
      const items = await Promise.all(found.logs.map(wireLog));
      return { items, total: found.total, page, size, ...(found.capped && { totalIsLowerBound: true }) };
    },

    async stats({ from, to, kind }) {
      const facets = kind === 'all' ? {} : { kind };
      const spans = statsSpans(spanOf(from, to), clock.now());
      return statsOf({
        asked: await store.count(spans.asked, facets),
        week: await store.count(spans.week, facets),
        today: await store.count(spans.today, facets),
        yesterday: await store.count(spans.yesterday, facets),
      });
    },

    read,

    async *walk(filter) {
      for await (const batch of store.walk(filterOf(filter), walkSize))
        yield await Promise.all(batch.map(wireLog));
    },

    questions: ({ from, below }) => store.questions({ from: keyAt(from), below: keyAt(below) }, questionSize),

    async replay(id, signal) {
      const log = await read(id);
      if (!answer) throw unavailable('There is nothing to answer with');
      const today = await answer({ question: log.question, kind: log.kind ?? 'chat', signal });
      return sideBySide(log, today, clock.now());
    },

    remove: (id) => store.remove(id),

    clear: (filter) => tracked(sweep(filterOf(filter))),

    async everyDay() {
      const { logRetentionDays: days } = await config.read('privacy');
      if (days === 0) return 0;
      const kept = new Date(clock.now() - days * dayMs).toISOString();
      return tracked(sweep({ span: spanOf('', kept), facets: {} }));
    },

    async close() {
      stopping.abort();
      await Promise.allSettled(sweeps);
    },
  };
  return { ...logs, routes: chatLogRoutes(logs, clock) };
}
