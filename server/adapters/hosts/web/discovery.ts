import { hourMs } from '../../../kit/calendar.ts';
import { isFault } from '../../../kit/fault.ts';
import type { SiteClient } from '../remote/client.ts';
import type { Reader } from './extract/reader.ts';
import { pathIn } from './lists/as-own.ts';
import type { FeedTexts } from './lists/feed-texts.ts';
import { createListSources, type ListSource } from './lists/list-sources.ts';
import { createReadList, patientFactor, type Found } from './lists/read-list.ts';
import { createSiteRobots } from './lists/site-robots.ts';
import { tidyPath } from './patterns.ts';
import type { Robots } from './robots.ts';
import type { SingleOutage } from './single-outage.ts';

/** Finds the pages of a site by robots.txt, then sitemaps, then feeds. The crawler follows links. */
export interface Discovery {
  readonly robots: Robots;
  /** True when a list names all pages, so that links need not be followed. */
  readonly hasSitemap: boolean;
  /** Adds feeds named by pages, besides the usual addresses. */
  addFeeds(urls: readonly string[]): void;
  /** Pages of all lists when each was read completely; `undefined` otherwise, or without lists. */
  readonly announced: ReadonlySet<string> | undefined;
  /** Paths of the lists that broke off before their end. */
  readonly broken: readonly string[];
  /** Reads the lists that are due and passes on their pages. Throws `unavailable` when the site is down. */
  poll(found: Found, signal: AbortSignal): Promise<void>;
  /** Makes all lists due. */
  hurry(): void;
}

const usualSitemaps = ['sitemap.xml', 'sitemap_index.xml', 'sitemap-index.xml', 'wp-sitemap.xml'];
const usualFeeds = ['feed.xml', 'atom.xml', 'rss.xml', 'index.xml', 'feed/', 'feed.json'];

export const createDiscovery = (deps: {
  readonly client: SiteClient;
  readonly reader: Pick<Reader, 'feed'>;
  readonly outage: SingleOutage;
  readonly texts: FeedTexts;
  readonly accepts: (path: string) => boolean;
  readonly maxPages: number;
  readonly pollMs: number;
  readonly now: () => number;
}): Discovery => {
  const { client, outage, pollMs, now } = deps;
  const { folder } = client.address;
  const robots = createSiteRobots(client, now);
  const sources = createListSources(client);
  const readList = createReadList({ ...deps, sources });

  const addSitemaps = (named: readonly string[]) => {
    const own = named.filter((place) => sources.add(place, 'sitemap', true) !== undefined);
    if (own.length > 0) return;
    // A robots.txt made for another address names its sitemap there.
    const places = [...named.map(pathIn), ...usualSitemaps.map((name) => folder + name)];
    for (const place of places) if (place !== '') sources.add(place, 'sitemap', false);
  };

  /** A sitemap that names the front page alone, such as that of a template, is as good as none. */
  const namesPages = (pages: ReadonlySet<string>): boolean =>
    pages.size > (pages.has(tidyPath(folder)) ? 1 : 0);

  /** False for a sitemap that names no pages, which counts as missing. */
  const isUseful = ({ kind, state, pages, isIndex }: ListSource): boolean =>
    state === 'read' && (kind === 'feed' || namesPages(pages) || isIndex);

  const isDue = (source: ListSource): boolean => source.nextAt <= now() && !isGuessInVain(source);

  /** True for a guessed address that need not be tried, since another guess has already succeeded. */
  const isGuessInVain = ({ named, state, kind }: ListSource): boolean =>
    !named && state === 'unknown' && sources.some(kind, isUseful);

  const read = async (source: ListSource, found: Found, signal: AbortSignal) => {
    try {
      await readList(source, found, signal);
      outage.answered();
    } catch (error) {
      const isSilent = await outage.isOf(error, source.path, signal);
      if (!isSilent && !isFault(error, 'invalid')) throw error;
      // The content of a list that does not answer is unknown.
      source.state = !isSilent && source.state === 'unknown' ? 'missing' : 'cut';
      source.nextAt = now() + (isSilent ? patientFactor * pollMs : hourMs);
    }
  };

  return {
    get robots() {
      return robots.rules;
    },
    get announced() {
      return sources.announced;
    },
    get broken() {
      return sources.broken;
    },
    get hasSitemap() {
      return sources.some('sitemap', ({ pages, isAdapted }) => namesPages(pages) && !isAdapted);
    },
    addFeeds: (urls) => urls.forEach((url) => void sources.add(url, 'feed', true)),
    hurry() {
      for (const source of sources.all()) source.nextAt = 0;
    },
    async poll(found, signal) {
      if (await robots.update(signal)) addSitemaps(robots.rules.sitemaps);
      // Reading an index adds its sitemaps, which the loop then reaches.
      for (const source of sources.all()) if (isDue(source)) await read(source, found, signal);
      const mayHaveSitemap = sources.some(
        'sitemap',
        (source) => source.state === 'cut' || isUseful(source) || isDue(source),
      );
      if (!mayHaveSitemap && !sources.some('feed', () => true))
        for (const name of usualFeeds) sources.add(folder + name, 'feed', false);
    },
  };
};
