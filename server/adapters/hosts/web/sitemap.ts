import { constants, createGunzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import { createYieldEvery } from '../../../work/event-loop.ts';
import { createXmlReader } from '../../xml-reader.ts';

/** An address in a sitemap, with its modification date; `''` when missing. */
export interface SitemapEntry {
  readonly kind: 'page' | 'sitemap';
  readonly url: string;
  readonly changed: string;
}

/** Limits of one sitemap file; the protocol allows 50,000 entries and 50 MB. */
const maxBytes = 60_000_000;
const maxTextLength = 3_000;
/** Four times as many as the protocol allows. */
const maxEntries = 200_000;

/**
 * Entries of a sitemap or sitemap index as a stream, plain or gzipped; a text file with one address per line works too.
 * The consumer may stop early. `brokeOff` is called after the last entry of a file that ends before its end, `isFeed` for a feed in the
 * place of a sitemap, which has no entries here. Throws `invalid` for more than 60 MB.
 */
export async function* readSitemap(
  body: AsyncIterable<Uint8Array>,
  brokeOff: () => void = () => undefined,
  isFeed: () => void = () => undefined,
): AsyncGenerator<SitemapEntry> {
  const xml = createSitemapXml(isFeed);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let size = 0;
  /** The line that has begun, of a text file. */
  let line: string | undefined;
  let isDamaged = false;
  let count = 0;
  const othersTurn = createYieldEvery(5);
  for await (const bytes of gunzipped(body, () => (isDamaged = true))) {
    size += bytes.byteLength;
    if (size > maxBytes) throw invalid(explained('sitemap_long'));
    const isFirst = decoder === undefined;
    decoder ??= new TextDecoder(encodingOf(bytes));
    const text = decoder.decode(bytes, { stream: true });
    if (isFirst && /^\uFEFF?\s*https?:/.test(text)) line = '';
    if (line === undefined) {
      const { entries, goesOn } = xml.read(text);
      yield* entries;
      count += entries.length;
      if (!goesOn) break;
      if (count >= maxEntries) xml.stop();
      continue;
    }
    const lines = (line + text).split(/\s+/);
    // Of a line that never ends, no more is kept than an address may have.
    line = (lines.pop() ?? '').slice(0, maxTextLength);
    for (const each of lines) {
      if (each !== '') yield { kind: 'page', url: each, changed: '' };
      await othersTurn();
    }
    count += lines.length;
    if (count >= maxEntries) {
      [isDamaged, line] = [true, ''];
      break;
    }
  }
  if (line !== undefined) {
    if (line !== '') yield { kind: 'page', url: line, changed: '' };
  } else if (!xml.end()) isDamaged = true;
  if (isDamaged) brokeOff();
}

/** Reads the entries of a sitemap that is XML, in pieces; `stop` ends it as one that breaks off. */
const createSitemapXml = (isFeed: () => void) => {
  const found: SitemapEntry[] = [];
  let kind: SitemapEntry['kind'] | undefined;
  let url = '';
  let changed = '';
  let field = '';
  /** Prefix of the names of the sitemap itself, such as `ns0:`; elements of others, such as image:loc, are ignored. */
  let prefix = '';
  const xml = createXmlReader({
    open(name, depth) {
      const local = name.replace(/^.*:/, '');
      if (depth === 1 && feedRoots.has(local)) isFeed();
      if (local === 'url' || local === 'sitemap') {
        kind = local === 'url' ? 'page' : 'sitemap';
        [url, changed] = ['', ''];
        prefix = name.slice(0, name.length - local.length);
      }
      field = depth <= 3 && name === prefix + local ? local : '';
    },
    text(text) {
      if (field === 'loc' && url.length < maxTextLength) url += text;
      else if (field === 'lastmod' && changed.length < 60) changed += text;
    },
    close(name) {
      field = '';
      const local = name.replace(/^.*:/, '');
      if (kind && (local === 'url' || local === 'sitemap')) {
        if (url.trim() !== '') found.push({ kind, url: url.trim(), changed: changed.trim() });
        kind = undefined;
      }
    },
  });
  return {
    /** The entries that end in a piece of the text. */
    read(piece: string): { readonly entries: readonly SitemapEntry[]; readonly goesOn: boolean } {
      const goesOn = xml.write(piece);
      return { entries: found.splice(0), goesOn };
    },
    stop: xml.stop,
    end: xml.end,
  };
};

const feedRoots: ReadonlySet<string> = new Set(['rss', 'feed', 'rdf']);

/** Some tools write UTF-16, with a byte order mark. */
const encodingOf = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';

/**
 * Detects gzip by the first bytes, since `.gz` files may come without a header. The content before a cut or damage is
 * passed on, and `damaged` is called.
 */
async function* gunzipped(body: AsyncIterable<Uint8Array>, damaged: () => void): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done) return;
  const whole = async function* () {
    yield first.value;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  };
  try {
    if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) yield* whole();
    else yield* pipeline(Readable.from(whole(), { objectMode: false }), createGunzip(toTheCut), ignoreEnd);
  } catch (error) {
    if (!isDamage(error)) throw error;
    damaged();
  } finally {
    await source.return?.();
  }
}

/** Everything before a cut is passed on. */
const toTheCut = { finishFlush: constants.Z_SYNC_FLUSH };

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^Z_(?:DATA|BUF)_ERROR$/.test(String(error.code));

/** Errors are thrown by the last stream of the pipe. */
const ignoreEnd = () => undefined;
