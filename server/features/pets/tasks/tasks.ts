import { z } from 'zod';
import type { PetJob, PetJobProgress } from '../../../../contract/pets/record.ts';
import { expressionModes, petStates, petStyles } from '../../../../contract/pets/requests.ts';
import { explained, inField } from '../../../kit/explained.ts';
import type { Job } from '../../../work/job-kind.ts';

const State = z.enum(petStates);
const share = z.number();

const Region = z.object({
  centerX: share,
  centerY: share,
  width: share,
  height: share,
  feather: share,
});

const onPet = { petId: z.string() };
/** The master that the task starts from; the result is void when it changes meanwhile. */
const fromMaster = { ...onPet, shown: z.object({ masterUrl: z.string(), masterRevision: z.int() }) };

/** A task of a job. Photos and selections are too large for its row and are stored under `upload`. */
export const Task = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('draw'),
    ...onPet,
    name: z.string(),
    style: z.enum(petStyles),
    customPrompt: z.string(),
    policyId: z.string(),
    withExpressions: z.boolean(),
    upload: z.string(),
  }),
  z.object({
    op: z.literal('redraw'),
    ...fromMaster,
    style: z.enum(petStyles),
    customPrompt: z.string(),
    upload: z.string(),
  }),
  z.object({ op: z.literal('clean-master'), ...fromMaster, upload: z.string() }),
  z.object({
    op: z.literal('clean-expression'),
    ...onPet,
    state: State,
    candidateUrl: z.string(),
    upload: z.string(),
  }),
  z.object({ op: z.literal('compose'), ...fromMaster, region: Region.optional() }),
  z.object({
    op: z.literal('express'),
    ...fromMaster,
    states: z.array(State),
    region: Region,
    mode: z.enum(expressionModes),
    customPrompt: z.string(),
  }),
]);
export type Task = z.infer<typeof Task>;
export type TaskOf<Op extends Task['op']> = Extract<Task, { readonly op: Op }>;

/** Stages of progress on the administrator's page. */
const stages = [
  'waiting',
  'reading',
  'drawing',
  'cutting-out',
  'blending',
  'composing',
  'erasing',
  'storing',
  'recording',
  'done',
] as const;

export const Progress = z.object({
  stage: z.enum(stages),
  currentState: z.union([z.literal(''), State]),
  completed: z.int(),
  total: z.int(),
  completedStates: z.array(State),
});
export type Progress = z.infer<typeof Progress>;

export type PetJobRow = Job<Task, Progress>;

/** Number of images that a task makes, one after the other. */
const picturesOf = (task: Task): number => {
  if (task.op === 'draw') return task.withExpressions ? 1 + petStates.length : 1;
  if (task.op === 'express') return task.states.length;
  return task.op === 'compose' ? petStates.length : 1;
};

export const initialProgress = (task: Task): Progress => ({
  stage: 'waiting',
  currentState: '',
  completed: 0,
  total: picturesOf(task),
  completedStates: [],
});

/** A job in the wire format (spec 3.1); anything but success is `failed`. */
export function wireJob(job: PetJobRow, now: number): PetJob {
  const ended = job.status !== 'running';
  const progress: PetJobProgress = {
    ...job.state,
    elapsedSeconds: Math.max(0, Math.floor(((ended ? job.finishedAt : now) - job.createdAt) / 1000)),
  };
  return {
    success: true,
    jobId: job.id,
    status: job.status === 'running' ? 'pending' : job.status === 'done' ? 'done' : 'failed',
    petId: job.input.petId,
    progress,
    ...(ended && job.status !== 'done' && inField('message', job.error || explained('stopped'))),
  };
}
