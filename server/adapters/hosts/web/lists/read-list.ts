import { dayMs } from '../../../../kit/calendar.ts';
import type { SiteClient } from '../../remote/client.ts';
import type { Reader } from '../extract/reader.ts';
import { tidyPath } from '../patterns.ts';
import { asOwn } from './as-own.ts';
import { readSitemap, type SitemapEntry } from '../sitemap.ts';
import type { NamedPage } from '../store.ts';
import type { FeedTexts } from './feed-texts.ts';
import type { ListSource, ListSources } from './list-sources.ts';

export interface ReadListDeps {
  readonly client: SiteClient;
  readonly reader: Pick<Reader, 'feed'>;
  readonly sources: ListSources;
  readonly texts: FeedTexts;
  readonly accepts: (path: string) => boolean;
  readonly maxPages: number;
  readonly pollMs: number;
  readonly now: () => number;
}

/** Takes pages of a list as they are read. */
export type Found = (pages: readonly NamedPage[]) => Promise<void>;

type Body = AsyncIterable<Uint8Array>;

const limitMs = 120_000;
/** Large lists without validators are requested less often. */
const largeBytes = 200_000;
export const patientFactor = 5;
const maxFeedBytes = 4_000_000;
const noteBatch = 500;

/** Requests one list and passes on its pages in batches; the source notes its state and when it is due again. */
export const createReadList = (deps: ReadListDeps) => {
  const readOnce = createReadOnce(deps);
  return async (source: ListSource, found: Found, signal: AbortSignal): Promise<void> => {
    const { kind } = source;
    await readOnce(source, found, signal);
    if (source.kind === kind) return;
    source.state = 'unknown';
    await readOnce(source, found, signal);
  };
};

/** Reads a list as what it is taken for. */
const createReadOnce = (deps: ReadListDeps) => {
  const { client, reader, sources, texts, accepts, maxPages, pollMs, now } = deps;

  /** Path of an address in the list at `from`, when it may be an article. */
  const usable = (address: string, from = '/'): string | undefined => {
    const path = client.address.pathOf(address, new URL(from, client.origin));
    return path !== undefined && accepts(tidyPath(path)) ? tidyPath(path) : undefined;
  };

  /** A sitemap in an index is due when its date has changed. */
  const addSitemap = ({ url, changed }: SitemapEntry) => {
    const source = sources.add(url, 'sitemap', true);
    if (!source) return;
    const isDateNew = source.said === '' && source.state === 'read';
    if ((changed === '' || source.said !== changed) && !isDateNew) source.nextAt = 0;
    source.said = changed;
  };

  /** Returns the size in bytes. */
  const readSitemapInto = async (source: ListSource, body: Body, found: Found): Promise<number> => {
    const pages = new Set<string>();
    const room = maxPages - sources.pagesOutside(source);
    let batch: NamedPage[] = [];
    let size = 0;
    source.state = 'cut';
    source.isAdapted = false;
    source.brokeOff = false;
    const counting = counted(body, (bytes) => (size += bytes));
    const entries = asOwn(
      client.address,
      readSitemap(
        counting,
        () => (source.brokeOff = true),
        () => (source.kind = 'feed'),
      ),
      { most: maxPages, adapted: () => (source.isAdapted = true) },
    );
    for await (const entry of entries) {
      if (entry.kind === 'sitemap') {
        source.isIndex = true;
        addSitemap(entry);
        continue;
      }
      const path = usable(entry.url);
      if (path === undefined || pages.has(path)) continue;
      if (pages.size >= room) break;
      pages.add(path);
      batch.push({ path, said: sources.dateFrom(source, path, entry.changed) });
      if (batch.length >= noteBatch) {
        await found(batch);
        batch = [];
      }
    }
    await found(batch);
    // What a list named before its break still counts as announced.
    source.pages = source.brokeOff ? pages.union(source.pages) : pages;
    source.state = source.brokeOff || pages.size >= room ? 'cut' : 'read';
    return size;
  };

  /** Returns the size in bytes. */
  const readFeedInto = async (
    source: ListSource,
    body: Body,
    found: Found,
    signal: AbortSignal,
  ): Promise<number> => {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of body) {
      size += part.byteLength;
      if (size > maxFeedBytes) break;
      parts.push(part);
    }
    const entries = await reader.feed(Buffer.concat(parts).toString('utf8'), signal);
    const pages = entries.flatMap(({ url, changed, text }) => {
      const path = usable(url, source.path);
      if (path !== undefined && text !== undefined) texts.note(path, text);
      return path === undefined ? [] : [{ path, said: sources.dateFrom(source, path, changed) }];
    });
    await found(pages.slice(0, maxPages));
    source.pages = new Set(pages.map(({ path }) => path));
    source.state = 'read';
    return size;
  };

  return async (source: ListSource, found: Found, signal: AbortSignal): Promise<void> => {
    const isKnown = source.state === 'read';
    const headers = {
      ...(isKnown && source.etag !== '' && { 'if-none-match': source.etag }),
      ...(isKnown && source.lastModified !== '' && { 'if-modified-since': source.lastModified }),
    };
    source.nextAt = now() + pollMs;
    await client.stream(source.path, { headers, limitMs, signal }, async (response) => {
      if (response.status === 304) return response.body?.cancel();
      if (response.status !== 200) {
        await response.body?.cancel();
        // A list that was there before may be missing only during a deployment.
        if (isKnown) return void (source.state = 'cut');
        source.state = 'missing';
        source.brokeOff = false;
        source.pages = new Set();
        source.nextAt = now() + dayMs / 4;
        return;
      }
      source.etag = response.headers.get('etag') ?? '';
      source.lastModified = response.headers.get('last-modified') ?? '';
      const body = response.body ?? nothing();
      const size =
        source.kind === 'feed'
          ? await readFeedInto(source, body, found, signal)
          : await readSitemapInto(source, body, found);
      const cannotSayUnchanged = source.brokeOff || (source.etag === '' && source.lastModified === '');
      if (cannotSayUnchanged && size > largeBytes) source.nextAt = now() + patientFactor * pollMs;
    });
  };
};

async function* counted(body: Body, count: (bytes: number) => void) {
  for await (const part of body) {
    count(part.byteLength);
    yield part;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
