import { dayMs, minuteMs } from '../../../kit/calendar.ts';
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

/** Decides when pages are visited again. */
export interface RevisitPolicy {
  /** Records an article that was read before, with the time of its last change. */
  remember(path: string, changedAt: number): void;
  /** Milliseconds until the next visit to a page. */
  nextVisitMs(visited: Visited, pages: number): number;
  /**
   * Call when every page has been visited once, since only then the most recently changed ones are known. Returns those
   * of them whose scheduled next visit is too late.
   */
  completePass(): readonly string[];
  /** True after the first call of `completePass`: pages found from then on are new. */
  readonly isFirstPassDone: boolean;
  /** Forgets a deleted page. */
  forget(path: string): void;
}

/** Interval between visits to pages whose changes no list announces. */
const apartMs = 5_000;
const apartUnchangedMs = 2_000;
/** The same for pages whose list has dates; turns of a small site are no closer than `datedLeastMs`. */
const datedApartMs = 30_000;
const datedApartUnchangedMs = 10_000;
const datedLeastMs = 15 * minuteMs;
/** Number of most recently changed pages, which are likely to change again and are visited as often as the lists. */
const recentPages = 12;
const recentLists = 6;
/** First wait for an article that was lost; each further one is twice as long. */
const lostMs = 15_000;

/** A list with dates announces changes of its pages, unless its dates never change, which only a visit shows. */
function nextOfDatedMs(canSayUnchanged: boolean, pages: number): number {
  const turnMs = pages * (canSayUnchanged ? datedApartUnchangedMs : datedApartMs);
  const nextMs = Math.min(Math.max(turnMs, datedLeastMs), dayMs);
  return canSayUnchanged ? nextMs : Math.min(Math.max(pages * apartMs, nextMs), 7 * dayMs);
}

/** @param deps.leastMs minimum time between two visits to a page; 0 while the dates of the lists are trusted */
export const createRevisitPolicy = (deps: {
  readonly pollMs: number;
  readonly leastMs?: () => number;
}): RevisitPolicy => {
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
    nextVisitMs({ page, state, failures, canSayUnchanged, isList, changedAt }, pages) {
      if (isList && isRecentList(page.path)) return pollMs;
      if (state === 'failed') return Math.min(minuteMs * 2 ** failures, dayMs / 4);
      // An article that was lost may be back soon, as after an error, or at once when a deployment replaces its file.
      if (state === 'gone' || state === 'left-out')
        return failures > 0 ? Math.min(lostMs * 2 ** (failures - 1), dayMs) : dayMs;
      if (page.said !== '') return nextOfDatedMs(canSayUnchanged, pages);
      if (!isThrough) visited.add(page.path);
      const least = leastMs();
      if (isRecent(page.path, changedAt) && least === 0) return pollMs;
      const apart = canSayUnchanged ? apartUnchangedMs : apartMs;
      return Math.min(Math.max(pages * apart, pollMs, least), dayMs);
    },
    completePass() {
      const late = isThrough ? [] : [...recent.keys()].filter((path) => visited.has(path));
      isThrough = true;
      visited.clear();
      return late;
    },
    get isFirstPassDone() {
      return isThrough;
    },
    forget(path) {
      recent.delete(path);
      lists.delete(path);
    },
  };
};
