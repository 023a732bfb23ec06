import { explained, inEnglish } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import { forEachConcurrent } from '../../../work/concurrency.ts';
import type { Log } from '../../../ports/log.ts';
import type { Availability } from '../remote/availability.ts';
import type { SiteClient } from '../remote/client.ts';
import { createDiscovery, type Discovery } from './discovery.ts';
import { listReason } from './extract/read-page.ts';
import type { Reader } from './extract/reader.ts';
import { kindOf, tidyPath } from './patterns.ts';
import type { KnownPage, PageState, PageStore } from './store.ts';
import { createSingleOutage } from './single-outage.ts';
import { createTurns } from './turns.ts';
import { createWake } from './wake.ts';
import { createVisits, missingPath, type MissingPage, type Seen } from './visit-page.ts';

export interface CrawlerDeps {
  readonly client: SiteClient;
  readonly store: PageStore;
  readonly reader: Reader;
  readonly availability: Availability;
  readonly accepts: (path: string) => boolean;
  readonly parallel: number;
  readonly maxPages: number;
  readonly pollMs: number;
  readonly now: () => number;
  readonly log: Log;
  /** Called when articles were added, changed or removed. */
  readonly changed: () => void;
  /** Called when every known page has been visited. */
  readonly passed: () => void;
  readonly named: (siteTitle: string) => void;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const batch = 60;
/** Interval between pages that are read again after an update. */
const againApartMs = 2_000;
/** Minimum pause between two rounds. */
const shortestMs = 500;

/** Crawls a site: its lists first, then new and changed pages, then the others in turn. */
export const createCrawler = (deps: CrawlerDeps) => {
  const { client, store, availability, accepts, maxPages, pollMs, now, log } = deps;
  const outage = createSingleOutage(client);
  const discovery: Discovery = createDiscovery({ ...deps, outage });
  const visits = createVisits(client, deps.reader);
  const turns = createTurns(deps);
  const wake = createWake();
  /** Named by a push notification and not visited since. */
  const urgent = new Set<string>();
  let states = new Map<string, PageState>();
  let announcedBefore: ReadonlySet<string> = new Set();
  /** True once every page known at the start was visited; pages found later are new. */
  let isThrough = false;
  let missing: MissingPage | undefined;
  let missingDueAt = -Infinity;

  const note = async (pages: readonly { readonly path: string; readonly said: string }[]) => {
    const room = maxPages - states.size;
    const fresh = pages.filter(({ path }) => !states.has(path)).slice(0, Math.max(0, room));
    const taken = new Set(fresh.map(({ path }) => path));
    const all = pages.filter(({ path }) => taken.has(path) || states.has(path));
    await store.note(all, now());
    for (const path of taken) states.set(path, 'new');
  };

  /** True for pages read for the links to articles in them, wanted as articles or not. */
  const isLead = (path: string) =>
    path === client.address.folder ||
    (!discovery.hasSitemap && path.startsWith(client.address.folder) && kindOf(path) === 'archive');

  const noteLinks = (paths: readonly string[]) =>
    note(
      paths
        .map(tidyPath)
        .filter((path) => accepts(path) || isLead(path))
        .map((path) => ({ path, said: '' })),
    );

  const visit = async (page: KnownPage, signal: AbortSignal) => {
    if (!accepts(page.path) && !isLead(page.path)) return forget(page.path);
    const seen = discovery.robots.allows(page.path)
      ? await availability.watch(look(page, signal))
      : { ...leftOut, reason: explained('left_robots') };
    const isWanted = accepts(page.path) || seen.state !== 'article';
    await keep(page, isWanted ? seen : { ...withoutArticle(seen), reason: explained('left_settings') });
  };

  /** A page that alone does not answer is tried again later and holds up no other. */
  const look = async (page: KnownPage, signal: AbortSignal): Promise<Seen> => {
    try {
      const seen = await visits.visit(page, missing, signal);
      outage.answered();
      return seen;
    } catch (error) {
      if (!isFault(error) || !(await outage.isOf(error, page.path, signal))) throw error;
      return { ...leftOut, state: 'failed', reason: error.words };
    }
  };

  const forget = async (path: string) => {
    await store.remove(path);
    if (states.get(path) === 'article') deps.changed();
    states.delete(path);
    turns.forget(path);
  };

  const keep = async (page: KnownPage, seen: Seen) => {
    const copyOf = await noteOriginal(page.path, seen);
    const original = copyOf === undefined ? undefined : states.get(copyOf);
    // A canonical address that leads nowhere is ignored.
    const isCopy = original !== undefined && original !== 'gone' && original !== 'left-out';
    const state = seen.state === 'unchanged' ? page.state : isCopy ? 'left-out' : seen.state;
    const failures = state === 'failed' ? page.failures + 1 : 0;
    const isArticle = state === 'article' && !isCopy;
    await store.save({
      path: page.path,
      state,
      reason: isCopy ? explained('left_copy') : seen.state === 'unchanged' ? undefined : seen.reason,
      // Without validators the text is fetched again, which alone shows whether the page still is a copy.
      etag: isCopy ? '' : seen.etag,
      lastModified: isCopy ? '' : seen.lastModified,
      checkedAt: now(),
      // A copy is visited again once its original is known.
      dueAt: now() + (isCopy && original === 'new' ? 0 : restOf(page, seen, state, failures)),
      failures,
      ...(isArticle && seen.article && { article: seen.article }),
    });
    const before = states.get(page.path);
    states.set(page.path, state);
    if (hasChanged(page, seen) || (before === 'article' && state !== 'article' && state !== 'failed'))
      deps.changed();
    if (page.path === client.address.folder && seen.siteTitle !== '') deps.named(seen.siteTitle);
    discovery.addFeeds(seen.feeds);
    if (!discovery.hasSitemap && seen.links.length > 0) await noteLinks(seen.links);
  };

  /** Original of a copy; a push for the copy applies to it. */
  const noteOriginal = async (path: string, seen: Seen): Promise<string | undefined> => {
    const isHurried = urgent.delete(path);
    const original = seen.elsewhere === undefined ? undefined : tidyPath(seen.elsewhere);
    if (original === undefined || !accepts(original)) return undefined;
    await note([{ path: original, said: '' }]);
    if (isHurried) await store.recheck([original], now());
    return original;
  };

  /** Time until the next visit, by the kind of page and its likelihood of change. */
  const restOf = (page: KnownPage, seen: Seen, state: PageState, failures: number): number => {
    const isNews = page.state !== 'new' || isThrough;
    const changedAt =
      hasChanged(page, seen) && seen.article ? (isNews ? now() : dateOf(seen.article)) : undefined;
    const reason = seen.state === 'unchanged' ? page.reason : seen.reason;
    const isList =
      !discovery.hasSitemap &&
      (isLead(page.path) || (state === 'left-out' && inEnglish(reason) === inEnglish(listReason)));
    const canSayUnchanged = seen.etag !== '' || seen.lastModified !== '';
    return turns.waitFor({ page, state, failures, canSayUnchanged, isList, changedAt }, states.size);
  };

  /** One round: reads the lists, then visits every page that is due. */
  const round = async (signal: AbortSignal) => {
    await availability.watch(discovery.poll(note, signal));
    for (;;) {
      const due = await store.due(now(), batch);
      if (due.length === 0) break;
      await forEachConcurrent(deps.parallel, due, (page) => visit(page, signal));
    }
  };

  /** Pages removed from a list may be deleted; in any case no list announces their changes any more. */
  const recheckUnlisted = async () => {
    const { announced } = discovery;
    if (!announced) return;
    const before = new Set([...announcedBefore, ...(await store.dated())]);
    announcedBefore = announced;
    await store.undate([...before.difference(announced)], now());
  };

  const learnMissing = async (signal: AbortSignal) => {
    if (now() < missingDueAt) return;
    missingDueAt = now() + (await availability.watch(lookForMissing(signal)));
  };

  /** Reads the page for addresses that the site does not have. Returns the time until the next look at it. */
  const lookForMissing = async (signal: AbortSignal): Promise<number> => {
    try {
      missing = await visits.missingPage(signal);
      outage.answered();
      return dayMs;
    } catch (error) {
      // Some sites never answer for such addresses.
      if (!isFault(error) || !(await outage.isOf(error, missingPath(client), signal))) throw error;
      return 10 * minuteMs;
    }
  };

  return {
    /** Makes these pages due, or without any all pages that no list announces; call `wake` afterwards. */
    async hurry(paths: readonly string[]) {
      await noteLinks(paths);
      for (const path of paths) urgent.add(tidyPath(path));
      if (paths.length > 0) await store.recheck([...urgent], now());
      else await store.recheckUndated(now());
    },

    /** Starts a round at once. */
    wake() {
      discovery.hurry();
      wake.now();
    },

    /** Crawls until the signal aborts. Errors are logged and retried. */
    async run(signal: AbortSignal): Promise<void> {
      states = new Map(await store.states());
      for await (const { path, article } of store.heads()) turns.remember(path, dateOf(article) ?? 0);
      let failures = 0;
      await note([{ path: client.address.folder, said: '' }]);
      // Read in full, because it names the feeds.
      await store.forgetValidators(client.address.folder, now());
      await store.bringForward(now() + 8 * dayMs, now());
      const again = await store.readOlderAgain(now(), againApartMs);
      if (again > 0)
        log.info({ pages: again }, 'pages are being read again, since their text is found better');
      while (!signal.aborted) {
        try {
          if (failures > 0) missingDueAt = -Infinity;
          await learnMissing(signal);
          await round(signal);
          // Reads the feeds just found on the front page.
          await round(signal);
          await recheckUnlisted();
          isThrough = true;
          await store.recheck(turns.through(), now());
          if (failures > 0) log.info({}, 'the site is available again');
          failures = 0;
          deps.passed();
        } catch (error) {
          if (signal.aborted) return;
          failures++;
          if (failures === 1)
            log.warn({ err: String(error) }, 'the site cannot be read; pages read before stay in use');
          if (!isFault(error)) log.warn({ err: error }, 'the crawl of the site was interrupted');
          deps.passed();
        }
        const next = (await store.nextDue().catch(() => undefined)) ?? Infinity;
        const backoff = Math.min(pollMs * 2 ** Math.min(failures, 4), 15 * minuteMs);
        const wait =
          failures > 0
            ? Math.max(backoff, client.pace.restsForMs)
            : Math.min(pollMs, Math.max(next - now(), shortestMs));
        await wake.after(wait, signal);
      }
    },
  };
};

/** Modification time of an article; `undefined` when the page has none. */
function dateOf(article: { readonly modified: string; readonly published: string }): number | undefined {
  const time = Date.parse(article.modified || article.published);
  return Number.isFinite(time) ? time : undefined;
}

const hasChanged = (page: KnownPage, seen: Seen): boolean =>
  seen.article !== undefined && (seen.article.revision !== page.revision || page.state !== 'article');

function withoutArticle(visited: Seen): Seen {
  const { article: _, ...seen } = visited;
  return { ...seen, state: 'left-out' };
}

const leftOut: Seen = {
  state: 'left-out',
  reason: '',
  etag: '',
  lastModified: '',
  links: [],
  feeds: [],
  siteTitle: '',
};
