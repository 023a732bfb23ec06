import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import type { Database } from '../../server/kit/database.ts';
import type { Host } from '../../server/ports/host.ts';
import { openSite } from '../platforms/open-site.ts';
import { readerInProcess } from './page-reader.ts';
import { hintSecret, signedHint } from './signed-hint.ts';
import { createWebSite, type WebSite } from './web-site.ts';

/**
 * Web sites and the hosts that crawl them; a test disposes of all of them at its end.
 * @param open opens the databases that the test asks for
 */
export function createCrawledSites(open: () => Promise<Database> = async () => openSqlite(':memory:')) {
  const opened: AsyncDisposable[] = [];
  return {
    async site(): Promise<WebSite> {
      const site = await createWebSite();
      opened.push(site);
      return site;
    },

    async host(site: WebSite, db?: Database): Promise<Host & AsyncDisposable> {
      const given = { reader: readerInProcess, ...(db && { db }) };
      const host = await openSite(site.origin, { kind: 'web', hintSecret }, given);
      opened.push(host);
      return host;
    },

    /** A database that outlives a host. */
    async database(): Promise<Database> {
      const db = await open();
      opened.push({ [Symbol.asyncDispose]: () => db.close() });
      return db;
    },

    async dispose(): Promise<void> {
      for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
    },
  };
}

/** Makes the host look at pages, or without addresses at all pages. */
export const pushPages = async (host: Host, urls: readonly string[] = []): Promise<void> =>
  host.receiveHint?.(signedHint(hintSecret, { urls }));

/** The titles that a host lists, sorted; a function, for polling. */
export const titlesOf = (host: Host) => async (): Promise<string> =>
  (await Array.fromAsync(host.heads()))
    .map(({ title }) => title)
    .toSorted()
    .join();
