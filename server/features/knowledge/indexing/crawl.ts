import type { Host } from '../../../ports/host.ts';
import { sourceOf } from '../../../kit/records/source-ids.ts';
import {
  createListFollower,
  sumOf,
  type FollowDeps,
  type FollowOptions,
  type List,
  type ListOutcome,
} from './follow-list.ts';

/** While the site is followed for long, the sources beside it are followed so often. */
const besideEveryMs = 60_000;

/** What a crawl has found; `held` counts the articles of the site and of all sources. */
export type CrawlOutcome = Omit<ListOutcome, 'held'> & { readonly held: number };

export interface HostCrawl {
  /**
   * Crawls the host once and brings a generation up to date with it. Of a list that was not complete nothing is removed, and it keeps no
   * other from being followed. Throws the errors of the listing at the end, and the reason of an aborted signal.
   */
  run(generation: number, options?: FollowOptions): Promise<CrawlOutcome>;
}

export function createHostCrawl(
  deps: FollowDeps & {
    readonly host: Pick<Host, 'heads'>;
    /** Told of each list that was followed to its end, what it holds; also where the other one could not be. */
    readonly noteHeld?: (of: List['of'], held: ListOutcome['held']) => Promise<void>;
  },
): HostCrawl {
  const { host, now, further } = deps;
  const follow = createListFollower(deps);
  const ofSite: List = {
    of: 'site',
    heads: (signal) => host.heads(signal),
    has: (id) => !further || sourceOf(id) === undefined,
    missed: new Set(),
  };
  const ofSources: List | undefined = further && {
    of: 'sources',
    heads: further.heads,
    has: (id) => sourceOf(id) !== undefined,
    missed: new Set(),
  };

  return {
    async run(generation, options = {}) {
      const outcomes = new Map<List, ListOutcome>();
      let failure: unknown;
      const attempt = async (list: List, beside?: () => Promise<void>) => {
        try {
          const outcome = await follow(list, generation, options, beside);
          const changed = outcome.changed || outcomes.get(list)?.changed === true;
          outcomes.set(list, { ...outcome, changed });
          await deps.noteHeld?.(list.of, outcome.held);
        } catch (error) {
          options.signal?.throwIfAborted();
          failure ??= error;
        }
      };
      if (ofSources) {
        await attempt(ofSources);
        await attempt(
          ofSite,
          nowAndThen(now, () => attempt(ofSources)),
        );
      } else await attempt(ofSite);
      if (failure !== undefined) throw failure;
      const all = [...outcomes.values()];
      return {
        changed: all.some(({ changed }) => changed),
        suspected: sumOf(all.map(({ suspected }) => suspected)),
        held: sumOf(all.flatMap(({ held }) => [...held.values()])),
        left: sumOf(all.map(({ left }) => left)),
      };
    },
  };
}

/** Runs the work of another list while a long one is followed, one run at a time. */
function nowAndThen(now: () => number, work: () => Promise<void>): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < besideEveryMs) return;
    since = Infinity;
    await work();
    since = now();
  };
}
