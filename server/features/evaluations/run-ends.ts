import { isRecent } from '../../kit/calendar.ts';
import { cellOf, explained } from '../../kit/explained.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { createRunJobs, RunJob } from './run-jobs.ts';
import type { RunHead, RunStore } from './store/runs.ts';
import { summaryOf } from './summary.ts';

/** A run is stored before its job; one without a job after this time was interrupted in between. */
const submitMs = 60_000;

/** Saves the ends of runs: when a job of this process ends, and at each read of a run whose job has ended elsewhere. */
export function createRunEnds(deps: {
  readonly jobs: Pick<ReturnType<typeof createRunJobs>, 'of' | 'settled'>;
  readonly store: RunStore;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { jobs, store, clock, log } = deps;
  const saving = new Set<Promise<unknown>>();

  /** The run with its end saved if its job has ended on any process; otherwise with its job. */
  const settled = async (head: RunHead): Promise<{ readonly head: RunHead; readonly job?: RunJob }> => {
    if (head.status !== 'running') return { head };
    const job = await jobs.of(head.id);
    if (job?.status === 'running') return { head, job };
    if (!job && isRecent(head.startedAt, submitMs, clock.now())) return { head };
    const summary = summaryOf(await store.results(head.id), job?.state.unfinished);
    await store.end(head, {
      status: job ? ended[job.status] : 'failed',
      error: cellOf(job ? job.error : explained('run_interrupted')),
      endedAt: job?.finishedAt ?? clock.now(),
      summary,
    });
    return { head: (await store.head(head.id)) ?? head };
  };

  const saveEnd = async ({ id, input: { runId } }: RunJob): Promise<void> => {
    try {
      await jobs.settled(id);
      const head = await store.head(runId);
      if (head) await settled(head);
    } catch (error) {
      log.debug(
        { err: String(error), run: runId },
        'the end of a run could not be saved; it is saved at the next read',
      );
    }
  };

  return {
    settled,

    /** Saves the end of the job's run as soon as the job ends. */
    follow(job: RunJob): void {
      const following = saveEnd(job).finally(() => saving.delete(following));
      saving.add(following);
    },

    /** Must be called after the jobs were closed. */
    close: async (): Promise<void> => void (await Promise.allSettled(saving)),
  };
}

const ended = { done: 'completed', failed: 'failed', cancelled: 'cancelled', running: 'failed' } as const;
