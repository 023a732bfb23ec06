import { type InterfaceLanguage, interfaceLanguages } from '../../../contract/site/interface-language.ts';
import { z } from 'zod';
import { instantOf } from '../../kit/calendar.ts';
import { AgentMetrics, AgentReport, type AgentTask, type AgentTaskDetail } from '../../../contract/agent.ts';
import type { Job } from '../../work/job-kind.ts';
import { stepAt, stepsAt } from './steps.ts';
import { texts } from './texts.ts';
import { explained, inEnglish, inField, type Words } from '../../kit/explained.ts';
import { ReportSummary } from './summary-schema.ts';

/** Parameters of a task. */
export const TaskInput = z.object({
  days: z.int(),
  maxLogs: z.int(),
  maxTokens: z.int(),
  /** InterfaceLanguage of what a model writes; everything else is in that of the reader. */
  language: z.enum(interfaceLanguages),
  /** End of the window in epoch milliseconds; saved, so that a resumed task reads the same window. */
  until: z.int(),
});
export type TaskInput = Readonly<z.infer<typeof TaskInput>>;

/** Progress of a task. */
export const TaskState = z.object({
  progress: z.int(),
  /** Summary of the report, `''` until it is written. */
  summary: z.string(),
  /** The same in each language; tasks of earlier versions have none. */
  summaries: z.object({ zh: z.string(), en: z.string() }).optional(),
  metrics: AgentMetrics.optional(),
  /** Texts already paid for, with the fingerprint of their messages. */
  worded: z.object({ mark: z.string(), words: ReportSummary }).optional(),
});
export type TaskState = Readonly<z.infer<typeof TaskState>>;

/** Result of a task, stored as a record of its own. */
export const TaskResult = z.object({
  input: z.looseObject({}),
  report: AgentReport,
  /** The report in each language; tasks of earlier versions have none. */
  reports: z.object({ zh: AgentReport, en: AgentReport }).optional(),
});
export type TaskResult = z.infer<typeof TaskResult>;

type TaskJob = Job<TaskInput, TaskState>;

const prefix = 'agent-';
const taskIdOf = (jobId: string): string => prefix + jobId;
/** `undefined` when the text cannot be a task's id. */
export const jobIdOf = (taskId: string): string | undefined =>
  taskId.startsWith(prefix) ? taskId.slice(prefix.length) : undefined;

/** A task as lists show it (part of what details show). */
export function taskOf(job: TaskJob, language: InterfaceLanguage): AgentTask {
  const { progress, metrics } = job.state;
  const summary = job.state.summaries?.[language] ?? job.state.summary;
  const running = job.status === 'running';
  const step = stepAt(progress, language);
  const steps = stepsAt(progress, language);
  return {
    taskId: taskIdOf(job.id),
    taskType: 'content-gap',
    status: running ? 'running' : job.status === 'done' ? 'success' : 'failed',
    summary: running ? step : summary || inEnglish(errorOf(job)),
    ...inField('error', errorOf(job)),
    progress,
    currentStep: step,
    createdAt: instantOf(job.createdAt),
    completedAt: instantOf(job.finishedAt),
    durationMs: running ? 0 : Math.max(0, job.finishedAt - job.createdAt),
    metrics: !running && metrics ? metrics : {},
    steps: running || job.status === 'done' ? steps : steps.map(failedStep),
    ...(job.status === 'cancelled' && { cancelled: true }),
  };
}

const failedStep = (step: AgentTask['steps'][number]) =>
  step.status === 'running' ? { ...step, status: 'failed' as const } : step;

const errorOf = (job: TaskJob): Words => (job.status === 'cancelled' ? explained('cancelled') : job.error);

/** A task with its report; one that has none yet, or failed, gets a placeholder of the same shape. */
export function taskDetail(
  job: TaskJob,
  result: TaskResult | undefined,
  language: InterfaceLanguage,
): AgentTaskDetail {
  const task = taskOf(job, language);
  const found = task.status === 'success' ? result : undefined;
  const report = found?.reports?.[language] ?? found?.report;
  const { days, maxLogs, maxTokens } = job.input;
  const asked = task.status === 'running' ? { days, maxLogs, maxTokens } : {};
  return {
    ...task,
    steps: report ? [...report.steps] : task.steps,
    ...(task.status !== 'running' && { success: task.status === 'success' }),
    template: 'content-gap',
    input: found?.input ?? asked,
    report: report ?? placeholder(task, language),
  };
}

const placeholder = (task: AgentTask, language: InterfaceLanguage): AgentReport => ({
  summary: task.summary,
  steps:
    task.status === 'failed'
      ? [{ name: texts[language].failedStep, status: 'failed', detail: task.error }]
      : [...task.steps],
  contentGaps: [],
  articleUpdates: [],
  nextActions: [],
  limitations: task.error === '' ? [] : [task.error],
});
