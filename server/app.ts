import { createFeatures } from './app/features.ts';
import { createFoundation } from './app/foundation.ts';
import type { Ports } from './app/ports.ts';
import { createUpkeep } from './app/upkeep.ts';
import { consoleFiles } from './features/site/console-files.ts';
import { widgetFiles } from './features/site/widget-files.ts';
import type { Feature } from './http/implement.ts';
import { docsRoutes } from './http/openapi.ts';
import { createServer } from './http/server.ts';

export type { Ports } from './app/ports.ts';

/** Builds the service: what all features use, the features, and the wire. What has been built is closed again if a later part fails. */
export async function createApp(ports: Ports) {
  await using building = new AsyncDisposableStack();
  const base = await createFoundation(ports, building);
  const { usage, jobs, models, clock, log, metrics, locks } = base;
  const named = await createFeatures(base);
  const features: readonly Feature[] = Object.values(named);
  for (const feature of features) building.defer(async () => feature[Symbol.asyncDispose]?.());
  const { knowledge, account, site, system } = named;
  const server = await createServer({
    ...ports,
    implementations: [...features.flatMap(({ routes }) => routes), docsRoutes()],
    files: [widgetFiles, consoleFiles],
    identify: account.identify,
    origins: site.origins,
    metrics,
    checkReplies: ports.checkReplies ?? false,
  });
  // Requests that wait for a job end with it.
  building.defer(() => Promise.all([server.close(), jobs.close()]).then(() => undefined));
  const upkeep = createUpkeep({ log, clock, locks, features, often: usage.settleAbandoned });
  building.defer(() => upkeep.close());
  const parts = building.move();

  return {
    server,
    /** Booked, for tests of models from the command line. */
    models,
    knowledge,
    answer: named.chat.answer,
    evaluations: named.evaluations,
    keepBelow: usage.keepBelow,
    examine: named.doctor.examine,
    tokens: account.tokens,
    generatedToken: account.generatedToken,
    /** Settles what an earlier process left open, builds the index and follows the host; answers are given meanwhile. */
    async start() {
      await usage.settleAbandoned();
      upkeep.start();
      const following = knowledge.start();
      // Interrupted jobs go on as soon as there is an index, not when the whole site has been looked through again.
      await Promise.race([knowledge.whenReady(), following]);
      await jobs.start();
      for (const feature of features) if (feature !== knowledge) await feature.start?.();
      await following;
    },
    /** No longer ready; lets running answers end, at most until `limit` aborts. To be disposed of afterwards. */
    async drain(limit: AbortSignal) {
      system.readiness.stop();
      await Promise.all([server.drain(limit), jobs.drain(limit)]);
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
