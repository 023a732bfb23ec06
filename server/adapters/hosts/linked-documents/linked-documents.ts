import { explained, type Words } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import { sha256, slug } from '../../../kit/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Article } from '../../../ports/host.ts';
import type { Log } from '../../../ports/log.ts';
import { percentDecoded } from '../../../text/percent-decoded.ts';
import { documentLimits, readingVersion } from '../../documents/document.ts';
import { createDocumentReader } from '../../documents/document-reader.ts';
import { createDocumentShelf, type FoundDocument } from '../../documents/document-shelf.ts';
import type { SiteDocuments } from '../../documents/with-documents.ts';
import { createHints } from '../remote/hints.ts';
import type { SiteClient } from '../remote/client.ts';
import { createSiteRobots } from '../web/lists/site-robots.ts';
import { documentLinks } from './find-links.ts';
import type { LinkedDocumentStore } from './store.ts';

/** Documents of a site; further ones are not read. */
const mostDocuments = 2000;
const weekMs = 7 * 86_400_000;
const fetchMs = 120_000;

/**
 * The PDF, DOCX and EPUB files of a site that its articles link to, as articles. They are fetched one after the other by the client of
 * the site, which refuses other sites and private addresses, as robots.txt allows; each is fetched again after a week.
 */
export function createLinkedDocuments(deps: {
  readonly client: SiteClient;
  readonly store: LinkedDocumentStore;
  /** False for paths that the operator left out. */
  readonly accepts: (path: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}): SiteDocuments {
  const { client, store, accepts, clock, log } = deps;
  const hints = createHints();
  const closing = new AbortController();
  const robots = createSiteRobots(client, clock.now);
  const shelf = createDocumentShelf({
    reader: createDocumentReader(),
    kept: store.kept,
    log,
    changed: hints.tell,
  });
  let isOn = false;
  let links: Map<string, readonly string[]> | undefined;

  const load = async (path: string): Promise<Uint8Array | Words | undefined> => {
    try {
      await robots.update(closing.signal);
      if (!robots.rules.allows(path)) return explained('left_robots');
      const { signal } = closing;
      const answer = await client.request(path, { maxBytes: documentLimits.bytes, limitMs: fetchMs, signal });
      if (answer.status === 200) return answer.bytes;
      if (answer.status >= 500 || answer.status === 429) return undefined;
      return explained('left_status', { status: answer.status });
    } catch (error) {
      if (isFault(error)) return error.code === 'invalid' ? error.words : undefined;
      throw error;
    }
  };
  const documentAt = (path: string): FoundDocument => ({
    id: idOf(path),
    path: path.replace(/\?[^]*$/, ''),
    url: path,
    stamp: `${readingVersion} ${Math.floor(clock.now() / weekMs)}`,
    load: () => load(path),
  });
  const look = (): void => {
    const paths = new Set(isOn ? [...(links ?? [])].flatMap(([, own]) => own) : []);
    shelf.offer([...paths].slice(0, mostDocuments).map(documentAt));
  };
  const known = async () => (links ??= await store.links());

  return {
    ...shelf,
    async heads() {
      if (!isOn) return [];
      // Another process may have read articles, too.
      links = await store.links();
      look();
      return shelf.heads();
    },
    async seen(article: Article) {
      if (!isOn) return;
      // What only some may read must not tell everybody where its documents are.
      const named = article.visibility === 'public' ? documentLinks(article) : [];
      const own = named.flatMap((address) => {
        const page = URL.parse(article.url, client.publicOrigin) ?? undefined;
        const path = client.address.pathOf(address, page);
        return path !== undefined && accepts(path) ? [path] : [];
      });
      const before = (await known()).get(article.id) ?? [];
      if (own.join('\n') === before.join('\n')) return;
      await store.setLinks(article.id, own);
      if (own.length > 0) links?.set(article.id, own);
      else links?.delete(article.id);
      look();
    },
    async listed(ids) {
      for (const id of (await known()).keys())
        if (!ids.has(id)) {
          await store.setLinks(id, []);
          links?.delete(id);
        }
    },
    setOn(next) {
      isOn = next;
      look();
    },
    onChange: hints.onChange,
    async [Symbol.asyncDispose]() {
      closing.abort();
      hints.close();
      await shelf[Symbol.asyncDispose]();
    },
  };
}

const idOf = (path: string): string =>
  [slug(percentDecoded(path).replace(/\?[^]*$/, ''), 60), sha256(path).slice(0, 12)]
    .filter((part) => part !== '')
    .join('-');
