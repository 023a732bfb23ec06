import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { cellOf, explained, wordsInCell, type Words } from '../kit/explained.ts';
import { busy, unavailable } from '../kit/fault.ts';
import { newId } from '../kit/ids.ts';
import type { Job, JobKind, JobStatus } from './job-kind.ts';
import { jobLeaseMs } from './job-lease.ts';
import { createJobRun, type JobRun } from './job-run.ts';
import type { JobRow } from './job-schema.ts';
import type { JobTable } from './job-table.ts';
import { alongWith, withPatience } from '../kit/waiting/patience.ts';

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
  /** Resolves when a job of this process has ended; at once for any other job. Throws `unavailable` when the request has waited too long for what the job waits for. */
  settled(id: string): Promise<void>;
}

/** The parts of a process shared by jobs of all kinds. */
export interface JobProcess {
  readonly table: JobTable;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: string;
  /** See `Liveness.hold`. */
  readonly hold: () => () => void;
  /** The jobs that run here, of all kinds. */
  readonly runs: Map<string, JobRun>;
  /** Stops the running jobs of this kind. */
  readonly stopping: AbortSignal;
  /** True when no job is started any more. */
  readonly isStopping: () => boolean;
}

/** The jobs of one kind: started, read and cancelled. */
export function createJobsOfKind<I, S>(
  kind: JobKind<I, S>,
  process: JobProcess,
): JobsOf<I, S> & { readonly takeOver: (row: JobRow) => Promise<void> } {
  const { table, clock, log, owner, runs } = process;

  const launch = (row: JobRow) => {
    // The request that starts a job does not wait for it.
    const run = withPatience(undefined, () =>
      createJobRun({ kind, row, table, clock, log, owner, stopping: process.stopping }),
    );
    const rest = process.hold();
    runs.set(row.id, run);
    void run.ended.finally(() => {
      runs.delete(row.id);
      rest();
    });
  };
  const view = (row: JobRow): Job<I, S> => toJob(kind, row, runs.get(row.id)?.stateText());
  /** The jobs of rows, without those that another version has written in a form of its own. */
  const readable = (rows: readonly JobRow[]): Job<I, S>[] =>
    rows.flatMap((row) => {
      try {
        return [view(row)];
      } catch (error) {
        log.debug({ kind: kind.name, job: row.id, err: String(error) }, 'a job cannot be read');
        return [];
      }
    });
  /** The row, unless it is of another kind or past its retention. */
  const known = async (id: string): Promise<JobRow | undefined> => {
    const row = await table.one(id);
    const forgotten =
      row?.status !== 'running' && (row?.finished_at ?? 0) < clock.now() - (kind.keep.ms ?? Infinity);
    return row?.kind === kind.name && !forgotten ? row : undefined;
  };

  const end = (row: JobRow, status: JobStatus, error: Words) =>
    table.finish(row.id, owner, { status, state: row.state, error: cellOf(error), at: clock.now() });

  /** Resumes a job that another process left, or ends it. */
  const takeOver = async (row: JobRow): Promise<void> => {
    const left = { kind: kind.name, job: row.id, process: row.owner };
    if (row.cancel_requested === 1) return await end(row, 'cancelled', '');
    if (kind.interrupted === 'resume') {
      try {
        launch(row);
        return log.info(left, 'a job of a dead process is resumed');
      } catch (error) {
        log.warn({ ...left, err: String(error) }, 'a job of a dead process cannot be read and has failed');
        return await end(row, 'failed', explained('interrupted_internally'));
      }
    }
    log.warn(left, 'a job of a dead process cannot be resumed and has failed');
    await end(row, 'failed', explained('restarted_at_work'));
  };

  return {
    takeOver,
    async submit(input, { subject = '' } = {}) {
      if (process.isStopping()) throw unavailable(explained('stopping'));
      // A lost race for a slot means that another submission took it, so the number of tries is bounded by the
      // slots.
      for (let tries = 0; tries <= kind.maxRunning; tries++) {
        const taken = await table.running(kind.name);
        if (subject !== '' && taken.some((row) => row.subject === subject))
          throw busy(kind.busy?.subject ?? explained('at_work'));
        const slot = freeSlot(taken, kind.maxRunning);
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
      return row && readable([row])[0];
    },
    list: async (limit) => readable(await table.newest(kind.name, limit)),
    running: async () => readable(await table.running(kind.name)),
    async cancel(id) {
      const row = await known(id);
      if (row?.status !== 'running') return row && readable([row])[0];
      await table.requestCancel(id);
      runs.get(id)?.cancel();
      return readable([{ ...row, cancel_requested: 1 }])[0];
    },
    remove: async (id) => (await known(id)) !== undefined && (await table.remove(id)),
    async settled(id) {
      const run = runs.get(id);
      if (run) await alongWith(run.ended, run.waits);
    },
  };
}

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
