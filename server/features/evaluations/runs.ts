import { evaluationLimits, type RunBody } from '../../../contract/evaluations/evaluations.ts';
import type { RunRecord, RunReport, RunStatus } from '../../../contract/evaluations/report.ts';
import { cellOf, explained, inField, wordsInCell } from '../../kit/explained.ts';
import { notFound } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Config } from '../config/config.ts';
import type { RunCaseDeps } from './run-case.ts';
import { createRunJobs, type RunJob } from './run-jobs.ts';
import { setupOf } from './run-setup.ts';
import type { RunHead, RunStore } from './store/runs.ts';
import { summaryOf } from './summary.ts';
import { toRecord, toReport } from './report.ts';

/** A run is stored before its job; one without a job after this time was interrupted in between. */
const submitMs = 60_000;

export interface RunDeps extends RunCaseDeps {
  readonly config: Pick<Config, 'all'>;
  readonly store: RunStore;
  readonly jobs: Jobs;
  readonly log: Log;
}

/** Runs of cases with their reports: records, and the jobs that run them. */
export function createRuns(deps: RunDeps) {
  const { store, clock, log } = deps;
  const jobs = createRunJobs(deps);
  const settling = new Set<Promise<unknown>>();

  /** The run with its end saved if its job has ended on any process; otherwise with its job. */
  const settled = async (head: RunHead): Promise<{ readonly head: RunHead; readonly job?: RunJob }> => {
    if (head.status !== 'running') return { head };
    const job = await jobs.of(head.id);
    if (job?.status === 'running') return { head, job };
    if (!job && clock.now() - head.startedAt < submitMs) return { head };
    const summary = summaryOf(await store.results(head.id));
    await store.end(head, {
      status: job ? ended[job.status] : 'failed',
      error: cellOf(job ? job.error : explained('run_interrupted')),
      endedAt: job?.finishedAt ?? clock.now(),
      summary,
    });
    return { head: (await store.head(head.id)) ?? head };
  };

  /** Throws `not-found`. */
  const known = async (id: string) => {
    const head = /^[\w-]{1,80}$/.test(id) ? await store.head(id) : undefined;
    if (!head) throw notFound('Run');
    return settled(head);
  };

  const reportOf = async (head: RunHead): Promise<RunReport> =>
    toReport(head, await store.setup(head.id), await store.results(head.id), clock.now());

  const status = async (id: string): Promise<RunStatus> => {
    const { head, job } = await known(id);
    return {
      runId: id,
      status: head.status,
      totalCases: head.total,
      completedCases: (await store.done(id)).size,
      currentCase: job?.state.currentCase ?? '',
      ...(job?.cancelling && { cancelling: true }),
      ...(head.error !== '' && inField('error', wordsInCell(head.error))),
      ...(head.status !== 'running' && { report: await reportOf(head) }),
    };
  };

  const settleAfter = (job: RunJob) => {
    const after = jobs
      .settled(job.id)
      .then(() => known(job.input.runId))
      .catch((error: unknown) =>
        log.debug(
          { err: String(error), run: job.input.runId },
          'the end of a run could not be saved; it is saved at the next read',
        ),
      )
      .finally(() => settling.delete(after));
    settling.add(after);
  };

  return {
    /** Starts a run of exactly the given cases. Throws `busy` and `unavailable`. */
    async start(body: RunBody): Promise<{ readonly runId: string; readonly status: 'running' }> {
      const setup = await setupOf(body, deps);
      const cases = body.cases.map((one, place) => ({ ...one, id: one.id.trim() || `case-${place + 1}` }));
      const head: RunHead = {
        id: `eval-${newId().slice(0, 8)}`,
        name: body.name.trim() || 'Ad-hoc run',
        datasetId: body.datasetId,
        status: 'running',
        error: '',
        startedAt: clock.now(),
        endedAt: 0,
        total: cases.length,
      };
      await store.add(head, setup, cases);
      try {
        settleAfter(await jobs.submit({ runId: head.id }));
      } catch (error) {
        await store.remove(head.id);
        throw error;
      }
      await store.forget(evaluationLimits.runs);
      return { runId: head.id, status: 'running' };
    },

    async list(): Promise<RunRecord[]> {
      const heads = await store.heads(evaluationLimits.runs);
      return Promise.all(heads.map(async (head) => toRecord((await settled(head)).head, clock.now())));
    },

    report: async (id: string): Promise<RunReport> => reportOf((await known(id)).head),
    status,

    async cancel(id: string): Promise<RunStatus> {
      const { job } = await known(id);
      if (job) await jobs.cancel(job.id);
      return status(id);
    },

    /** Cancels a run if it is running, and deletes it. */
    async remove(id: string): Promise<void> {
      const job = await jobs.of(id);
      if (job?.status === 'running') await jobs.cancel(job.id);
      await store.remove(id);
    },

    /** Resolves when a run of this process has ended. */
    async ended(id: string): Promise<void> {
      const job = await jobs.of(id);
      if (job) await jobs.settled(job.id);
    },

    /** Must be called after the jobs were closed. */
    close: async () => void (await Promise.allSettled(settling)),
  };
}

export type Runs = ReturnType<typeof createRuns>;

const ended = { done: 'completed', failed: 'failed', cancelled: 'cancelled', running: 'failed' } as const;
