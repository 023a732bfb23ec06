import { z } from 'zod';
import { evaluationLimits, type RunBody } from '../../../contract/evaluations/evaluations.ts';
import type { RunRecord, RunReport, RunSetup, RunStatus } from '../../../contract/evaluations/report.ts';
import { cellOf, explained, inField, wordsInCell } from '../../kit/explained.ts';
import { notFound, unavailable } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Job, Work } from '../../work/job-kind.ts';
import { forEachConcurrent } from '../../work/concurrency.ts';
import type { Log } from '../../ports/log.ts';
import type { Config } from '../config/config.ts';
import { judgeOf, runCase, type RunCaseDeps } from './run-case.ts';
import type { RunHead, RunStore } from './store/runs.ts';
import { summaryOf } from './summary.ts';
import { toRecord, toReport } from './report.ts';
import { settingsOf, settingsToTry } from './config-overrides.ts';

const Input = z.object({ runId: z.string() });
const State = z.object({ currentCase: z.string() });
type RunJob = Job<z.infer<typeof Input>, z.infer<typeof State>>;

/** Maximum of concurrent runs in the service, and of ended jobs that are kept. */
const runsAtOnce = 2;
const jobsKept = 100;
const longestMs = 24 * 60 * 60 * 1000;
/** A run is stored before its job; one without a job after this time was interrupted in between. */
const submitMs = 60_000;

export interface RunDeps extends RunCaseDeps {
  readonly config: Pick<Config, 'all'>;
  readonly store: RunStore;
  readonly jobs: Jobs;
  readonly log: Log;
}

/** Runs of cases as durable jobs. Each result is saved when its case ends, so that an interrupted run resumes. */
export function createRuns(deps: RunDeps) {
  const { store, clock, log, models, config } = deps;
  const settling = new Set<Promise<unknown>>();

  const runCases = async ({ input, report: tell, signal }: Work<RunJob['input'], RunJob['state']>) => {
    const { runId } = input;
    const setup = await store.setup(runId);
    if (!setup) throw notFound('Run');
    const plan = { ...setup, settings: settingsOf(setup) };
    const done = await store.done(runId);
    const left = [...(await store.cases(runId)).entries()].filter(([position]) => !done.has(position));
    await forEachConcurrent(setup.casesAtOnce, left, async ([position, one]) => {
      signal.throwIfAborted();
      tell({ currentCase: one.question });
      const { result, limited } = await runCase(deps, plan, one, signal);
      if (result && !(await store.addResult(runId, position, result))) throw notFound('Run');
      if (limited) throw limited;
    });
    return { currentCase: '' };
  };

  const jobs = deps.jobs.kind({
    name: 'evaluation',
    input: Input,
    state: State,
    initial: () => ({ currentCase: '' }),
    run: runCases,
    interrupted: 'resume',
    atOnce: runsAtOnce,
    maxMs: longestMs,
    keep: { entries: jobsKept },
    busy: { full: explained('runs_busy', { count: runsAtOnce }) },
  });

  const jobOf = async (runId: string): Promise<RunJob | undefined> =>
    (await jobs.list(jobsKept + runsAtOnce)).find(({ input }) => input.runId === runId);

  /** The run with its end saved if its job has ended on any process; otherwise with its job. */
  const settled = async (head: RunHead): Promise<{ readonly head: RunHead; readonly job?: RunJob }> => {
    if (head.status !== 'running') return { head };
    const job = await jobOf(head.id);
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
      const setup = await setupOf(body);
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
      const job = await jobOf(id);
      if (job?.status === 'running') await jobs.cancel(job.id);
      await store.remove(id);
    },

    /** Resolves when a run of this process has ended. */
    async ended(id: string): Promise<void> {
      const job = await jobOf(id);
      if (job) await jobs.settled(job.id);
    },

    /** Must be called after the jobs were closed. */
    close: async () => void (await Promise.allSettled(settling)),
  };

  async function setupOf(body: RunBody): Promise<RunSetup> {
    const settings = await settingsToTry(config, body.config);
    const answers = settings.models.aiFoundationChatModelName;
    const judges = body.judgeModel.trim() || (await config.all()).models.aiFoundationChatModelName;
    for (const name of [answers, judges]) {
      if (name !== '' && !models.list('chat').some((model) => model.name === name))
        throw unavailable(explained('model_unknown', { kind: 'chat', model: name }));
    }
    const judge = judgeOf(models, judges);
    return {
      answerModel: answers || (models.defaultOf('chat')?.name ?? ''),
      judgeModel: judge.model,
      judgeMethod: judge.method,
      judgeRepeats: judge.method === 'overlap' ? 1 : body.judgeRepeats,
      casesAtOnce: body.casesAtOnce,
      config: { ...body.config },
      settings,
    };
  }
}

export type Runs = ReturnType<typeof createRuns>;

const ended = { done: 'completed', failed: 'failed', cancelled: 'cancelled', running: 'failed' } as const;
