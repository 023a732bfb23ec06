import { isRecent } from '../../../../kit/calendar.ts';
import { begunForAll, sharedWithSite } from '../../../../kit/waiting/patience.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ArticleHead } from '../../../../ports/host.ts';

/** A platform's list of articles. */
export interface ListingSource {
  /** Interval of full reads; ten minutes unless given. */
  readonly fullListMs?: number;
  /** All published articles. */
  listAll(signal: AbortSignal | undefined): AsyncIterable<ArticleHead>;
  /**
   * Articles added or changed since the list `known`, for one or two requests; `full` when only the whole list can
   * tell, for instance after a deletion.
   */
  changes(
    known: ReadonlyMap<string, ArticleHead>,
    signal: AbortSignal | undefined,
  ): Promise<readonly ArticleHead[] | 'full'>;
}

/** A platform's articles in memory, updated incrementally, and at times in full. */
export interface Listing {
  /** The current list. Throws the source's error rather than return an outdated list. */
  heads(signal?: AbortSignal): Promise<ReadonlyMap<string, ArticleHead>>;
  /** The head as last listed. */
  known(id: string): ArticleHead | undefined;
  /** Makes the next call ask the platform, however fresh the list is. */
  outdated(): void;
  /** Adds a head that Docent has just written. */
  put(head: ArticleHead): void;
}

/** Life of the list before it is requested again. */
const freshMs = 2_000;
/** Interval of full reads, which find what incremental ones miss. */
const fullListMs = 10 * 60_000;

export const createListing = (source: ListingSource, clock: Clock): Listing => {
  let heads = new Map<string, ArticleHead>();
  let listedAt = -Infinity;
  let askedAt = -Infinity;
  /** Counts notifications: one that arrives during a request may concern something that the response lacks. */
  let pushes = 0;
  let running: Promise<void> | undefined;

  const listAll = async (signal: AbortSignal | undefined) => {
    const begunAt = clock.now();
    const found = new Map<string, ArticleHead>();
    for await (const head of source.listAll(signal)) {
      signal?.throwIfAborted();
      found.set(head.id, head);
    }
    heads = found;
    listedAt = begunAt;
  };

  const refresh = async (signal: AbortSignal | undefined) => {
    const begunAt = clock.now();
    const before = pushes;
    const changes =
      !isRecent(listedAt, source.fullListMs ?? fullListMs, begunAt) || heads.size === 0
        ? 'full'
        : await source.changes(heads, signal);
    if (changes === 'full') await listAll(signal);
    else for (const head of changes) heads.set(head.id, head);
    askedAt = pushes === before ? begunAt : -Infinity;
  };

  return {
    async heads(signal) {
      signal?.throwIfAborted();
      // Callers share a request; a caller repeats it when another one's abort ended it.
      if (running) await sharedWithSite(running.catch(() => undefined));
      if (!isRecent(askedAt, freshMs, clock.now())) {
        running ??= begunForAll(() => refresh(signal)).finally(() => (running = undefined));
        await sharedWithSite(running);
      }
      signal?.throwIfAborted();
      return heads;
    },
    known: (id) => heads.get(id),
    outdated() {
      pushes++;
      askedAt = -Infinity;
    },
    put: (head) => void heads.set(head.id, head),
  };
};
