import { explained } from '../../../kit/explained.ts';
import { isFault, unavailable } from '../../../kit/fault.ts';
import type { SiteClient } from '../remote/client.ts';
import type { Reader } from './extract/reader.ts';
import { tidyPath } from './patterns.ts';
import { readRobots, type Robots } from './robots.ts';
import { readSitemap } from './sitemap.ts';
import type { SingleOutage } from './single-outage.ts';
import type { NamedPage } from './store.ts';

/** Finds the pages of a site by robots.txt, then sitemaps, then feeds. The crawler follows links. */
export interface Discovery {
  readonly robots: Robots;
  /** True when a list names all pages, so that links need not be followed. */
  readonly hasSitemap: boolean;
  /** Adds feeds named by pages, besides the usual addresses. */
  addFeeds(urls: readonly string[]): void;
  /** Pages of all lists when each was read completely; `undefined` otherwise, or without lists. */
  readonly announced: ReadonlySet<string> | undefined;
  /** Reads the lists that are due and passes on their pages. Throws `unavailable` when the site is down. */
  poll(found: (pages: readonly NamedPage[]) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Makes all lists due. */
  hurry(): void;
}

interface Source {
  readonly path: string;
  readonly kind: 'sitemap' | 'feed';
  /** True when the site names the list; false when it was tried at a usual address. */
  readonly named: boolean;
  etag: string;
  lastModified: string;
  /** Modification date in the sitemap index. */
  said: string;
  nextAt: number;
  pages: ReadonlySet<string>;
  state: 'unknown' | 'read' | 'cut' | 'missing';
}

const usualSitemaps = ['sitemap.xml', 'sitemap_index.xml', 'sitemap-index.xml', 'wp-sitemap.xml'];
const usualFeeds = ['feed.xml', 'atom.xml', 'rss.xml', 'index.xml', 'feed/', 'feed.json'];
const dayMs = 24 * 60 * 60_000;
const maxSources = 200;
/** Large lists without validators are requested less often. */
const largeBytes = 200_000;
const patientFactor = 5;
const noteBatch = 500;

export const createDiscovery = (deps: {
  readonly client: SiteClient;
  readonly reader: Pick<Reader, 'feed'>;
  readonly outage: SingleOutage;
  readonly accepts: (path: string) => boolean;
  readonly maxPages: number;
  readonly pollMs: number;
  readonly now: () => number;
}): Discovery => {
  const { client, reader, outage, accepts, maxPages, pollMs, now } = deps;
  const { folder } = client.address;
  const sources = new Map<string, Source>();
  let robots = readRobots(client.origin, '');
  let robotsAt = -Infinity;

  const add = (address: string, kind: Source['kind'], named: boolean): Source | undefined => {
    const path = client.address.pathOf(address, new URL(client.origin));
    if (path === undefined || sources.size >= maxSources) return undefined;
    const known = sources.get(path);
    if (known) return known;
    const source: Source = {
      path,
      kind,
      named,
      etag: '',
      lastModified: '',
      said: '',
      nextAt: 0,
      pages: new Set(),
      state: 'unknown',
    };
    sources.set(path, source);
    return source;
  };

  const lookAtRobots = async (signal: AbortSignal) => {
    if (now() - robotsAt < dayMs) return;
    const answer = await client
      .request('/robots.txt', { maxBytes: 600_000, signal })
      .catch((error: unknown) => {
        if (isFault(error, 'invalid')) return undefined;
        throw error;
      });
    // RFC 9309: a site whose robots.txt fails must not be crawled.
    if (answer && answer.status >= 500)
      throw unavailable(explained('site_status_robots', { status: answer.status }));
    const isText = answer?.status === 200 && !/html/i.test(answer.headers.get('content-type') ?? '');
    robots = readRobots(client.origin, isText ? answer.text() : '');
    client.pace.keepApart(robots.delayMs);
    robotsAt = now();
    const places = robots.sitemaps.length > 0 ? robots.sitemaps : usualSitemaps.map((name) => folder + name);
    for (const place of places) add(place, 'sitemap', robots.sitemaps.length > 0);
  };

  /** Path of an address in the list at `from`, when it may be an article. */
  const usable = (address: string, from = '/'): string | undefined => {
    const path = client.address.pathOf(address, new URL(from, client.origin));
    return path !== undefined && accepts(tidyPath(path)) ? tidyPath(path) : undefined;
  };

  const total = () => [...sources.values()].reduce((sum, source) => sum + source.pages.size, 0);

  /** Reads one list and passes on its pages in batches. */
  const read = async (
    source: Source,
    found: (pages: readonly NamedPage[]) => Promise<void>,
    signal: AbortSignal,
  ) => {
    const isKnown = source.state === 'read';
    const conditional = {
      ...(isKnown && source.etag !== '' && { 'if-none-match': source.etag }),
      ...(isKnown && source.lastModified !== '' && { 'if-modified-since': source.lastModified }),
    };
    source.nextAt = now() + pollMs;
    await client.stream(source.path, { headers: conditional, limitMs: 120_000, signal }, async (response) => {
      if (response.status === 304) return response.body?.cancel();
      if (response.status !== 200) {
        await response.body?.cancel();
        // A list that was there before may be missing only during a deployment.
        if (isKnown) return void (source.state = 'cut');
        source.state = 'missing';
        source.pages = new Set();
        source.nextAt = now() + dayMs / 4;
        return;
      }
      source.etag = response.headers.get('etag') ?? '';
      source.lastModified = response.headers.get('last-modified') ?? '';
      const size =
        source.kind === 'feed'
          ? await readFeedInto(source, response.body, found, signal)
          : await readInto(source, response.body, found);
      if (source.etag === '' && source.lastModified === '' && size > largeBytes)
        source.nextAt = now() + patientFactor * pollMs;
    });
  };

  const readInto = async (
    source: Source,
    body: AsyncIterable<Uint8Array> | null,
    found: (pages: readonly NamedPage[]) => Promise<void>,
  ) => {
    const pages = new Set<string>();
    const others = total() - source.pages.size;
    let batch: NamedPage[] = [];
    let size = 0;
    source.state = 'cut';
    for await (const entry of readSitemap(counted(body ?? nothing(), (bytes) => (size += bytes)))) {
      if (entry.kind === 'sitemap') {
        const child = add(entry.url, 'sitemap', true);
        if (child && (entry.changed === '' || child.said !== entry.changed))
          child.nextAt = child.said === '' && child.state === 'read' ? child.nextAt : 0;
        if (child) child.said = entry.changed;
        continue;
      }
      const path = usable(entry.url);
      if (path === undefined || pages.has(path)) continue;
      if (others + pages.size >= maxPages) break;
      pages.add(path);
      batch.push({ path, said: entry.changed });
      if (batch.length >= noteBatch) {
        await found(batch);
        batch = [];
      }
    }
    await found(batch);
    source.pages = pages;
    source.state = others + pages.size >= maxPages ? 'cut' : 'read';
    return size;
  };

  const readFeedInto = async (
    source: Source,
    body: AsyncIterable<Uint8Array> | null,
    found: (pages: readonly NamedPage[]) => Promise<void>,
    signal: AbortSignal,
  ) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of body ?? nothing()) {
      size += part.byteLength;
      if (size > maxFeedBytes) break;
      parts.push(part);
    }
    const entries = await reader.feed(Buffer.concat(parts).toString('utf8'), signal);
    const pages = entries.flatMap(({ url, changed }) => {
      const path = usable(url, source.path);
      return path === undefined ? [] : [{ path, said: changed }];
    });
    await found(pages.slice(0, maxPages));
    source.pages = new Set(pages.map(({ path }) => path));
    source.state = 'read';
    return size;
  };

  const isDue = (source: Source) => source.nextAt <= now();

  return {
    get robots() {
      return robots;
    },
    get announced() {
      const lists = [...sources.values()].filter(({ state }) => state !== 'missing' && state !== 'unknown');
      return lists.length === 0 || lists.some(({ state }) => state !== 'read')
        ? undefined
        : new Set(lists.flatMap(({ pages }) => [...pages]));
    },
    get hasSitemap() {
      return [...sources.values()].some(({ kind, pages }) => kind === 'sitemap' && pages.size > 0);
    },
    addFeeds: (urls) => urls.forEach((url) => void add(url, 'feed', true)),
    hurry: () => sources.forEach((source) => void (source.nextAt = 0)),
    async poll(found, signal) {
      await lookAtRobots(signal);
      // Reading an index adds its sitemaps at the end of the map, and the loop reaches them.
      for (const source of sources.values()) {
        if (!isDue(source) || (!source.named && source.state === 'unknown' && hasOther(sources, source)))
          continue;
        try {
          await read(source, found, signal);
          outage.answered();
        } catch (error) {
          const isSilent = await outage.isOf(error, source.path, signal);
          if (!isSilent && !isFault(error, 'invalid')) throw error;
          // Of a list that does not answer nobody knows what it names.
          source.state = !isSilent && source.state === 'unknown' ? 'missing' : 'cut';
          source.nextAt = now() + (isSilent ? patientFactor * pollMs : dayMs / 24);
        }
      }
      const has = (kind: Source['kind'], state?: Source['state']) =>
        [...sources.values()].some((source) => source.kind === kind && source.state !== state);
      if (!has('sitemap', 'missing') && !has('feed'))
        for (const name of usualFeeds) add(folder + name, 'feed', false);
    },
  };
};

/** One of the usual addresses is enough. */
const hasOther = (sources: ReadonlyMap<string, Source>, { kind }: Source): boolean =>
  [...sources.values()].some((other) => other.kind === kind && other.state === 'read');

const maxFeedBytes = 4_000_000;

async function* counted(body: AsyncIterable<Uint8Array>, count: (bytes: number) => void) {
  for await (const part of body) {
    count(part.byteLength);
    yield part;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
