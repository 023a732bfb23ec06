import type { KnownPage, PageState } from './store.ts';

/** A page that was just visited. */
export interface Visited {
  readonly page: KnownPage;
  readonly state: PageState;
  readonly failures: number;
  /** True when the site supports conditional requests for it, which cost next to nothing. */
  readonly canSayUnchanged: boolean;
  /** True when it links to pages that no other list names. */
  readonly isList: boolean;
  /** Last change of its article, in epoch milliseconds; `undefined` when unknown. */
  readonly changedAt: number | undefined;
}

/** Schedules repeated visits to pages. */
export interface Turns {
  /** Records an article that was read before, with the time of its last change. */
  remember(path: string, changedAt: number): void;
  /** Milliseconds until the next visit to a page. */
  waitFor(visited: Visited, pages: number): number;
  /**
   * To be called when every page was visited once, since only then the most recently changed ones are known. Returns
   * those of them whose next visit is too late.
   */
  through(): readonly string[];
  /** True after the first call of `through`: pages found from then on are new. */
  readonly isThrough: boolean;
  /** Forgets a deleted page. */
  forget(path: string): void;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Interval between visits to pages whose changes no list announces. */
const apartMs = 5_000;
const apartUnchangedMs = 2_000;
/** Number of most recently changed pages, which are likely to change again and are visited as often as the lists. */
const recentPages = 12;
const recentLists = 6;

/** @param deps.leastMs shortest time between two visits to a page; nothing while the dates of the lists are believed */
export const createTurns = (deps: { readonly pollMs: number; readonly leastMs?: () => number }): Turns => {
  const { pollMs, leastMs = () => 0 } = deps;
  const recent = new Map<string, number>();
  const lists = new Set<string>();
  const visited = new Set<string>();
  let isThrough = false;

  /** True when the page is among the most recently changed ones. */
  const isRecent = (path: string, changedAt: number | undefined): boolean => {
    if (changedAt !== undefined) recent.set(path, changedAt);
    if (recent.size > recentPages) {
      const [oldest] = [...recent].reduce((first, one) => (one[1] < first[1] ? one : first));
      recent.delete(oldest);
    }
    return isThrough && recent.has(path);
  };

  const isRecentList = (path: string): boolean => {
    if (lists.size < recentLists) lists.add(path);
    return lists.has(path);
  };

  return {
    remember: (path, changedAt) => void isRecent(path, changedAt),
    waitFor({ page, state, failures, canSayUnchanged, isList, changedAt }, pages) {
      if (isList && isRecentList(page.path)) return pollMs;
      if (state === 'failed') return Math.min(minuteMs * 2 ** failures, dayMs / 4);
      // An article that was lost may be back soon, as after an error or a deployment.
      if (state === 'gone' || state === 'left-out')
        return failures > 0 ? Math.min(minuteMs * 2 ** failures, dayMs) : dayMs;
      // A list with dates announces changes of its pages, unless its dates never change.
      if (page.said !== '') return canSayUnchanged ? dayMs : 7 * dayMs;
      if (!isThrough) visited.add(page.path);
      const least = leastMs();
      if (isRecent(page.path, changedAt) && least === 0) return pollMs;
      const apart = canSayUnchanged ? apartUnchangedMs : apartMs;
      return Math.min(Math.max(pages * apart, pollMs, least), dayMs);
    },
    through() {
      const late = isThrough ? [] : [...recent.keys()].filter((path) => visited.has(path));
      isThrough = true;
      visited.clear();
      return late;
    },
    get isThrough() {
      return isThrough;
    },
    forget(path) {
      recent.delete(path);
      lists.delete(path);
    },
  };
};
