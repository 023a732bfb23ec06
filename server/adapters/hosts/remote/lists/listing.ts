import type { Clock } from '../../../../ports/clock.ts';
import type { ArticleHead } from '../../../../ports/host.ts';

/** How a platform lists its articles. */
export interface ListingSource {
  /** Every published article. */
  walk(signal: AbortSignal | undefined): AsyncIterable<ArticleHead>;
  /**
   * What is new or changed since the list `known`, at the cost of a request or two; `walk` when only a whole walk can
   * tell, for instance because articles are gone.
   */
  changes(
    known: ReadonlyMap<string, ArticleHead>,
    signal: AbortSignal | undefined,
  ): Promise<readonly ArticleHead[] | 'walk'>;
}

/** The articles of a platform in memory, kept level with it by asking for changes, and now and then for everything. */
export interface Listing {
  /** Throws what the source throws; an earlier list is not passed off as the present one. */
  heads(signal?: AbortSignal): Promise<ReadonlyMap<string, ArticleHead>>;
  /** The head as it was last listed. */
  known(id: string): ArticleHead | undefined;
  /** Something may have changed: the next call asks, however fresh the list is. */
  outdated(): void;
  /** What Docent itself has written. */
  put(head: ArticleHead): void;
}

/** A list is not asked for again within this time. */
const freshMs = 2_000;
/** A whole walk finds what the cheap questions miss. */
const wholeWalkMs = 10 * 60_000;

export const createListing = (source: ListingSource, clock: Clock): Listing => {
  let heads = new Map<string, ArticleHead>();
  let walkedAt = -Infinity;
  let askedAt = -Infinity;
  /** Counts pushes: one that comes during a question may be about what the answer does not hold yet. */
  let pushes = 0;
  let running: Promise<void> | undefined;

  const walk = async (signal: AbortSignal | undefined) => {
    const begunAt = clock.now();
    const found = new Map<string, ArticleHead>();
    for await (const head of source.walk(signal)) {
      signal?.throwIfAborted();
      found.set(head.id, head);
    }
    heads = found;
    walkedAt = begunAt;
  };

  const refresh = async (signal: AbortSignal | undefined) => {
    const begunAt = clock.now();
    const before = pushes;
    const changes =
      begunAt - walkedAt >= wholeWalkMs || heads.size === 0 ? 'walk' : await source.changes(heads, signal);
    if (changes === 'walk') await walk(signal);
    else for (const head of changes) heads.set(head.id, head);
    askedAt = pushes === before ? begunAt : -Infinity;
  };

  return {
    async heads(signal) {
      signal?.throwIfAborted();
      // Callers share one question; one who waits for a question of another asks again when that was aborted.
      if (running) await running.catch(() => undefined);
      if (clock.now() - askedAt >= freshMs) {
        running ??= refresh(signal).finally(() => (running = undefined));
        await running;
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
