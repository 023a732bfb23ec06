import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { dayAt, dayMs } from '../../kit/calendar.ts';
import type { Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import type { Feature } from '../../http/implement.ts';
import type { Jobs } from '../../work/jobs.ts';
import { createYieldWhenIdle } from '../../work/idle.ts';
import { unlessAborted } from '../../work/unless-aborted.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import type { AnswerWithoutLog, ChatLogs } from '../chat-logs/chat-logs.ts';
import type { KeywordSearch, Retrieve } from '../knowledge/knowledge.ts';
import { createEmptySearches } from './gaps/empty-searches.ts';
import { createNearest } from './gaps/nearest-article.ts';
import { agentRoutes } from './routes.ts';
import { createAgentStore } from './store.ts';
import { TaskInput, TaskState } from './task.ts';
import { createContentGapTask } from './content-gap-task.ts';
import { createOperations } from './operations.ts';

export { agentMigrations } from './store.ts';

export interface AgentDeps {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: {
    read<G extends 'privacy' | 'models'>(group: G): Promise<ConfigGroups[G]>;
  };
  /** Metered models. */
  readonly models: Models;
  readonly logs: Pick<ChatLogs, 'questions' | 'read'>;
  readonly retrieve: Retrieve;
  readonly search: KeywordSearch;
  readonly heads: () => Promise<readonly ArticleHead[]>;
  /** Answers as the chat would now, without writing a log. */
  readonly answer: AnswerWithoutLog;
  /** Masks personal data. */
  readonly mask: (text: string) => string;
  /** True when the index is ready; before that, a search without results means nothing. */
  readonly indexReady: () => boolean;
}

/** Maximum of stored tasks, of concurrent ones, and the time limit of one. */
const tasksKept = 50;
const tasksAtOnce = 4;
const longestMs = 30 * 60_000;
/** Retention of empty searches: the longest window plus a day. */
const searchDays = 181;

/** The operations agent: finds questions that the site leaves open. */
export function createAgent(deps: AgentDeps) {
  const { db, clock, config, log } = deps;
  const now = () => clock.now();
  const store = createAgentStore(db);
  const emptySearches = createEmptySearches({ searches: store.searches, mask: deps.mask, now, log });
  const work = createContentGapTask({
    ...deps,
    store,
    now,
    nearest: createNearest(deps.retrieve, now),
    modelName: async () => (await config.read('models')).aiFoundationChatModelName,
    yieldWhenIdle: createYieldWhenIdle(),
  });
  const inTurn = createQueue();
  const jobs = deps.jobs.kind({
    name: 'agent-content-gap',
    input: TaskInput,
    state: TaskState,
    initial: () => ({ progress: 5, summary: '' }),
    // One at a time per process, since a task holds the questions of its window in memory.
    run: (one) =>
      inTurn(one.signal, async () => {
        await emptySearches.write();
        const state = await work(one);
        await store.reports.deleteOlder(0, tasksKept);
        return state;
      }),
    interrupted: 'resume',
    maxRunning: tasksAtOnce,
    maxMs: longestMs,
    keep: { entries: tasksKept },
    busy: { full: explained('gaps_busy') },
  });

  const operations = createOperations({ jobs, store, tasksListed: tasksKept + tasksAtOnce, now });

  return {
    ...operations,
    routes: [agentRoutes(operations)],

    /** Records a keyword search without results. Never throws, never waits. */
    recordEmptySearch(keyword: string, visitor: string): void {
      if (deps.indexReady()) emptySearches.note(keyword, visitor);
    },

    /** Deletes records older than `privacy.logRetentionDays`. */
    async everyDay(): Promise<void> {
      const { logRetentionDays: days } = await config.read('privacy');
      const kept = days === 0 ? searchDays : Math.min(days, searchDays);
      await store.searches.deleteOlder(dayAt(now()) - kept);
      if (days === 0) return;
      const from = now() - days * dayMs;
      await store.gaps.deleteOlder(from);
      await store.reports.deleteOlder(from, tasksKept);
    },

    /** Writes pending counts. */
    [Symbol.asyncDispose]: () => emptySearches.write(),
  } satisfies Feature & Record<string, unknown>;
}

export type Agent = ReturnType<typeof createAgent>;

/** Runs work one at a time; aborting the signal leaves the queue at once. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const before = last;
    const over = Promise.withResolvers<void>();
    last = before.then(() => over.promise);
    try {
      await unlessAborted(signal, () => before);
      return await work();
    } finally {
      over.resolve();
    }
  };
}
