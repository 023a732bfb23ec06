import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { openHost } from '../../server/adapters/hosts/open-host.ts';
import type { HostDeps } from '../../server/adapters/hosts/platform.ts';
import { readPlatformSettings } from '../../server/adapters/hosts/platform-settings.ts';
import type { Host } from '../../server/ports/host.ts';
import type { NamedSite } from '../../server/adapters/hosts/named-site.ts';
import { createTestLog } from '../fakes/log.ts';

/** The settings of an operator who has set nothing but the address. */
export const siteSettings = (origin: string, more: Partial<NamedSite> = {}): NamedSite => ({
  url: new URL(origin),
  kind: undefined,
  include: [],
  exclude: [],
  parallel: 4,
  maxPages: 1000,
  withPages: true,
  hintSecret: undefined,
  ...readPlatformSettings({}),
  ...more,
});

/** The host of a site, on a database of its own unless one is given. */
export const openSite = async (
  origin: string,
  more: Partial<NamedSite> = {},
  given: Partial<HostDeps> = {},
): Promise<Host & AsyncDisposable> => {
  const { db = openSqlite(':memory:') } = given;
  const deps = { clock: { now: Date.now }, log: createTestLog(), instanceId: 'test', ...given, db };
  const host = await openHost(siteSettings(origin, more), deps);
  const close = once(async () => {
    await host.close();
    if (!given.db) await db.close();
  });
  return { ...host, close, [Symbol.asyncDispose]: close };
};

const once = (work: () => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
};
