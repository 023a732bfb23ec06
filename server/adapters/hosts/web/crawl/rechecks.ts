import type { Discovery } from '../discovery.ts';
import type { Robots } from '../robots.ts';
import type { PageStore } from '../store.ts';
import type { KnownPages } from './known-pages.ts';

/** Makes pages due whose lists or permissions have changed since the last call. */
export const createRechecks = (deps: {
  readonly store: PageStore;
  readonly pages: Pick<KnownPages, 'articles'>;
  readonly discovery: Pick<Discovery, 'announced' | 'robots'>;
  readonly now: () => number;
}) => {
  const { store, pages, discovery, now } = deps;
  let announcedBefore: ReadonlySet<string> = new Set();
  let obeyed: Robots | undefined;

  return {
    /** Pages removed from a list may be deleted; in any case no list announces their changes any more. */
    async unlisted(): Promise<void> {
      const { announced } = discovery;
      if (!announced) return;
      const before = new Set([...announcedBefore, ...(await store.dated())]);
      announcedBefore = announced;
      await store.undate([...before.difference(announced)], now());
    },

    /** Articles that robots.txt forbids now are looked at, and left out, at once. */
    async forbidden(): Promise<void> {
      const { robots } = discovery;
      if (robots === obeyed) return;
      obeyed = robots;
      await store.recheck(
        pages.articles().filter((path) => !robots.allows(path)),
        now(),
      );
    },
  };
};
