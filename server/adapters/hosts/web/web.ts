import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../kit/database.ts';
import { explained, inEnglish } from '../../../kit/explained.ts';
import { notFound, unavailable } from '../../../kit/fault.ts';
import { sha256, slug } from '../../../kit/ids.ts';
import { createLiveness } from '../../../work/liveness.ts';
import { createLocks, lockMigrations } from '../../../work/lock.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ArticleHead, Host, Term } from '../../../ports/host.ts';
import type { Log } from '../../../ports/log.ts';
import type { ClosedInterface } from '../detect.ts';
import { createAvailability } from '../remote/availability.ts';
import type { SiteClient } from '../remote/client.ts';
import { createHints, debounced } from '../remote/hints.ts';
import { noExcerpts, noImages } from '../remote/refusals.ts';
import { checkDocentSignature } from '../remote/signature.ts';
import { createTryPages } from '../remote/try-page.ts';
import { createCrawler } from './crawler.ts';
import { createReader, type Reader } from './extract/reader.ts';
import { healthOf, type FrontClosed } from './health.ts';
import { createPathFilter } from './patterns.ts';
import { createPageStore, type StoredArticle } from './store.ts';
import { webPageMigrations } from './store/tables.ts';

export interface WebHostDeps {
  readonly client: SiteClient;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instanceId: string;
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

const topic = 'web-pages';
/** Topic of push notifications; the crawling process then starts a round. */
const pushTopic = 'web-push';
const tableMs = 5_000;

/**
 * Host for any site, read as a visitor: robots.txt, sitemaps, feeds, finally links. One process crawls; all processes
 * serve articles from the pages in the database, so listing never waits for the site.
 */
export const createWebHost = async (deps: WebHostDeps): Promise<Host> => {
  const { client, db, clock, log } = deps;
  const { folder } = client.address;
  await db.migrate([...lockMigrations, ...webPageMigrations]);
  const store = createPageStore(db, `${client.address.host}${folder}`);
  const accepts = createPathFilter({ folder, include: deps.include, exclude: deps.exclude });
  const reader = deps.reader ?? createReader();
  const availability = createAvailability(clock);
  const hints = createHints();
  const stopping = new AbortController();
  const firstPass = Promise.withResolvers<void>();
  let siteTitle = client.address.host;
  let leftOut = '';
  let frontClosed: FrontClosed | undefined;
  let hasArticles = false;

  const announce = debounced(
    () =>
      void db
        .publish(topic)
        .catch((error: unknown) =>
          log.warn({ err: String(error) }, 'other processes could not be notified of a push'),
        ),
    1_000,
    tableMs,
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
    now: clock.now,
    log,
    changed: announce.call,
    passed: () => {
      firstPass.resolve();
      store.reasons(3).then(
        (reasons) =>
          (leftOut = reasons.map(({ reason, count }) => `${count} (${inEnglish(reason)})`).join(', ')),
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
  const following = followAlone();

  /** One process per database crawls; another one takes over when it dies. */
  async function followAlone(): Promise<void> {
    // Liveness is started where the service is built; here it only judges other processes.
    const locks = createLocks(db, clock, createLiveness({ db, clock, log, self: deps.instanceId }));
    while (!stopping.signal.aborted) {
      try {
        await store.forgetOthers();
        await using held = await locks.tryAcquire('web-crawl');
        if (held) await crawler.run(AbortSignal.any([stopping.signal, held.signal]));
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ err: String(error) }, 'the site could not be crawled; trying again');
      }
      await pause(tableMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Delays the first list until there is something to list. */
  const begun = async (signal: AbortSignal | undefined) => {
    const limit = AbortSignal.any([
      stopping.signal,
      AbortSignal.timeout(deps.firstMs ?? 15_000),
      ...(signal ? [signal] : []),
    ]);
    const over = new Promise<void>((resolve) =>
      limit.addEventListener('abort', () => resolve(), { once: true }),
    );
    await Promise.race([firstPass.promise, over]);
    signal?.throwIfAborted();
    firstPass.resolve();
  };

  const listed = async function* (
    signal?: AbortSignal,
  ): AsyncGenerator<readonly [path: string, head: ArticleHead]> {
    signal?.throwIfAborted();
    await begun(signal);
    const seen = new Set<string>();
    let any = false;
    for await (const { path, article } of store.heads()) {
      signal?.throwIfAborted();
      any = true;
      hasArticles = true;
      // Two addresses with the same text and title are one article, and so are two that differ by a trailing slash.
      const marks = [article.revision, `${path.replace(/\/$/, '')} ${article.title}`];
      if (marks.some((mark) => seen.has(mark))) continue;
      for (const mark of marks) seen.add(mark);
      yield [path, headOf(path, article)];
    }
    hasArticles = any;
    if (!any && !availability.health.ok) throw unavailable(availability.health.reason);
  };

  const paths = createPathIndex(listed);

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
    async *heads(signal) {
      for await (const [, head] of listed(signal)) yield head;
    },
    async article(id, signal) {
      signal?.throwIfAborted();
      const path = await paths.of(id, signal);
      const article = path === undefined ? undefined : await store.article(path);
      signal?.throwIfAborted();
      if (path === undefined || !article) return undefined;
      return { ...headOf(path, article), body: { format: 'html', text: article.html } };
    },
    async writeExcerpt(id, excerpt, options) {
      options.signal?.throwIfAborted();
      if ((await paths.of(id, options.signal)) === undefined) throw notFound('Article');
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
      site: async () => ({ title: siteTitle, url: client.origin + folder, articles: await newest(listed) }),
      siteOrigin: () => client.origin,
      isKnown: async (path) => (await store.article(path)) !== undefined,
    }),
    health: async () => {
      const { health } = availability;
      return health.ok ? healthOf({ closed: deps.closed, leftOut, frontClosed, hasArticles }) : health;
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

/** Depends on the page's address only. */
const idOfPath = (path: string): string =>
  [slug(decoded(path), 60), sha256(path).slice(0, 12)].filter((part) => part !== '').join('-');

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const headOf = (path: string, article: Omit<StoredArticle, 'html'>): ArticleHead => ({
  id: idOfPath(path),
  revision: article.revision,
  title: article.title,
  url: article.url,
  tags: article.tags.map(termOf),
  categories: article.categories.map(termOf),
  publishedAt: article.published,
  createdAt: article.published,
  modifiedAt: article.modified || article.published,
  visits: null,
  excerpt: article.excerpt,
  // A description in the page was written by its author.
  excerptIsManual: article.excerpt !== '',
  visibility: 'public',
});

const termOf = (name: string): Term => ({
  name,
  slug: slug(name, 60) || encodeURIComponent(name.toLowerCase()),
});

/** Finds the path of an article by its id, with a cached index. */
const createPathIndex = (
  listed: (signal?: AbortSignal) => AsyncIterable<readonly [path: string, head: ArticleHead]>,
) => {
  let known = new Map<string, string>();
  return {
    async of(id: string, signal?: AbortSignal): Promise<string | undefined> {
      if (known.has(id)) return known.get(id);
      const found = new Map<string, string>();
      for await (const [path, head] of listed(signal)) found.set(head.id, path);
      known = found;
      return known.get(id);
    },
  };
};

const newest = async (
  listed: () => AsyncIterable<readonly [path: string, head: ArticleHead]>,
): Promise<readonly { readonly title: string; readonly url: string }[]> => {
  const heads: ArticleHead[] = [];
  try {
    for await (const [, head] of listed()) heads.push(head);
  } catch {
    // The try page works while the site is down.
  }
  return heads.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));
};

/** Paths named by a push: `{"urls": [...]}`. */
const pathsIn = (body: Uint8Array, pathOf: (address: string) => string | undefined): string[] => {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    const urls = typeof parsed === 'object' && parsed !== null && 'urls' in parsed ? parsed.urls : [];
    return [urls]
      .flat()
      .slice(0, 100)
      .flatMap((url) => (typeof url === 'string' ? (pathOf(url) ?? []) : []));
  } catch {
    return [];
  }
};
