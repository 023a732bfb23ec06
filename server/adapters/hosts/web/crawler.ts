import { dayMs, hourMs, minuteMs } from '../../../kit/calendar.ts';
import type { Words } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import { forEachConcurrent } from '../../../work/concurrency.ts';
import type { Log } from '../../../ports/log.ts';
import type { Availability } from '../remote/availability.ts';
import type { SiteClient } from '../remote/client.ts';
import { createCrawlPage } from './crawl/crawl-page.ts';
import { createKnownPages } from './crawl/known-pages.ts';
import { createMissingPageProbe } from './crawl/missing-page.ts';
import { createSameEverywhere } from './crawl/same-everywhere.ts';
import { createRechecks } from './crawl/rechecks.ts';
import { dateOf } from './crawl/save-visit.ts';
import { createDateTrust } from './crawl/date-trust.ts';
import { createDiscovery } from './discovery.ts';
import type { Reader } from './extract/reader.ts';
import { createFeedTexts } from './lists/feed-texts.ts';
import type { PageStore } from './store.ts';
import { createSingleOutage } from './single-outage.ts';
import { createRevisitPolicy } from './revisit-policy.ts';
import { createWake } from './crawl/wake.ts';
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
  /** Milliseconds that never jump; `now` unless given. */
  readonly elapsed?: () => number;
  readonly log: Log;
  /** Called when articles were added, changed or removed. */
  readonly changed: () => void;
  /** Called when every known page has been visited, with the paths of the lists that broke off. */
  readonly passed: (brokenLists: readonly string[]) => void;
  readonly named: (siteTitle: string) => void;
  /** Called with the reason why the front page was refused; `''` when it was not. */
  readonly frontRead: (refused: Words) => void;
}

const batch = 60;
/** Pages that are visited before it is known whether dates can be trusted. */
const sample = 12;
/** Interval between pages that are read again after an update. */
const againApartMs = 2_000;
/** Minimum pause between two rounds. */
const shortestMs = 500;

/** Crawls a site: its lists first, then new and changed pages, then the others in turn. */
export const createCrawler = (deps: CrawlerDeps) => {
  const { client, store, availability, pollMs, now, log } = deps;
  const { folder } = client.address;
  const outage = createSingleOutage(client);
  const texts = createFeedTexts();
  const discovery = createDiscovery({ ...deps, now: deps.elapsed ?? now, outage, texts });
  const trust = createDateTrust((lie) =>
    log.info({ lie }, 'the dates in the lists of the site are wrong; its pages are checked in turn'),
  );
  const pages = createKnownPages({
    ...deps,
    folder,
    hasSitemap: () => discovery.hasSitemap,
    believesDates: () => trust.lie === undefined,
    datesAlwaysNew: trust.alwaysNew,
  });
  const visits = createVisits(client, deps.reader, texts);
  const missing = createMissingPageProbe({ ...deps, visits, outage });
  const everywhere = createSameEverywhere({ ...deps, folder, visits, articles: pages.articles });
  const revisits = createRevisitPolicy({ ...deps, leastMs: () => (trust.lie === 'always-new' ? hourMs : 0) });
  const wake = createWake(shortestMs);
  let forgotDates = false;
  /** Known pages that a push has named and that were not visited since; others never are. */
  const urgent = new Set<string>();
  const crawlPage = createCrawlPage({
    ...deps,
    folder,
    pages,
    revisits,
    trust,
    discovery,
    visits,
    outage,
    missing,
    everywhere,
    urgent,
  });
  const recheck = createRechecks({ store, pages, discovery, now });

  /** Reads the lists, then visits every page that is due. */
  const round = async (signal: AbortSignal) => {
    await availability.watch(discovery.poll(pages.note, signal));
    await recheck.forbidden();
    for (;;) {
      if (trust.lie !== undefined && !forgotDates) {
        forgotDates = true;
        await store.forgetDates({ apartMs: againApartMs, restMs: trust.lie === 'always-new' ? hourMs : 0 });
      }
      const due = await store.due(now(), trust.isTried ? batch : sample);
      if (due.length === 0) break;
      await forEachConcurrent(deps.parallel, due, (page) => crawlPage(page, signal));
    }
  };

  /** Loads the pages that earlier runs found, and makes those due that a start visits again. */
  const begin = async () => {
    await pages.load();
    for await (const { path, article } of store.heads()) revisits.remember(path, dateOf(article) ?? 0);
    await pages.note([{ path: folder, said: '' }]);
    // Read in full, because it names the feeds.
    await store.forgetValidators(folder, now());
    await store.bringForward(now() + 8 * dayMs, now());
    const again = await store.readOlderAgain(now(), againApartMs);
    if (again > 0) log.info({ pages: again }, 'pages are read again by a newer extraction');
  };

  const crawl = async (signal: AbortSignal) => {
    await missing.update(signal);
    await round(signal);
    // Reads the feeds just found on the front page.
    await round(signal);
    await recheck.unlisted();
    await store.recheck(revisits.completePass(), now());
  };

  const pauseAfter = async (failures: number): Promise<number> => {
    const next = (await store.nextDue().catch(() => undefined)) ?? Infinity;
    if (failures === 0) return Math.min(pollMs, Math.max(next - now(), shortestMs));
    const backoff = Math.min(pollMs * 2 ** Math.min(failures, 4), 15 * minuteMs);
    return Math.max(backoff, client.pace.restsForMs);
  };

  return {
    /** Makes the pages of these tidy paths due, or without any all pages that no list announces; call `wake` afterwards. */
    async hurry(paths: readonly string[]) {
      if (paths.length === 0) return store.recheckUndated(now());
      await pages.noteLinks(paths);
      for (const path of paths) if (pages.stateOf(path) !== undefined) urgent.add(path);
      await store.recheck(paths, now());
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
        deps.passed(discovery.broken);
        await wake.after(await pauseAfter(failures), signal);
      }
    },
  };
};
