import { createFeatures } from './app/features.ts';
import { createFoundation } from './app/foundation.ts';
import type { Ports } from './app/ports.ts';
import { createUpkeep } from './app/upkeep.ts';
import { createConnectedSiteStore, openedSite, storedSite } from './features/connected-site/records.ts';
import { createRemovalHoldStore, type FollowedSite } from './features/knowledge/store/removal-hold.ts';
import { consoleFiles } from './features/site/console-files.ts';
import { widgetFiles } from './features/site/widget-files.ts';
import type { Feature } from './http/implement.ts';
import type { Database } from './kit/database.ts';
import { explained } from './kit/explained.ts';
import { docsRoutes } from './http/openapi.ts';
import { createHosts } from './http/connection/hosts.ts';
import { createServer } from './http/server.ts';
import { untilDone } from './work/schedule/until-done.ts';
import type { SiteAdmin } from './ports/site-admin.ts';

export type { Ports } from './app/ports.ts';

/** Builds the service: what all features use, the features, and the wire. What has been built is closed again if a later part fails. */
export async function createApp(ports: Ports) {
  await using building = new AsyncDisposableStack();
  const base = await createFoundation(ports, building);
  const stopping = new AbortController();
  /** Work that began by itself. It ends once the features are closed, and the database is open until then. */
  const begun: Promise<unknown>[] = [];
  const begin = <T>(work: Promise<T>): Promise<T> => {
    // Whoever awaits it hears of a failure.
    begun.push(work.catch(() => undefined));
    return work;
  };
  building.defer(async () => void (await Promise.all(begun)));
  const { usage, jobs, models, clock, log, metrics, locks } = base;
  const named = await createFeatures(base, building);
  const features: readonly Feature[] = Object.values(named);
  const { knowledge, account, site, system } = named;
  const server = await createServer({
    ...ports,
    implementations: [...features.flatMap(({ routes }) => routes), docsRoutes(ports.consolePath)],
    files: [widgetFiles, consoleFiles(ports.consolePath)],
    identify: account.identify,
    hasPages: () => base.host.describe().siteOrigin === undefined,
    origins: site.origins,
    hosts: createHosts({
      publicOrigin: ports.publicOrigin,
      loopbackOnly: ports.loopbackOnly ?? (() => false),
      allowed: site.allowedOrigins,
    }),
    metrics,
    checkReplies: ports.checkReplies ?? false,
    // The write stands: a failure would have it repeated.
    wrote: (operation, write) =>
      base.changes
        .wrote(operation, write)
        .catch((error: unknown) =>
          log.error(
            { operation, by: write.by, err: String(error) },
            'a write is missing in the list of changes',
          ),
        ),
  });
  // Stops jobs before the server closes, since open requests may wait for a job.
  building.defer(() => Promise.all([server.close(), jobs.close()]).then(() => undefined));
  const upkeep = createUpkeep({
    log,
    clock,
    sureTime: base.sureTime,
    locks,
    features,
    often: usage.settleAbandoned,
    forget: base.db.forget,
  });
  building.defer(() => {
    stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
    void begin(upkeep.close());
  });
  const parts = building.move();
  const done = (step: () => unknown) =>
    untilDone(async () => step(), {
      signal: stopping.signal,
      log,
      failed: 'a step of the start failed; it is tried again',
    });
  const start = async () => {
    await done(usage.settleAbandoned);
    upkeep.start();
    const following = begin(knowledge.start());
    // Interrupted jobs resume as soon as there is an index; they need not wait for a full crawl.
    await Promise.race([knowledge.whenReady(), following]);
    await done(jobs.start);
    for (const feature of features) if (feature !== knowledge) await done(() => feature.start?.());
    await following;
    stopping.signal.throwIfAborted();
  };

  return {
    server,
    /** Metered models, for `docent model test`. */
    models,
    knowledge,
    answer: named.chat.answer,
    evaluations: named.evaluations,
    keepBelow: usage.keepBelow,
    examine: named.doctor.examine,
    tokens: account.tokens,
    generatedToken: account.generatedToken,
    /**
     * Settles what an earlier process left open, builds the index and follows the host; questions are answered
     * meanwhile. Rejects with AbortError when the app is disposed of before.
     */
    start: () => begin(start()),
    /** Reports not ready and waits for running answers, at most until `limit` aborts. Dispose of the app afterwards. */
    async drain(limit: AbortSignal) {
      system.readiness.stop();
      await Promise.all([server.drain(limit), jobs.drain(limit)]);
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** The site that was connected in the console; `undefined` before the first one, also in a database that is not migrated yet. */
export async function readConnectedSite(db: Database, admin: Pick<SiteAdmin, 'unseal'>) {
  const { value, revision } = await createConnectedSiteStore(db).readEarly();
  if (revision === 0) return undefined;
  const site = storedSite(value);
  const opened = site && (await openedSite(site, admin));
  return { choice: opened?.choice, unreadable: opened?.unreadable ?? new Set<string>(), revision };
}

/** The site that the index of a database is of, with the settings kept for it; `undefined` before its first reading. */
export const readKeptSite = (db: Database): Promise<FollowedSite | undefined> =>
  createRemovalHoldStore(db).keptSite();
