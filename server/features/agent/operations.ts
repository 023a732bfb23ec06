import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentTask, AgentTaskDetail, RememberedGap } from '../../../contract/agent.ts';
import { explained } from '../../kit/explained.ts';
import { busy, notFound } from '../../kit/fault.ts';
import type { JobsOf } from '../../work/jobs-of-kind.ts';
import { shownGap } from './gaps/known-gap.ts';
import type { AgentStore } from './store.ts';
import { jobIdOf, taskDetail, taskOf, TaskResult, type TaskInput, type TaskState } from './task.ts';

/** Polls for the end of a cancelled task, which may run on another process: 50 times 100 ms. */
const stopPolls = 50;
const stopPollMs = 100;

/** The administrator's operations on tasks and gaps. Texts are in the language of the reader. */
export function createOperations(deps: {
  readonly jobs: JobsOf<TaskInput, TaskState>;
  readonly store: Pick<AgentStore, 'gaps' | 'reports'>;
  /** Maximum of tasks in a list. */
  readonly tasksListed: number;
  readonly now: () => number;
}) {
  const { jobs, store } = deps;

  const jobOf = async (taskId: string) => {
    const id = jobIdOf(taskId);
    const job = id === undefined ? undefined : await jobs.read(id);
    if (!job) throw notFound('Task');
    return job;
  };

  const detailOf = async (taskId: string, language: InterfaceLanguage): Promise<AgentTaskDetail> => {
    const job = await jobOf(taskId);
    const body = job.status === 'done' ? await store.reports.read(job.id) : undefined;
    return taskDetail(job, body === undefined ? undefined : TaskResult.parse(JSON.parse(body)), language);
  };

  /** Resolves when the job has ended, on any process. */
  const stopped = async (id: string): Promise<void> => {
    await jobs.cancel(id);
    await jobs.settled(id);
    for (let poll = 0; poll < stopPolls; poll++) {
      if ((await jobs.read(id))?.status !== 'running') return;
      await pause(stopPollMs);
    }
    throw busy(explained('gaps_stopping'));
  };

  return {
    /** Starts a task in the background. Throws `busy` when too many run. */
    run: async (asked: Omit<TaskInput, 'until'>): Promise<AgentTaskDetail> =>
      taskDetail(await jobs.submit({ ...asked, until: deps.now() }), undefined, asked.language),

    /** Newest first. */
    tasks: async (language: InterfaceLanguage): Promise<AgentTask[]> =>
      (await jobs.list(deps.tasksListed)).map((job) => taskOf(job, language)),

    /** Throws `not-found`. */
    task: detailOf,

    /** Cancels a task; false for one that has ended. Throws `not-found`. */
    async cancel(taskId: string): Promise<boolean> {
      const { id, status } = await jobOf(taskId);
      if (status !== 'running') return false;
      await jobs.cancel(id);
      await jobs.settled(id);
      return true;
    },

    /** Cancels a task if it runs and deletes it; false when there was none. Throws `busy` when it does not stop in time. */
    async remove(taskId: string): Promise<boolean> {
      const id = jobIdOf(taskId);
      if (id === undefined || !(await jobs.read(id))) return false;
      await stopped(id);
      const isRemoved = await jobs.remove(id);
      await store.reports.remove(id);
      return isRemoved;
    },

    /** Stored gaps, those that need work first. */
    gaps: async (): Promise<RememberedGap[]> => (await store.gaps.all()).map(shownGap),

    /** False when there was none. */
    deleteGap: (gapId: string): Promise<boolean> => store.gaps.remove(gapId),
  };
}

export type AgentOperations = ReturnType<typeof createOperations>;
