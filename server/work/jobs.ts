import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { logRepeated, type Database } from '../kit/database.ts';
import { stopReason } from '../kit/fault.ts';
import type { JobKind } from './job-kind.ts';
import { jobLeaseMs } from './job-lease.ts';
import type { JobRun } from './job-run.ts';
import { createJobTable } from './job-table.ts';
import { jobTopic } from './running-jobs.ts';
import type { JobRow } from './job-schema.ts';
import { createJobsOfKind, type JobsOf } from './jobs-of-kind.ts';
import type { Liveness } from './liveness.ts';
import { unlessAborted } from './unless-aborted.ts';

export { jobLeaseMs } from './job-lease.ts';
export { jobMigrations } from './job-schema.ts';

/** Poll interval for jobs of dead processes, while other processes have any. */
const pollMs = 2_000;
/** Interval at which jobs are looked for of which no notice has come. */
const lookMs = 120_000;

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
  let polling: NodeJS.Timeout | undefined;
  /** Other processes may have jobs, which may be left at any moment. */
  let isDue = true;
  let lookedAt = -Infinity;
  const starts = deps.db.subscribe(jobTopic, () => (isDue = true));
  let adopting = Promise.resolve();

  /** Resumes or ends the jobs of dead processes. */
  const adopt = async () => {
    lookedAt = performance.now();
    isDue = false;
    const others = await table.ofOthers([...kinds.keys()], owner, clock.now());
    isDue ||= others.length > 0;
    for (const row of others) {
      if (stopping.signal.aborted) return;
      const isLeft =
        row.lease_until < clock.now() || (await liveness.isGone(row.owner, row.lease_until - jobLeaseMs));
      if (!isLeft || runs.has(row.id) || !(await table.claim(row, owner, clock.now() + jobLeaseMs))) continue;
      await kinds.get(row.kind)?.takeOver(row);
    }
  };
  const adoptQuietly = async () => {
    if (!isDue && runs.size === 0 && performance.now() - lookedAt < lookMs) return;
    await adopt().catch((error: unknown) => {
      isDue = true;
      logRepeated(log, error, 'jobs of dead processes could not be checked');
    });
  };

  const stopAdopting = async () => {
    clearInterval(polling);
    starts.close();
    stopping.abort(stopReason());
    await adopting;
  };
  const allEnded = () => Promise.all([...runs.values()].map((run) => run.ended));

  return {
    /** Number of jobs that run, in all processes. */
    running: table.countRunning,
    /** Registers a kind. Must be called before `start`, so that its interrupted jobs are found. */
    kind<I, S>(kind: JobKind<I, S>): JobsOf<I, S> {
      const { takeOver, ...operations } = createJobsOfKind(kind, {
        table,
        clock,
        log,
        owner,
        hold: () => liveness.hold(),
        runs,
        stopping: (kind.interrupted === 'resume' ? stopping : stoppingLate).signal,
        isStopping: () => stopping.signal.aborted,
      });
      kinds.set(kind.name, { takeOver });
      return operations;
    },

    /** Resumes interrupted jobs, now and whenever another process dies. */
    async start() {
      const first = adopt();
      adopting = first.catch(() => undefined);
      await first;
      if (stopping.signal.aborted) return;
      polling = setInterval(() => void (adopting = adoptQuietly()), pollMs);
      polling.unref();
    },

    /** Hands resumable jobs back, and lets the others end, at most until `limit` aborts. */
    async drain(limit: AbortSignal) {
      await stopAdopting();
      await unlessAborted(limit, allEnded).catch(() => undefined);
    },

    /** Ends the jobs of this process; resumable ones are handed back. */
    async close() {
      await stopAdopting();
      stoppingLate.abort(stopReason());
      await allEnded();
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
