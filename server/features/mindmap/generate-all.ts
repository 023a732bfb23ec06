import { setTimeout as pause } from 'node:timers/promises';
import type { JobScope } from '../../../contract/mindmap.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { explained } from '../../kit/explained.ts';
import { Fault, isFault, isStop } from '../../kit/fault.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Work } from '../../work/job-kind.ts';
import type { Log } from '../../ports/log.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { Generation } from './generation.ts';
import { failuresInARow, isProviderFailure, failureMessage } from './failures.ts';
import type { Staleness } from './staleness.ts';
import { atFirst, counted, JobInput, JobState, shortly, type Outcome } from './job-state.ts';
import { byTime, publicHeads } from './list.ts';
import type { MapRecord, MindmapStore } from './store.ts';

type Generating = Work<JobInput, JobState>;

export interface GenerateAllDeps {
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly generation: Pick<Generation, 'today' | 'generate'>;
  readonly store: Pick<MindmapStore, 'record'>;
  readonly staleness: Staleness;
  readonly log: Log;
}

/** Number of skipped articles between two yields. */
const passedAtOnce = 50;
/** Maximum pause after an article, in milliseconds. */
const longestRest = 60;
/** Pause per millisecond of work, since a built-in model in this process must not delay answers. */
const restShare = 3;

/**
 * Job that generates the maps of the whole site: one at a time, newest article first, resumed after the last article.
 */
export const generateAllJobs = (jobs: Pick<Jobs, 'kind'>, deps: GenerateAllDeps) =>
  jobs.kind({
    name: 'mindmap-generate-all',
    input: JobInput,
    state: JobState,
    initial: atFirst,
    run: (work) => generateAll(deps, work),
    interrupted: 'resume',
    maxRunning: 1,
    keep: { entries: 20 },
    busy: { full: explained('mindmap_job_busy') },
  });

async function generateAll(deps: GenerateAllDeps, work: Generating): Promise<JobState> {
  const tell = (state: JobState) => {
    work.report(state);
    return state;
  };
  let state = tell({ ...work.state, phase: 'collecting' });
  const heads = remaining(publicHeads(await deps.catalogue.heads()), state);
  const handled = state.success + state.skipped + state.failed;
  state = tell({ ...state, total: handled + heads.length });
  const call = unlessCancelled(work.signal);
  let passed = 0;
  for (const head of heads) {
    const begunAt = performance.now();
    state = tell({ ...state, ...at(head), phase: 'inspecting' });
    state = await handleArticle(deps, { work, call, state }, head);
    const wasDrawn = state.results.at(-1)?.status !== 'skipped';
    // The checkpoint also reads a cancellation requested on another process.
    if (wasDrawn) await work.checkpoint(state);
    else tell(state);
    // Cancels after the current article is counted.
    work.signal.throwIfAborted();
    passed = wasDrawn ? 0 : passed + 1;
    if (wasDrawn || passed % passedAtOnce === 0)
      await pause(Math.min(longestRest, restShare * (performance.now() - begunAt)));
  }
  await work.checkpoint(state);
  work.signal.throwIfAborted();
  return { ...state, currentPostName: '', currentTitle: '', phase: 'done' };
}

/** Articles after the last processed one, newest first. */
function remaining(heads: readonly ArticleHead[], { last }: JobState): ArticleHead[] {
  const ordered = heads.toSorted((a, b) => byTime(a, b, 'desc'));
  return last ? ordered.filter((head) => byTime(head, last, 'desc') > 0) : ordered;
}

const at = ({ id, title }: ArticleHead) => ({ currentPostName: id, currentTitle: shortly(title) });

/** Processes one article and counts its outcome. Throws errors that end the whole job. */
async function handleArticle(
  deps: GenerateAllDeps,
  { work, call, state }: { readonly work: Generating; readonly call: AbortSignal; readonly state: JobState },
  head: ArticleHead,
): Promise<JobState> {
  try {
    const today = await deps.generation.today();
    const record = await deps.store.record(head.id);
    work.report({ ...state, phase: 'checking' });
    const status = await deps.staleness.statusOf(head, record, today.settingsHash);
    const outcome = without(work.input, record, status === 'generated');
    if (outcome) return counted(state, head, outcome);
    work.report({ ...state, phase: 'generating' });
    await deps.generation.generate(head.id, { anew: true }, call);
    return { ...counted(state, head, { status: 'success', message: '' }), failing: 0 };
  } catch (error) {
    call.throwIfAborted();
    if (isFault(error, 'disabled')) throw error;
    const words = failureMessage(error, deps.log);
    if (isFault(error, 'busy')) return counted(state, head, { status: 'skipped', message: words });
    const failed = counted(state, head, { status: 'failed', message: words });
    if (!isProviderFailure(error)) return failed;
    const failing = state.failing + 1;
    work.report({ ...failed, failing });
    if (failing >= failuresInARow)
      throw new Fault('upstream', explained('in_a_row', { count: failing, reason: words }));
    return { ...failed, failing };
  }
}

/** Outcome of an article that needs no generation; `undefined` for one that does. */
function without(
  { scope, askedAt }: JobInput,
  record: MapRecord | undefined,
  fresh: boolean,
): Outcome | undefined {
  // Generated by this job, which was interrupted before counting it.
  if (record && fresh && record.createdAt >= askedAt) return { status: 'success', message: '' };
  const skip = skipped[scope](record, fresh);
  return skip ? { status: 'skipped', message: explained(fresh ? 'map_fresh' : 'map_there') } : undefined;
}

const skipped: Readonly<Record<JobScope, (record: MapRecord | undefined, fresh: boolean) => boolean>> = {
  missing_stale: (_, fresh) => fresh,
  missing: (record) => record?.readable === true,
  all: () => false,
};

/**
 * A signal for model calls: a stop of the service aborts them, a cancellation (a Fault) lets the current article
 * finish.
 */
function unlessCancelled(signal: AbortSignal): AbortSignal {
  const call = new AbortController();
  const stop = () => {
    if (!isFault(signal.reason) || isStop(signal.reason)) call.abort(signal.reason);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return call.signal;
}
