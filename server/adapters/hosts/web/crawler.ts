import { setTimeout as pause } from 'node:timers/promises';
import { isFault } from '../../../kit/fault.ts';
import { inLanes } from '../../../kit/lanes.ts';
import type { Log } from '../../../ports/log.ts';
import type { Availability } from '../remote/availability.ts';
import type { SiteClient } from '../remote/client.ts';
import { createDiscovery, type Discovery } from './discovery.ts';
import type { Reader } from './extract/reader.ts';
import { tidyPath } from './patterns.ts';
import type { KnownPage, PageState, PageStore } from './store.ts';
import { createVisits, type MissingPage, type Seen } from './visit-page.ts';

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
  /** Articles have come, changed or gone. */
  readonly changed: () => void;
  /** Every page that is known now has been visited. */
  readonly passed: () => void;
  readonly named: (siteTitle: string) => void;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Pages whose changes nobody announces are looked at in turn, one in so many milliseconds. */
const apartMs = 5_000;
const batch = 60;

/** Follows a site: lists, pages that are new or changed, and the others in turn. */
export const createCrawler = (deps: CrawlerDeps) => {
  const { client, store, availability, accepts, maxPages, now, log } = deps;
  const discovery: Discovery = createDiscovery(deps);
  const visits = createVisits(client, deps.reader);
  const wake = createWake();
  let states = new Map<string, PageState>();
  let missing: MissingPage | undefined;

  const note = async (pages: readonly { readonly path: string; readonly said: string }[]) => {
    const room = maxPages - states.size;
    const fresh = pages.filter(({ path }) => !states.has(path)).slice(0, Math.max(0, room));
    const taken = new Set(fresh.map(({ path }) => path));
    const all = pages.filter(({ path }) => taken.has(path) || states.has(path));
    await store.note(all, now());
    for (const path of taken) states.set(path, 'new');
  };

  const noteLinks = (paths: readonly string[]) =>
    note(
      paths
        .map(tidyPath)
        .filter(accepts)
        .map((path) => ({ path, said: '' })),
    );

  const visit = async (page: KnownPage, signal: AbortSignal) => {
    if (!accepts(page.path) && page.path !== client.address.folder) return forget(page.path);
    const seen = discovery.robots.allows(page.path)
      ? await availability.watch(visits.visit(page, missing, signal))
      : { ...leftOut, reason: 'robots.txt does not allow it' };
    await keep(page, seen);
  };

  const forget = async (path: string) => {
    await store.remove(path);
    if (states.get(path) === 'article') deps.changed();
    states.delete(path);
  };

  const keep = async (page: KnownPage, seen: Seen) => {
    const copyOf =
      seen.elsewhere !== undefined && accepts(tidyPath(seen.elsewhere))
        ? tidyPath(seen.elsewhere)
        : undefined;
    if (copyOf !== undefined) await note([{ path: copyOf, said: '' }]);
    // A right address that turns out to lead nowhere is none.
    const isCopy = copyOf !== undefined && states.get(copyOf) !== 'gone' && states.get(copyOf) !== 'left-out';
    const state = seen.state === 'unchanged' ? page.state : isCopy ? 'left-out' : seen.state;
    const failures = state === 'failed' ? page.failures + 1 : 0;
    const isArticle = state === 'article' && !isCopy;
    await store.save({
      path: page.path,
      state,
      reason: isCopy ? 'it is a copy of another page' : seen.state === 'unchanged' ? undefined : seen.reason,
      etag: seen.etag,
      lastModified: seen.lastModified,
      checkedAt: now(),
      dueAt: now() + waitFor(state, page, failures),
      failures,
      ...(isArticle && seen.article && { article: seen.article }),
    });
    const before = states.get(page.path);
    states.set(page.path, state);
    if (seen.article !== undefined || (before === 'article' && state !== 'article' && state !== 'failed'))
      deps.changed();
    if (page.path === client.address.folder && seen.siteTitle !== '') deps.named(seen.siteTitle);
    discovery.addFeeds(seen.feeds);
    if (!discovery.hasSitemap && seen.links.length > 0) await noteLinks(seen.links);
  };

  const waitFor = (state: PageState, page: KnownPage, failures: number): number => {
    if (state === 'failed') return Math.min(minuteMs * 2 ** failures, dayMs / 4);
    if (state === 'gone' || state === 'left-out') return dayMs;
    // Whoever dates his pages says when one has changed.
    if (page.said !== '') return 7 * dayMs;
    return Math.min(Math.max(states.size * apartMs, 10 * minuteMs), dayMs);
  };

  /** One round: what the lists say, then every page that is due. */
  const round = async (signal: AbortSignal) => {
    const gone = await availability.watch(discovery.poll(note, signal));
    await store.recheck(gone, now());
    for (;;) {
      const due = await store.due(now(), batch);
      if (due.length === 0) break;
      await inLanes(deps.parallel, due, (page) => visit(page, signal));
    }
  };

  return {
    /** Looks at the lists and at these pages at once. */
    async hurry(paths: readonly string[]) {
      discovery.hurry();
      await noteLinks(paths);
      await store.recheck(paths.map(tidyPath), now());
      wake.now();
    },

    /** Follows the site until the signal aborts. What goes wrong is logged and tried again. */
    async run(signal: AbortSignal): Promise<void> {
      states = new Map(await store.states());
      let failures = 0;
      await note([{ path: client.address.folder, said: '' }]);
      while (!signal.aborted) {
        try {
          if (failures > 0 || missing === undefined)
            missing = await availability.watch(visits.missingPage(signal));
          await round(signal);
          // Feeds that the front page named are read at once.
          await round(signal);
          if (failures > 0) log.info({}, 'the site can be read again');
          failures = 0;
          deps.passed();
        } catch (error) {
          if (signal.aborted) return;
          failures++;
          if (failures === 1)
            log.warn({ err: String(error) }, 'the site cannot be read now; what was read before stays');
          if (!isFault(error)) log.warn({ err: error }, 'the reading of the site was interrupted');
          deps.passed();
        }
        const next = (await store.nextDue().catch(() => undefined)) ?? Infinity;
        const backoff = Math.min(deps.pollMs * 2 ** Math.min(failures, 4), 15 * minuteMs);
        const wait =
          failures > 0
            ? Math.max(backoff, client.pace.restsForMs)
            : Math.min(deps.pollMs, Math.max(next - now(), 1_000));
        await wake.after(wait, signal);
      }
    },
  };
};

export type Crawler = ReturnType<typeof createCrawler>;

const leftOut: Seen = {
  state: 'left-out',
  reason: '',
  etag: '',
  lastModified: '',
  links: [],
  feeds: [],
  siteTitle: '',
};

/** A pause that can be cut short. */
const createWake = () => {
  let rouse: AbortController | undefined;
  return {
    now: () => rouse?.abort(),
    async after(ms: number, signal: AbortSignal) {
      rouse = new AbortController();
      await pause(ms, undefined, { signal: AbortSignal.any([signal, rouse.signal]) }).catch(() => undefined);
    },
  };
};
