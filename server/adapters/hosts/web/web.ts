import type { Database } from '../../../kit/database.ts';
import { isRecord, parseJson } from '../../../kit/json.ts';
import { explained, type ListItem } from '../../../kit/explained.ts';
import { notFound } from '../../../kit/fault.ts';
import { lockMigrations } from '../../../work/lock.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Host, HostProblem } from '../../../ports/host.ts';
import type { Log } from '../../../ports/log.ts';
import type { ClosedInterface } from '../platform.ts';
import { createAvailability } from '../remote/availability.ts';
import type { SiteClient } from '../remote/client.ts';
import { createHints, debounced } from '../remote/hints.ts';
import { noExcerpts, noImages } from '../remote/refusals.ts';
import { checkDocentSignature } from '../remote/signature.ts';
import { createTryPages } from '../remote/try-page.ts';
import { createArticles } from './articles.ts';
import { crawlAlone } from './crawl/crawl-alone.ts';
import { createCrawler } from './crawler.ts';
import { createReader, type Reader } from './extract/reader.ts';
import { healthOf, type FrontClosed } from './health.ts';
import { createPathFilter, tidyPath } from './patterns.ts';
import { createPageStore, sourceGroup } from './store.ts';
import { webPageMigrations } from './store/tables.ts';

export interface WebHostDeps {
  readonly client: SiteClient;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instanceId: string;
  /** Key of the source that is read beside the site. */
  readonly source?: string | undefined;
  readonly parallel: number;
  readonly maxPages: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly hintSecret: string | undefined;
  /** The platform that publishes the site, when its interface is closed. */
  readonly closed?: ClosedInterface | undefined;
  /** Poll interval of the site's lists. */
  readonly pollMs?: number;
  /** Longest wait of the first list of articles for the first visits. */
  readonly firstMs?: number;
  /** Closed with the host; a thread of its own unless given. */
  readonly reader?: Reader;
}

const pagesTopic = 'web-pages';
/** Topic of push notifications; the crawling process then starts a round. */
const pushTopic = 'web-push';
/** Maximum of left-out pages that are listed with their reasons. */
const shownLeftOut = 100;
/** Minimum interval between two change notices. */
const announceMs = 5_000;

/**
 * Host for any site, read as a visitor: robots.txt, sitemaps, feeds, finally links. One process crawls; all processes
 * serve articles from the pages in the database, so listing never waits for the site.
 */
export const createWebHost = async (deps: WebHostDeps): Promise<Host> => {
  const { client, db, clock, log } = deps;
  const { folder } = client.address;
  await db.migrate([...lockMigrations, ...webPageMigrations]);
  const group = sourceGroup(deps.source);
  const store = createPageStore(db, `${group}${client.address.host}${folder}`);
  const accepts = createPathFilter({ folder, include: deps.include, exclude: deps.exclude });
  const reader = deps.reader ?? createReader();
  const topic = `${pagesTopic}${group}`;
  const availability = createAvailability(clock);
  const hints = createHints();
  const stopping = new AbortController();
  const articles = createArticles({ ...deps, store, availability, stopping: stopping.signal });
  let siteTitle = client.address.host;
  let leftOut: readonly ListItem[] = [];
  let leftOutPages: readonly HostProblem[] = [];
  let brokenLists: readonly string[] = [];
  let frontClosed: FrontClosed | undefined;

  const announce = debounced(
    () =>
      void db
        .publish(topic)
        .catch((error: unknown) =>
          log.warn({ err: String(error) }, 'other processes could not be notified of a push'),
        ),
    1_000,
    announceMs,
  );
  const subscription = db.subscribe(topic, hints.tell);
  const crawler = createCrawler({
    client,
    store,
    reader,
    availability,
    accepts,
    parallel: deps.parallel,
    maxPages: deps.maxPages,
    pollMs: deps.pollMs ?? 60_000,
    ...clock,
    log,
    changed: announce.call,
    passed: (broken) => {
      brokenLists = broken;
      articles.passed();
      store.reasons(3).then(
        (reasons) => void (leftOut = reasons),
        () => undefined,
      );
      store.leftOut(shownLeftOut).then(
        (pages) => void (leftOutPages = pages),
        () => undefined,
      );
    },
    named: (title) => void (siteTitle = title.slice(0, 200)),
    frontRead: (reason) => {
      const since = frontClosed?.since ?? new Date(clock.now()).toISOString();
      frontClosed = reason === '' ? undefined : { reason, since };
    },
  });
  const pushes = db.subscribe(pushTopic, crawler.wake);
  const following = crawlAlone({ ...deps, store, crawler, group }, stopping.signal);

  return {
    describe: () => ({
      kind: 'web',
      version: '1',
      siteTitle,
      canWriteExcerpts: false,
      maxExcerptLength: null,
      countsVisits: false,
      canDeleteImages: false,
      siteOrigin: client.origin,
    }),
    heads: articles.heads,
    article: articles.article,
    async writeExcerpt(id, excerpt, options) {
      options.signal?.throwIfAborted();
      if (!(await articles.has(id, options.signal))) throw notFound('Article');
      return noExcerpts(id, excerpt, options);
    },
    identify: async () => ({ kind: 'anonymous' }),
    ...noImages,
    onChange: hints.onChange,
    async receiveHint(hint) {
      checkDocentSignature(hint, deps.hintSecret, clock.now());
      await crawler.hurry(pathsIn(hint.body, (address) => client.address.pathOf(address)));
      await db.publish(pushTopic);
    },
    page: createTryPages({
      site: async () => ({
        title: siteTitle,
        url: client.origin + folder,
        articles: await articles.newest(),
      }),
      siteOrigin: () => client.origin,
      isKnown: async (path) => (await store.article(path)) !== undefined,
    }),
    leftOut: () => leftOutPages,
    lastRead: () => availability.okAt,
    whole: articles.whole,
    health: async () => {
      const { health } = availability;
      return health.ok
        ? healthOf({ ...deps, brokenLists, leftOut, frontClosed, hasArticles: articles.isFilled })
        : health;
    },
    async close() {
      stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
      announce.stop();
      subscription.close();
      pushes.close();
      hints.close();
      await following;
      await Promise.all([reader.close(), client.close()]);
    },
  };
};

/** Paths named by a push: `{"urls": [...]}`. */
const pathsIn = (body: Uint8Array, pathOf: (address: string) => string | undefined): string[] => {
  const parsed = parseJson(Buffer.from(body).toString('utf8'));
  return [isRecord(parsed) ? parsed['urls'] : []]
    .flat()
    .slice(0, 100)
    .flatMap((url) => (typeof url === 'string' ? (pathOf(url) ?? []) : []))
    .map(tidyPath);
};
