import type { KnownPage, PageState } from './store.ts';

/** A page that has just been visited. */
export interface Visited {
  readonly page: KnownPage;
  readonly state: PageState;
  readonly failures: number;
  /** The site can say that it has not changed, which costs it next to nothing. */
  readonly canSayUnchanged: boolean;
  /** It names pages that nothing else names. */
  readonly isList: boolean;
  /** When its article changed last, in epoch milliseconds; `undefined` when that is not known or it has none. */
  readonly changedAt: number | undefined;
}

/** When the pages of a site are looked at again. */
export interface Turns {
  /** An article that was read before, and when it changed last. */
  remember(path: string, changedAt: number): void;
  /** Milliseconds until the next visit to a page. */
  waitFor(visited: Visited, pages: number): number;
  /**
   * Every page has been visited once: only now is it known which of them changed last. Names those of them that were
   * visited meanwhile and rest for too long.
   */
  through(): readonly string[];
  /** A page that is there no more. */
  forget(path: string): void;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Pages whose changes nobody announces are looked at in turn, one in so many milliseconds. */
const apartMs = 5_000;
const apartUnchangedMs = 2_000;
/** Of them, those that changed last are likely to change again and are looked at with the lists of the site. */
const liveliest = 12;
const livelyLists = 6;

export const createTurns = (deps: { readonly pollMs: number }): Turns => {
  const { pollMs } = deps;
  const lively = new Map<string, number>();
  const lists = new Set<string>();
  const visited = new Set<string>();
  let isThrough = false;

  /** True when the page is one of those that changed last. */
  const isLively = (path: string, changedAt: number | undefined): boolean => {
    if (changedAt !== undefined) lively.set(path, changedAt);
    if (lively.size > liveliest) {
      const [oldest] = [...lively].reduce((first, one) => (one[1] < first[1] ? one : first));
      lively.delete(oldest);
    }
    return isThrough && lively.has(path);
  };

  const isLivelyList = (path: string): boolean => {
    if (lists.size < livelyLists) lists.add(path);
    return lists.has(path);
  };

  return {
    remember: (path, changedAt) => void isLively(path, changedAt),
    waitFor({ page, state, failures, canSayUnchanged, isList, changedAt }, pages) {
      if (isList && isLivelyList(page.path)) return pollMs;
      if (state === 'failed') return Math.min(minuteMs * 2 ** failures, dayMs / 4);
      if (state === 'gone' || state === 'left-out') return dayMs;
      // Whoever dates his pages says when one has changed.
      if (page.said !== '') return 7 * dayMs;
      if (!isThrough) visited.add(page.path);
      if (isLively(page.path, changedAt)) return pollMs;
      const apart = canSayUnchanged ? apartUnchangedMs : apartMs;
      return Math.min(Math.max(pages * apart, pollMs), dayMs);
    },
    through() {
      const late = isThrough ? [] : [...lively.keys()].filter((path) => visited.has(path));
      isThrough = true;
      visited.clear();
      return late;
    },
    forget(path) {
      lively.delete(path);
      lists.delete(path);
    },
  };
};
