import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { logRepeated, type Database } from '../kit/database.ts';
import { cellOf, explained, wordsInCell, type Words } from '../kit/explained.ts';
import { busy, stopReason, unavailable } from '../kit/fault.ts';
import { newId } from '../kit/ids.ts';
import { createJobRun, jobLeaseMs, type JobRun } from './job-run.ts';
import { createJobTable, type JobRow } from './job-table.ts';
import type { Liveness } from './liveness.ts';
import type { JobStatus, Job, JobKind } from './job-kind.ts';

export { jobLeaseMs } from './job-run.ts';
export { jobMigrations } from './job-table.ts';

/** Operations on jobs of one kind. */
export interface JobsOf<I, S> {
  /** Starts a job. Throws `busy` when the maximum runs already, or one runs for the same subject (`''`: none). */
  submit(input: I, options?: { readonly subject?: string }): Promise<Job<I, S>>;
  read(id: string): Promise<Job<I, S> | undefined>;
  /** The newest, at most `limit`. */
  list(limit: number): Promise<readonly Job<I, S>[]>;
  running(): Promise<readonly Job<I, S>[]>;
  /** Requests cancellation; the job ends as `cancelled` at its next step. Ended jobs do not change. */
  cancel(id: string): Promise<Job<I, S> | undefined>;
  /** Deletes an ended job; false for one that is running or unknown. */
  remove(id: string): Promise<boolean>;
  /** Resolves when a job of this process has ended; at once for any other job. */
  settled(id: string): Promise<void>;
}

/** Poll interval for jobs of dead processes. */
const pollMs = 2_000;

/** Durable jobs: rows that any process can read and cancel, run by the process that holds the lease. */
export function createJobs(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly liveness: Liveness;
}) {
  const { clock, log, liveness } = deps;
  const owner = liveness.self;
  const table = createJobTable(deps.db);
  const kinds = new Map<string, { readonly takeOver: (row: JobRow) => Promise<void> }>();
  const runs = new Map<string, JobRun>();
  const stopping = new AbortController();
  /** Separate for kinds that cannot resume: stopping them early would waste what they have paid for. */
  const stoppingLate = new AbortController();
  let looking: NodeJS.Timeout | undefined;
  let look = Promise.resolve();

  /** Resumes or ends the jobs of dead processes. */
  const adopt = async () => {
    for (const row of await table.ofOthers([...kinds.keys()], owner, clock.now())) {
      if (stopping.signal.aborted) return;
      const isLeft = row.lease_until < clock.now() || (await liveness.isGone(row.owner));
      if (!isLeft || runs.has(row.id) || !(await table.claim(row, owner, clock.now() + jobLeaseMs))) continue;
      await kinds.get(row.kind)?.takeOver(row);
    }
  };
  const adoptQuietly = () =>
    adopt().catch((error: unknown) => logRepeated(log, error, 'jobs of dead processes could not be checked'));

  const signalFor = ({ interrupted }: { readonly interrupted: 'resume' | 'fail' }) =>
    (interrupted === 'resume' ? stopping : stoppingLate).signal;
  const endTaking = async () => {
    clearInterval(looking);
    stopping.abort(stopReason());
    await look;
  };
  const allEnded = () => Promise.all([...runs.values()].map((run) => run.ended));

  return {
    /** Registers a kind. Must be called before `start`, so that its interrupted jobs are found. */
    kind<I, S>(kind: JobKind<I, S>): JobsOf<I, S> {
      const launch = (row: JobRow) => {
        const run = createJobRun({ kind, row, table, clock, log, owner, stopping: signalFor(kind) });
        runs.set(row.id, run);
        void run.ended.finally(() => runs.delete(row.id));
      };
      const view = (row: JobRow): Job<I, S> => toJob(kind, row, runs.get(row.id)?.stateText());
      /** The row, unless it is of another kind or past its retention. */
      const known = async (id: string): Promise<JobRow | undefined> => {
        const row = await table.one(id);
        const forgotten =
          row?.status !== 'running' && (row?.finished_at ?? 0) < clock.now() - (kind.keep.ms ?? Infinity);
        return row?.kind === kind.name && !forgotten ? row : undefined;
      };

      kinds.set(kind.name, {
        takeOver: async (row) => {
          const left = { kind: kind.name, job: row.id, process: row.owner };
          if (row.cancel_requested === 1) return await end(row, 'cancelled', '');
          if (kind.interrupted === 'resume') {
            log.info(left, 'a job that another process left goes on');
            return launch(row);
          }
          log.warn(left, 'a job that another process left cannot go on and has failed');
          await end(row, 'failed', explained('restarted_at_work'));
        },
      });
      const end = (row: JobRow, status: JobStatus, error: Words) =>
        table.finish(row.id, owner, { status, state: row.state, error: cellOf(error), at: clock.now() });

      return {
        async submit(input, { subject = '' } = {}) {
          if (stopping.signal.aborted) throw unavailable(explained('stopping'));
          // A lost race for a slot means that another submission took it, so the number of tries is bounded by the
          // slots.
          for (let tries = 0; tries <= kind.atOnce; tries++) {
            const taken = await table.running(kind.name);
            if (subject !== '' && taken.some((row) => row.subject === subject))
              throw busy(kind.busy?.subject ?? explained('at_work'));
            const slot = freeSlot(taken, kind.atOnce);
            if (slot === undefined) break;
            const row: JobRow = {
              id: newId(),
              kind: kind.name,
              subject,
              slot,
              status: 'running',
              input: JSON.stringify(input),
              state: JSON.stringify(kind.initial(input)),
              error: '',
              owner,
              lease_until: clock.now() + jobLeaseMs,
              cancel_requested: 0,
              created_at: clock.now(),
              finished_at: 0,
            };
            if (!(await table.insert(row))) continue;
            launch(row);
            return toJob(kind, row);
          }
          throw busy(kind.busy?.full ?? explained('jobs_full'));
        },
        async read(id) {
          const row = await known(id);
          return row && view(row);
        },
        list: async (limit) => (await table.newest(kind.name, limit)).map(view),
        running: async () => (await table.running(kind.name)).map(view),
        async cancel(id) {
          const row = await known(id);
          if (row?.status !== 'running') return row && view(row);
          await table.requestCancel(id);
          runs.get(id)?.cancel();
          return view({ ...row, cancel_requested: 1 });
        },
        remove: async (id) => (await known(id)) !== undefined && (await table.remove(id)),
        settled: async (id) => runs.get(id)?.ended,
      };
    },

    /** Resumes interrupted jobs, now and whenever another process dies. */
    async start() {
      await adopt();
      looking = setInterval(() => void (look = adoptQuietly()), pollMs);
      looking.unref();
    },

    /** Hands resumable jobs back, and lets the others end, at most until `limit` aborts. */
    async drain(limit: AbortSignal) {
      await endTaking();
      await endedOr(limit, allEnded());
    },

    /** Ends the jobs of this process; resumable ones are handed back. */
    async close() {
      await endTaking();
      stoppingLate.abort(stopReason());
      await allEnded();
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;

const endedOr = async (limit: AbortSignal, ended: Promise<unknown>): Promise<void> => {
  const late = Promise.withResolvers<void>();
  const giveUp = () => late.resolve();
  limit.addEventListener('abort', giveUp, { once: true });
  if (limit.aborted) giveUp();
  await Promise.race([ended, late.promise]);
  limit.removeEventListener('abort', giveUp);
};

const freeSlot = (taken: readonly JobRow[], atOnce: number): number | undefined => {
  const used = new Set(taken.map((row) => row.slot));
  return Array.from({ length: atOnce }, (_, slot) => slot).find((slot) => !used.has(slot));
};

const statuses: Readonly<Record<string, JobStatus>> = {
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

const toJob = <I, S>(kind: JobKind<I, S>, row: JobRow, stateText = row.state): Job<I, S> => ({
  id: row.id,
  subject: row.subject,
  status: statuses[row.status] ?? 'running',
  input: kind.input.parse(JSON.parse(row.input)),
  state: kind.state.parse(JSON.parse(stateText)),
  error: wordsInCell(row.error),
  cancelling: row.status === 'running' && row.cancel_requested === 1,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
