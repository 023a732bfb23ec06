import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { openHost, type NamedSite } from '../../server/adapters/hosts/open-host.ts';
import type { Host } from '../../server/ports/host.ts';
import { createTestLog } from '../fakes/log.ts';

/** The host of a site with the settings of an operator who has set nothing else. */
export const openSite = async (
  origin: string,
  more: Partial<NamedSite> = {},
  clock = { now: Date.now },
): Promise<Host & AsyncDisposable> => {
  const db = openSqlite(':memory:');
  const site: NamedSite = {
    url: new URL(origin),
    kind: undefined,
    include: [],
    exclude: [],
    parallel: 4,
    maxPages: 1000,
    hintSecret: undefined,
    wordpress: undefined,
    ghost: { contentKey: undefined, adminKey: undefined },
    halo: { token: undefined },
    ...more,
  };
  const host = await openHost(site, { db, clock, log: createTestLog(), instanceId: 'test' });
  const close = async () => {
    await host.close();
    await db.close();
  };
  return { ...host, close, [Symbol.asyncDispose]: close };
};
