import { hourMs, isRecent, minuteMs } from '../../kit/calendar.ts';
import { logRepeated } from '../../kit/database.ts';
import { explained, inEnglish, type Words } from '../../kit/explained.ts';
import { isFault } from '../../kit/fault.ts';
import type { Log } from '../../ports/log.ts';
import type { SourcePlaces } from '../../ports/source-places.ts';
import type { Lease, Locks } from '../../work/lock.ts';
import { coalesced } from '../../work/schedule/coalesce.ts';
import { readSource, Unread, type ReadingDeps } from './reading.ts';
import type { Source, SourceStore } from './store.ts';

/** Sources that are read at once; one that takes longer than the usual time counts no more, so that it holds up no other. */
const parallel = 2;
const usualMs = 5 * minuteMs;
/** Interval at which a source is looked for whose time has come, or a leader that is missing. */
const lookEveryMs = 5_000;
/** Interval at which a process that does not read looks whether it has to. */
const leadEveryMs = 60_000;
/** A source that could not be read is tried again so soon. */
const againMs = 15 * minuteMs;

export interface SourceReaderDeps extends ReadingDeps {
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly store: Pick<SourceStore, 'all' | 'begun' | 'ended' | 'bury' | 'cleared'>;
  readonly places: Pick<SourcePlaces, 'open' | 'keepOnly' | 'unseal'>;
  /** Takes the articles of a source out of the index and out of what was made of them; resolves with the number of those that are left. */
  readonly takeOut: (source: string) => Promise<number>;
  readonly now: () => number;
  readonly log: Log;
}

/** Reads the sources at their times in one process, the leader, and clears away what is left of removed ones. */
export function createSourceReader(deps: SourceReaderDeps) {
  const { locks, store, places, now, log } = deps;
  const stopping = new AbortController();
  const running = new Map<string, Running>();
  let leading: Lease | undefined;
  let looking: NodeJS.Timeout | undefined;
  let restsUntil = 0;
  const clearing = createClearing(deps, (id) => running.has(id));
  let isTidy = false;

  const resign = async (): Promise<void> => {
    const held = leading;
    leading = undefined;
    try {
      await held?.[Symbol.asyncDispose]();
    } catch {
      // The lease expires by itself.
    }
  };

  const lead = async (): Promise<Lease | undefined> => {
    if (leading?.signal.aborted) await resign();
    if (leading || performance.now() < restsUntil) return leading;
    leading = await locks.tryAcquire('sources');
    if (!leading) restsUntil = performance.now() + leadEveryMs;
    return leading;
  };

  const look = coalesced(async () => {
    if (stopping.signal.aborted) return;
    try {
      const held = await lead();
      if (!held && isTidy) return;
      const sources = await store.all();
      for (const [id, one] of running) if (!isCurrent(sources, id, one)) one.ending.abort();
      await tidy(sources);
      if (!held) return;
      await clearing.removed(sources);
      await clearing.moved(sources);
      for (const source of sources) if (isDue(source)) begin(source, held.signal);
    } catch (error) {
      if (!stopping.signal.aborted) logRepeated(log, error, 'the sources could not be looked at');
    }
  });

  const isDue = ({ id, state, wantedAt, triedAt, endedAt, hasFailed, everyHours }: Source): boolean => {
    if (state !== 'on' || running.has(id) || busy() >= parallel) return false;
    const every = everyHours * hourMs;
    const pauseMs = hasFailed ? Math.min(againMs, every) : every;
    // One that broke off with its process goes on.
    if (triedAt === 0 || endedAt < triedAt || wantedAt > triedAt) return true;
    return !isRecent(triedAt, pauseMs, now());
  };

  /** Readings that others wait for. */
  const busy = () => [...running.values()].filter(({ begunAt }) => isRecent(begunAt, usualMs, now())).length;

  const begin = (source: Source, leaving: AbortSignal): void => {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, stopping.signal, leaving]);
    const done = read(source, signal).finally(() => {
      running.delete(source.id);
      // One that waits for its turn, or a tombstone, goes on.
      if (!stopping.signal.aborted) void look();
    });
    running.set(source.id, { revision: source.revision, begunAt: now(), ending, done });
  };

  const read = async (source: Source, signal: AbortSignal): Promise<void> => {
    const { id, name } = source;
    try {
      await store.begun(id, now());
      const problem = await readSource(deps, source, signal);
      signal.throwIfAborted();
      await store.ended(id, { at: now(), problem, hasFailed: false });
      log.info({ source: name }, 'a source has been read');
    } catch (error) {
      if (signal.aborted) return;
      const problem = wordsOf(error);
      log.warn({ source: name, err: inEnglish(problem) }, 'a source could not be read; its text stays');
      await store
        .ended(id, { at: now(), problem, hasFailed: true })
        .catch((failure: unknown) => logRepeated(log, failure, 'the state of a source could not be saved'));
    }
  };

  /** Deletes what this process keeps to read sources that are gone, also what was left by a crash. */
  const tidy = async (sources: readonly Source[]): Promise<void> => {
    // A reading that still ends may write what it keeps.
    const kept = sources.filter(({ id, state }) => state === 'on' || running.has(id));
    if (isTidy && kept.length === sources.length) return;
    await places.keepOnly(new Set(kept.map(({ id }) => id)));
    isTidy = true;
  };

  return {
    /** Follows a change of the sources. */
    follow(): void {
      isTidy = false;
      void look();
    },
    start(): void {
      looking = setInterval(() => void look(), lookEveryMs);
      looking.unref();
      void look();
    },
    async stop(): Promise<void> {
      clearInterval(looking);
      stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
      await look();
      await Promise.all(Array.from(running.values(), ({ done }) => done));
      await resign();
    },
  };
}

/** Takes text out of the index that no source has any more. What is still being read is left until that has ended. */
function createClearing(
  { store, articles, takeOut, log }: Pick<SourceReaderDeps, 'store' | 'articles' | 'takeOut' | 'log'>,
  isRunning: (id: string) => boolean,
) {
  return {
    /** Removed sources; those of which nothing is left are buried. */
    async removed(sources: readonly Source[]): Promise<void> {
      for (const { id, name } of sources.filter(({ state }) => state === 'removing')) {
        if (isRunning(id)) continue;
        await articles.clear(id);
        if ((await takeOut(id)) > 0) continue;
        await store.bury(id);
        log.info({ source: name }, 'the text of a removed source is gone');
      }
    },
    /** What was read where a source was before, so that nothing answers from there until the new place is read. */
    async moved(sources: readonly Source[]): Promise<void> {
      const hasMoved = ({ state, triedAt, revision, clearedAt }: Source) =>
        state === 'on' && triedAt === 0 && clearedAt < revision;
      for (const { id, revision } of sources.filter(hasMoved)) {
        if (isRunning(id)) continue;
        if ((await takeOut(id)) === 0) await store.cleared(id, revision);
      }
    },
  };
}

interface Running {
  readonly revision: number;
  readonly begunAt: number;
  readonly ending: AbortController;
  readonly done: Promise<void>;
}

/** False when a source is read that has changed since, or is gone. */
const isCurrent = (sources: readonly Source[], id: string, { revision }: Running): boolean =>
  sources.some((source) => source.id === id && source.state === 'on' && source.revision === revision);

const wordsOf = (error: unknown): Words => {
  if (error instanceof Unread) return error.words;
  return isFault(error) ? error.words : explained('source_part');
};
