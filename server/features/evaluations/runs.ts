import { evaluationLimits, type RunBody } from '../../../contract/evaluations/evaluations.ts';
import type { RunRecord, RunReport, RunStatus } from '../../../contract/evaluations/report.ts';
import { inField, wordsInCell } from '../../kit/explained.ts';
import { notFound } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Config } from '../config/config.ts';
import type { RunCaseDeps } from './run-case.ts';
import { createRunEnds } from './run-ends.ts';
import { createRunJobs } from './run-jobs.ts';
import { setupOf } from './run-setup.ts';
import type { RunHead, RunStore } from './store/runs.ts';
import { toRecord, toReport } from './report.ts';

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
  const ends = createRunEnds({ jobs, store, clock, log });

  /** Throws `not-found`. */
  const known = async (id: string) => {
    const head = /^[\w-]{1,80}$/.test(id) ? await store.head(id) : undefined;
    if (!head) throw notFound('Run');
    return ends.settled(head);
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
        ends.follow(await jobs.submit({ runId: head.id }));
      } catch (error) {
        await store.remove(head.id);
        throw error;
      }
      await store.forget(evaluationLimits.runs);
      return { runId: head.id, status: 'running' };
    },

    async list(): Promise<RunRecord[]> {
      const heads = await store.heads(evaluationLimits.runs);
      return Promise.all(heads.map(async (head) => toRecord((await ends.settled(head)).head, clock.now())));
    },

    report: async (id: string): Promise<RunReport> => reportOf((await known(id)).head),
    status,

    /** Cancels a run; false for one that has ended. Throws `not-found`. */
    async cancel(id: string): Promise<boolean> {
      const { job } = await known(id);
      if (job?.status !== 'running') return false;
      await jobs.cancel(job.id);
      return true;
    },

    /** Cancels a run if it is running, and deletes it; false when there was none. */
    async remove(id: string): Promise<boolean> {
      const job = await jobs.of(id);
      if (job?.status === 'running') await jobs.cancel(job.id);
      return store.remove(id);
    },

    /** Resolves when a run of this process has ended. */
    async ended(id: string): Promise<void> {
      const job = await jobs.of(id);
      if (job) await jobs.settled(job.id);
    },

    /** Must be called after the jobs were closed. */
    close: ends.close,
  };
}

export type Runs = ReturnType<typeof createRuns>;
