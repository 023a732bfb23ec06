import type { RebuildProgress } from '../../../../contract/knowledge.ts';
import { explained } from '../../../kit/explained.ts';
import { Fault } from '../../../kit/fault.ts';
import type { Lease } from '../../../work/lock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Build } from './build-generation.ts';
import type { RebuildLock } from './rebuild-lock.ts';
import { hasSameSettings } from './index-settings.ts';
import { advance, idle, isOver, progressFromNote } from './rebuild-state.ts';
import type { Generation, IndexSettings, KnowledgeStore } from '../store.ts';

/** The full rebuild: one at a time in the whole service, visible to all processes, resumed after a crash. */
export interface Rebuild {
  /** Starts a rebuild, or returns the reason against one (a running one). Resolves when it runs. */
  start(settings: IndexSettings): Promise<'started' | 'running'>;
  /** Resumes a rebuild interrupted by a crash or a stop, unless other settings are wanted now. */
  resume(settings: IndexSettings): Promise<void>;
  /** Cancels the rebuild, wherever it runs; `false` when none does. The same one is not started automatically again. */
  cancel(): Promise<boolean>;
  /** The state to show: of the running rebuild, wherever it runs, or the end of the last one. */
  progress(): Promise<RebuildProgress>;
  /** Resolves when the rebuild of this process has ended. */
  readonly settled: Promise<void>;
  /** Stops the rebuild of this process; the next process resumes it. */
  stop(): Promise<void>;
}

export function createRebuild(deps: {
  readonly store: Pick<KnowledgeStore, 'building' | 'begin' | 'abandon'>;
  readonly rebuildLock: RebuildLock;
  /** Builds a generation and makes it the serving one. */
  readonly build: (build: Build) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}): Rebuild {
  const { store, rebuildLock, now, log } = deps;
  const stopping = new AbortController();
  let own: { readonly state: () => RebuildProgress; readonly ended: Promise<void> } | undefined;

  const launch = (generation: Generation, lease: Lease) => {
    let state = advance(idle, { phase: 'preparing', startedAt: now() });
    const update = (change: Partial<RebuildProgress>) => {
      state = advance(state, change);
      lease.setNote(JSON.stringify(state));
    };
    const signal = AbortSignal.any([stopping.signal, lease.signal]);
    const end = async (errorMessage: string, change: Partial<RebuildProgress> = {}) => {
      await store.abandon(generation.generation, now());
      update({
        phase: 'error',
        errorMessage,
        endedAt: now(),
        currentArticleTitle: '',
        detail: '',
        ...change,
      });
    };
    const run = async () => {
      try {
        await deps.build({ generation, signal, update, state: () => state });
      } catch (error) {
        // A rebuild interrupted by a stop resumes at the next start; a cancelled one does not.
        if (lease.isCancelled && !stopping.signal.aborted) {
          await end('The rebuild was cancelled; the old index serves', { cancelled: true });
          return;
        }
        if (signal.aborted) return;
        log.warn(
          { err: String(error), generation: generation.generation },
          'a rebuild ended early; the old index serves',
        );
        await end(error instanceof Fault ? error.message : explained('rebuild_interrupted').text);
      }
    };
    const toItsEnd = async () => {
      try {
        await run();
      } finally {
        await lease[Symbol.asyncDispose]();
      }
    };
    const ended = toItsEnd()
      .catch((error: unknown) =>
        log.warn({ err: String(error) }, 'the end of a rebuild could not be written'),
      )
      .finally(() => (own = undefined));
    own = { state: () => state, ended };
  };

  /** Runs `choose` under the lease and starts the chosen rebuild; false when the lease is not available. */
  const launched = async (choose: () => Promise<Generation | undefined>): Promise<boolean> => {
    // A caller that has seen the end of a rebuild can start the next one.
    if (own && isOver(own.state())) await own.ended;
    if (stopping.signal.aborted) return false;
    const lease = await rebuildLock.all(JSON.stringify({ ...idle, phase: 'preparing' }));
    if (!lease) return false;
    const generation = await choose().catch(async (error: unknown) => {
      await lease[Symbol.asyncDispose]();
      throw error;
    });
    if (generation) launch(generation, lease);
    else await lease[Symbol.asyncDispose]();
    return true;
  };

  /** The interrupted generation if its settings are still wanted; others are abandoned. */
  const unfinished = async (settings: IndexSettings): Promise<Generation | undefined> => {
    const found = await store.building();
    if (!found || hasSameSettings(found, settings)) return found;
    await store.abandon(found.generation, now());
    return undefined;
  };

  return {
    async start(settings) {
      const begin = async () =>
        (await unfinished(settings)) ?? (await store.begin(settings, now(), 'building'));
      return (await launched(begin)) ? 'started' : 'running';
    },
    async resume(settings) {
      if (await store.building()) await launched(() => unfinished(settings));
    },
    async cancel() {
      if (!(await rebuildLock.inspect()).held) return false;
      await rebuildLock.cancelAll();
      return true;
    },
    progress: async () => own?.state() ?? progressFromNote(await rebuildLock.inspect()),
    get settled() {
      return own?.ended ?? Promise.resolve();
    },
    async stop() {
      stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
      await own?.ended;
    },
  };
}
