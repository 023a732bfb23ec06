import { sha256, slug } from '../../../kit/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Article, ArticleHead, HostProblem } from '../../../ports/host.ts';
import type { Log } from '../../../ports/log.ts';
import { percentDecoded } from '../../../text/percent-decoded.ts';
import { createDocumentReader } from '../../documents/document-reader.ts';
import { createDocumentShelf, type FoundDocument } from '../../documents/document-shelf.ts';
import type { SiteDocuments } from '../../documents/with-documents.ts';
import { createHints } from '../remote/hints.ts';
import type { SiteClient } from '../remote/client.ts';
import { createFileRequests, weekMs } from './file-requests.ts';
import { documentLinks } from './find-links.ts';
import { createLinkedPaths } from './linked-paths.ts';
import type { LinkedDocumentStore } from './store.ts';

/**
 * The PDF, DOCX and EPUB files of a site that its articles link to, as articles. They are fetched one after the other by the client of
 * the site, which refuses other sites and private addresses, as robots.txt allows; each is fetched again after a week. Links are noted also
 * while documents are not wanted, since an article that does not change is read once.
 */
export function createLinkedDocuments(deps: {
  readonly client: SiteClient;
  readonly store: LinkedDocumentStore;
  /** False for paths that the operator left out. */
  readonly accepts: (path: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}): SiteDocuments & { readonly settled: () => Promise<boolean> } {
  const { client, store, accepts, clock, log } = deps;
  const hints = createHints();
  const closing = new AbortController();
  const files = createFileRequests({ client, now: clock.now, closing: closing.signal });
  const shelf = createDocumentShelf({
    reader: createDocumentReader(),
    kept: {
      ...store.kept,
      // Those stay that another process has read, and those of articles that are missing for a while.
      async keepOnly(ids) {
        const linked = new Set<string>();
        for (const own of (await store.links()).values()) for (const path of own) linked.add(path);
        await store.kept.keepOnly(new Set([...ids, ...Array.from(linked, idOf)]));
      },
    },
    log,
    changed: hints.tell,
  });
  let isOn = false;
  let links: Map<string, readonly string[]> | undefined;
  /** Articles of the site as it was listed last. */
  let articles: ReadonlySet<string> | undefined;
  /** Documents as they were listed last. */
  let listed = '';
  /** When articles with links were first not listed; a list may lack some for a moment. */
  const missing = new Map<string, number>();
  const documentAt = (path: string): FoundDocument => ({
    id: idOf(path),
    path: path.replace(/\?[^]*$/, ''),
    url: path,
    stamp: files.stampOf(path),
    load: () => files.load(path),
  });
  const paths = createLinkedPaths();
  /** False while the paths are not those of the articles that were listed last. */
  let isCounted = false;
  const offer = (): void => shelf.offer(isOn ? paths.first().map(documentAt) : []);
  const isListed = (id: string): boolean => articles?.has(id) ?? true;
  /** Looks at what all articles link to. */
  const look = (): void => {
    paths.count([...(links ?? [])].filter(([id]) => isListed(id)).map(([, own]) => own));
    isCounted = links !== undefined;
    offer();
  };
  const known = async () => (links ??= await store.links());

  return {
    ...shelf,
    async heads() {
      listed = '';
      if (!isOn) return [];
      // Another process may have read articles, too.
      links = await store.links();
      look();
      const heads = await shelf.heads();
      listed = marksOf(heads, shelf.problems());
      return heads;
    },
    /** Waits for what articles link to; resolves with true when other documents are there, or left out, than were listed last. */
    async settled() {
      await shelf.whole();
      return marksOf(await shelf.heads(), shelf.problems()) !== listed;
    },
    async seen(article: Article) {
      // What only some may read must not tell everybody where its documents are.
      const named = article.visibility === 'public' ? documentLinks(article) : [];
      const own = named.flatMap((address) => {
        const page = URL.parse(article.url, client.publicOrigin) ?? undefined;
        const path = client.address.pathOf(address, page);
        return path !== undefined && accepts(path) ? [path] : [];
      });
      if (own.join('\n') === ((await known()).get(article.id) ?? []).join('\n')) return;
      await store.setLinks(article.id, own);
      const before = links?.get(article.id) ?? [];
      if (own.length > 0) links?.set(article.id, own);
      else links?.delete(article.id);
      if (!isCounted) look();
      else if (isListed(article.id) && paths.change(before, own)) offer();
    },
    async listed(ids) {
      articles = ids;
      isCounted = false;
      for (const id of (await known()).keys()) {
        if (ids.has(id)) missing.delete(id);
        else if (!missing.has(id)) missing.set(id, clock.now());
      }
      for (const [id, since] of missing)
        if (clock.now() - since >= weekMs) {
          await store.setLinks(id, []);
          links?.delete(id);
          missing.delete(id);
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

const marksOf = (heads: readonly ArticleHead[], problems: readonly HostProblem[]): string =>
  [...heads.map(({ id, revision }) => `${id} ${revision}`), ...problems.map(({ path }) => path)].join('\n');

const idOf = (path: string): string =>
  [slug(percentDecoded(path).replace(/\?[^]*$/, ''), 60), sha256(path).slice(0, 12)]
    .filter((part) => part !== '')
    .join('-');
