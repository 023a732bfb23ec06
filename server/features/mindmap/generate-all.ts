import { setTimeout as pause } from 'node:timers/promises';
import type { JobScope } from '../../../contract/mindmap.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { Fault, isFault, isStop } from '../../kit/fault.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Work } from '../../work/job-kind.ts';
import type { Log } from '../../ports/log.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { Generation } from './generation.ts';
import { failuresInARow, isProviderFailure, failureOf } from './failures.ts';
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

/** Articles that need nothing are passed in runs of so many; then others have their turn. */
const passedAtOnce = 50;
/** The longest rest behind an article, in milliseconds. */
const longestRest = 60;
/** Rest for each millisecond of work: a model that thinks in this very process must not hold up those who ask. */
const restShare = 3;

/** The maps of the whole site as a job: one at a time, newest article first, resumed behind the last article. */
export const generateAllJobs = (jobs: Pick<Jobs, 'kind'>, deps: GenerateAllDeps) =>
  jobs.kind({
    name: 'mindmap-generate-all',
    input: JobInput,
    state: JobState,
    initial: atFirst,
    run: (work) => generateAll(deps, work),
    interrupted: 'resume',
    atOnce: 1,
    keep: { entries: 20 },
    busy: { full: 'Mind maps are being generated already; please wait until that job has ended' },
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
    // Writing it also tells whether another process has been asked to cancel.
    if (wasDrawn) await work.checkpoint(state);
    else tell(state);
    // The article in work has ended and is counted; no other is begun.
    work.signal.throwIfAborted();
    passed = wasDrawn ? 0 : passed + 1;
    if (wasDrawn || passed % passedAtOnce === 0)
      await pause(Math.min(longestRest, restShare * (performance.now() - begunAt)));
  }
  await work.checkpoint(state);
  work.signal.throwIfAborted();
  return { ...state, currentPostName: '', currentTitle: '', phase: 'done' };
}

/** What is left behind the article that was handled last, newest first. */
function remaining(heads: readonly ArticleHead[], { last }: JobState): ArticleHead[] {
  const ordered = heads.toSorted((a, b) => byTime(a, b, 'desc'));
  return last ? ordered.filter((head) => byTime(head, last, 'desc') > 0) : ordered;
}

const at = ({ id, title }: ArticleHead) => ({ currentPostName: id, currentTitle: shortly(title) });

/** One article: counted as what came of it. Throws what ends the whole job. */
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
    const message = failureOf(error, deps.log);
    if (isFault(error, 'busy')) return counted(state, head, { status: 'skipped', message });
    const failed = counted(state, head, { status: 'failed', message });
    if (!isProviderFailure(error)) return failed;
    const failing = state.failing + 1;
    work.report({ ...failed, failing });
    if (failing >= failuresInARow)
      throw new Fault('upstream', `Stopped after ${failing} failures in a row: ${message}`);
    return { ...failed, failing };
  }
}

/** What becomes of an article that needs no drawing; `undefined` for one that does. */
function without(
  { scope, askedAt }: JobInput,
  record: MapRecord | undefined,
  fresh: boolean,
): Outcome | undefined {
  // Drawn by this job, which was interrupted before it could count it.
  if (record && fresh && record.createdAt >= askedAt) return { status: 'success', message: '' };
  const skip = skipped[scope](record, fresh);
  return skip ? { status: 'skipped', message: fresh ? 'The map is fresh' : 'There is a map' } : undefined;
}

const skipped: Readonly<Record<JobScope, (record: MapRecord | undefined, fresh: boolean) => boolean>> = {
  missing_stale: (_, fresh) => fresh,
  missing: (record) => record?.readable === true,
  all: () => false,
};

/** A stop of the service breaks the call off; a wish to cancel, which is a Fault, lets the article in work end. */
function unlessCancelled(signal: AbortSignal): AbortSignal {
  const call = new AbortController();
  const stop = () => {
    if (!isFault(signal.reason) || isStop(signal.reason)) call.abort(signal.reason);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return call.signal;
}
