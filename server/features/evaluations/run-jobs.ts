import { z } from 'zod';
import { CaseUsage } from '../../../contract/evaluations/report.ts';
import { dayMs } from '../../kit/calendar.ts';
import { explained } from '../../kit/explained.ts';
import { notFound } from '../../kit/fault.ts';
import { forEachConcurrent } from '../../work/concurrency.ts';
import type { Job, Work } from '../../work/job-kind.ts';
import type { Jobs } from '../../work/jobs.ts';
import { settingsOfRun } from './config-overrides.ts';
import { runCase, type RunCaseDeps } from './run-case.ts';
import { addUsage } from './scoring/add-tokens.ts';
import type { RunStore } from './store/runs.ts';

const Input = z.object({ runId: z.string() });
const State = z.object({
  currentCase: z.string(),
  /** What cases have taken that ended without a result: at a limit, or when the run was cancelled or interrupted. */
  unfinished: CaseUsage.optional(),
});
export type RunJob = Job<z.infer<typeof Input>, z.infer<typeof State>>;

/** Maximum of concurrent runs in the service, and of ended jobs that are kept. */
const runsAtOnce = 2;
const jobsKept = 100;

/** The jobs that run cases. Each result is saved when its case ends, so that an interrupted run resumes. */
export function createRunJobs(deps: RunCaseDeps & { readonly store: RunStore; readonly jobs: Jobs }) {
  const { store } = deps;

  const run = async ({ input, state, report, signal }: Work<RunJob['input'], RunJob['state']>) => {
    const { runId } = input;
    const setup = await store.setup(runId);
    if (!setup) throw notFound('Run');
    const plan = { ...setup, settings: settingsOfRun(setup) };
    const done = await store.done(runId);
    const left = [...(await store.cases(runId)).entries()].filter(([position]) => !done.has(position));
    let now = state;
    const note = (next: Partial<RunJob['state']>) => report((now = { ...now, ...next }));
    const unfinished = (usage: CaseUsage) =>
      note({ unfinished: addUsage([...(now.unfinished ? [now.unfinished] : []), usage]) });
    await forEachConcurrent(setup.casesAtOnce, left, async ([position, one]) => {
      signal.throwIfAborted();
      note({ currentCase: one.question });
      const { result, limited } = await runCase(deps, plan, one, { signal, unfinished });
      if (result && !(await store.addResult(runId, position, result))) throw notFound('Run');
      if (limited) throw limited;
    });
    return { ...now, currentCase: '' };
  };

  const jobs = deps.jobs.kind({
    name: 'evaluation',
    input: Input,
    state: State,
    initial: () => ({ currentCase: '' }),
    run,
    interrupted: 'resume',
    maxRunning: runsAtOnce,
    maxMs: dayMs,
    keep: { entries: jobsKept },
    busy: { full: explained('runs_busy', { count: runsAtOnce }) },
  });

  return {
    ...jobs,
    of: async (runId: string): Promise<RunJob | undefined> =>
      (await jobs.list(jobsKept + runsAtOnce)).find(({ input }) => input.runId === runId),
  };
}
