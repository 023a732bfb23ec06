import { z } from 'zod';
import { jobScopes, MindMapJob } from '../../../contract/mindmap.ts';
import type { Job } from '../../work/job-kind.ts';
import { instantOf } from '../../kit/calendar.ts';
import { truncate } from '../../text/text.ts';
import { explained, inField, type Words } from '../../kit/explained.ts';
import type { ArticleHead } from '../../ports/host.ts';

export const JobInput = z.object({
  scope: z.enum(jobScopes),
  /** Epoch milliseconds; maps generated since then belong to this job. */
  askedAt: z.number(),
});
export type JobInput = z.infer<typeof JobInput>;

/** State to resume from. Articles are processed newest first, so the position in that order suffices. */
export const JobState = z.object({
  phase: MindMapJob.shape.phase,
  currentPostName: z.string(),
  currentTitle: z.string(),
  total: z.int(),
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Consecutive failures of the provider. */
  failing: z.int(),
  results: MindMapJob.shape.results,
  last: z.object({ id: z.string(), publishedAt: z.string() }).optional(),
});
export type JobState = z.infer<typeof JobState>;

export const atFirst = (): JobState => ({
  phase: 'pending',
  currentPostName: '',
  currentTitle: '',
  total: 0,
  success: 0,
  skipped: 0,
  failed: 0,
  failing: 0,
  results: [],
});

/** Maximum of stored results; the counts cover all. */
const resultsKept = 50;

export type Outcome = { readonly status: 'success' | 'skipped' | 'failed'; readonly message: Words };

/** Shortens foreign text for a state that is saved often. */
export const shortly = (text: string): string => truncate(text, 200, '…');

/** The state after one more article. */
export function counted(
  state: JobState,
  { id, title, publishedAt }: ArticleHead,
  outcome: Outcome,
): JobState {
  const { status, message } = outcome;
  const result = {
    postName: id,
    title: shortly(title),
    status,
    ...inField('message', typeof message === 'string' ? shortly(message) : message),
  };
  return {
    ...state,
    [status]: state[status] + 1,
    results: [...state.results, result].slice(-resultsKept),
    last: { id, publishedAt },
  };
}

/** A job in the wire format. A cancelled one counts as cancelled while its last article finishes. */
export function wireJob({ id, input, state, createdAt, ...job }: Job<JobInput, JobState>): MindMapJob {
  const { phase: doing, total, success, skipped, failed, results, currentPostName, currentTitle } = state;
  const status = job.cancelling ? 'cancelled' : ends[job.status](doing);
  const goesOn = status === 'pending' || status === 'running';
  const phase = goesOn ? doing : status === 'completed' ? 'done' : status;
  const completed = success + skipped + failed;
  return {
    id,
    scope: input.scope,
    status,
    phase,
    ...inField('phaseText', status === 'failed' ? job.error : phaseTexts[phase]),
    currentPostName: goesOn ? currentPostName : '',
    currentTitle: goesOn ? currentTitle : '',
    total,
    completed,
    success,
    skipped,
    failed,
    percent: total === 0 ? 0 : Math.min(100, Math.round((completed * 100) / total)),
    createdAt: instantOf(createdAt),
    finishedAt: instantOf(job.finishedAt),
    results,
  };
}

const ends: Readonly<
  Record<Job<unknown, unknown>['status'], (doing: JobState['phase']) => MindMapJob['status']>
> = {
  running: (doing) => (doing === 'pending' || doing === 'collecting' ? 'pending' : 'running'),
  done: () => 'completed',
  failed: () => 'failed',
  cancelled: () => 'cancelled',
};

const phaseTexts: Readonly<Record<JobState['phase'], string>> = {
  pending: 'Waiting to begin',
  collecting: 'Listing the articles',
  inspecting: 'Looking at the next article',
  checking: 'Checking whether its map is fresh',
  reading: 'Reading the article',
  generating: 'Drawing the map',
  saving: 'Storing the map',
  done: 'Done',
  cancelled: explained('cancelled').text,
  failed: 'Failed',
};
