import { explained, type Words } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import { forEachConcurrent } from '../../../work/concurrency.ts';
import type { Log } from '../../../ports/log.ts';
import type { Availability } from '../remote/availability.ts';
import type { SiteClient } from '../remote/client.ts';
import { createKnownPages } from './crawl/known-pages.ts';
import { createMissingPageProbe } from './crawl/missing-page.ts';
import { createSameEverywhere } from './crawl/same-everywhere.ts';
import { createSaveVisit, dateOf } from './crawl/save-visit.ts';
import { createDiscovery } from './discovery.ts';
import type { Reader } from './extract/reader.ts';
import { isEmpty } from './health.ts';
import { tidyPath } from './patterns.ts';
import type { Robots } from './robots.ts';
import type { KnownPage, PageStore } from './store.ts';
import { createSingleOutage } from './single-outage.ts';
import { createTurns } from './turns.ts';
import { createWake } from './wake.ts';
import { leftOut, type Seen } from './crawl/judge-page.ts';
import { createVisits } from './crawl/visit-page.ts';

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
  /** Called with the reason why the front page was refused; `''` when it was not. */
  readonly frontRead: (refused: Words) => void;
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
  const { client, store, availability, accepts, pollMs, now, log } = deps;
  const { folder } = client.address;
  const outage = createSingleOutage(client);
  const discovery = createDiscovery({ ...deps, outage });
  const pages = createKnownPages({ ...deps, folder, hasSitemap: () => discovery.hasSitemap });
  const visits = createVisits(client, deps.reader);
  const missing = createMissingPageProbe({ ...deps, visits, outage });
  const everywhere = createSameEverywhere({ ...deps, folder, visits, articles: pages.articles });
  const turns = createTurns(deps);
  const wake = createWake();
  /** Named by a push and not visited since. */
  const urgent = new Set<string>();
  const saveVisit = createSaveVisit({ ...deps, pages, turns, discovery, urgent });
  let announcedBefore: ReadonlySet<string> = new Set();
  let obeyed: Robots | undefined;

  const visit = async (page: KnownPage, signal: AbortSignal) => {
    const { path } = page;
    if ((!accepts(path) && !pages.isLead(path)) || pages.isEndless(page)) return forget(path);
    const seen = discovery.robots.allows(path)
      ? await availability.watch(readPlausible(page, signal))
      : leftOut(explained('left_robots'));
    const isWanted = accepts(path) || seen.state !== 'article';
    await saveVisit(page, isWanted ? seen : { ...withoutArticle(seen), reason: explained('left_settings') });
    if (path === folder && seen.siteTitle !== '') deps.named(seen.siteTitle);
    // Without any of its content it was refused, not only found to be no article; the same holds when it shows nothing.
    if (path === folder && seen.state !== 'unchanged')
      deps.frontRead(isRefused(seen) || isEmpty(seen.reason) ? seen.reason : '');
    discovery.addFeeds(seen.feeds);
    // Each language may have a sitemap of its own that nothing names.
    const links = discovery.hasSitemap ? seen.translations : seen.links;
    if (links.length > 0) await pages.noteLinks(links);
  };

  /** A page that alone does not answer is tried again later and holds up no other. */
  const read = async (page: KnownPage, signal: AbortSignal): Promise<Seen> => {
    try {
      const seen = await visits.visit(page, missing.page, signal);
      outage.answered();
      return seen;
    } catch (error) {
      if (!isFault(error) || !(await outage.isOf(error, page.path, signal))) throw error;
      return { ...leftOut(error.words), state: 'failed' };
    }
  };

  /** Throws `unavailable` when the site shows one page, such as a message of its database, at every address. */
  const readPlausible = async (page: KnownPage, signal: AbortSignal): Promise<Seen> => {
    const seen = await read(page, signal);
    await everywhere.refuse(page, seen, signal);
    return seen;
  };

  const forget = async (path: string) => {
    const wasArticle = pages.stateOf(path) === 'article';
    await pages.forget(path);
    turns.forget(path);
    if (wasArticle) deps.changed();
  };

  /** Reads the lists, then visits every page that is due. */
  const round = async (signal: AbortSignal) => {
    await availability.watch(discovery.poll(pages.note, signal));
    await recheckForbidden();
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

  /** Articles that robots.txt forbids now are looked at, and left out, at once. */
  const recheckForbidden = async () => {
    const { robots } = discovery;
    if (robots === obeyed) return;
    obeyed = robots;
    await store.recheck(
      pages.articles().filter((path) => !robots.allows(path)),
      now(),
    );
  };

  /** What an earlier run knows of the site, and what a start looks at again. */
  const begin = async () => {
    await pages.load();
    for await (const { path, article } of store.heads()) turns.remember(path, dateOf(article) ?? 0);
    await pages.note([{ path: folder, said: '' }]);
    // Read in full, because it names the feeds.
    await store.forgetValidators(folder, now());
    await store.bringForward(now() + 8 * dayMs, now());
    const again = await store.readOlderAgain(now(), againApartMs);
    if (again > 0) log.info({ pages: again }, 'pages are being read again, since their text is found better');
  };

  const crawl = async (signal: AbortSignal) => {
    await missing.update(signal);
    await round(signal);
    // Reads the feeds just found on the front page.
    await round(signal);
    await recheckUnlisted();
    await store.recheck(turns.through(), now());
  };

  const pauseAfter = async (failures: number): Promise<number> => {
    const next = (await store.nextDue().catch(() => undefined)) ?? Infinity;
    if (failures === 0) return Math.min(pollMs, Math.max(next - now(), shortestMs));
    const backoff = Math.min(pollMs * 2 ** Math.min(failures, 4), 15 * minuteMs);
    return Math.max(backoff, client.pace.restsForMs);
  };

  return {
    /** Makes these pages due, or without any all pages that no list announces; call `wake` afterwards. */
    async hurry(paths: readonly string[]) {
      await pages.noteLinks(paths);
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
      await begin();
      let failures = 0;
      while (!signal.aborted) {
        try {
          await crawl(signal);
          if (failures > 0) log.info({}, 'the site is available again');
          failures = 0;
        } catch (error) {
          if (signal.aborted) return;
          failures++;
          missing.expire();
          if (failures === 1)
            log.warn({ err: String(error) }, 'the site cannot be read; pages read before stay in use');
          if (!isFault(error)) log.warn({ err: error }, 'the crawl of the site was interrupted');
        }
        deps.passed();
        await wake.after(await pauseAfter(failures), signal);
      }
    },
  };
};

function withoutArticle(visited: Seen): Seen {
  const { article: _, ...seen } = visited;
  return { ...seen, state: 'left-out' };
}

const isRefused = ({ state, siteTitle, links }: Seen): boolean =>
  (state === 'left-out' || state === 'failed') && siteTitle === '' && links.length === 0;
