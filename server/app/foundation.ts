import { createCatalogue } from '../features/catalogue/catalogue.ts';
import { createChanges } from '../features/changes/changes.ts';
import { createModelRegistry } from '../features/connected-models/registry.ts';
import { createConfig, type Config } from '../features/config/config.ts';
import { createMetrics } from '../features/system/metrics.ts';
import { createFurtherSources } from '../features/sources/source-articles.ts';
import { createUsage } from '../features/usage/usage.ts';
import { installationKeyOf } from '../kit/installation-key.ts';
import { createNetworksOf } from '../kit/ip-networks.ts';
import { migrations } from '../migrations.ts';
import { createJobs } from '../work/jobs.ts';
import { createLiveness } from '../work/liveness.ts';
import { createLocks } from '../work/lock.ts';
import { createSureTime } from '../work/schedule/sure-time.ts';
import type { Ports } from './ports.ts';

/** Base of all features: the ports, the schema, and the shared mechanisms and features. */
export type Foundation = Awaited<ReturnType<typeof createFoundation>>;

/** Migrates the schema and builds what all features share. Closers are added to `parts`. */
export async function createFoundation(ports: Ports, parts: AsyncDisposableStack) {
  const { db, host, clock, log, instanceId } = ports;
  parts.defer(() => db.close());
  await db.migrate(migrations);
  const { engine } = ports;
  const metrics = createMetrics(db, engine && (() => engine.problem()));
  const liveness = createLiveness({ db, clock, log, self: instanceId });
  parts.defer(() => liveness.close());
  await liveness.start();
  parts.defer(() => host.close());
  const changes = createChanges({ db, clock });
  const config = createConfig({ db, log, changes });
  parts.defer(() => config.close());
  parts.adopt(await followDocuments(host, config), (following) => following.close());
  parts.defer(() => ports.answerTraces?.[Symbol.asyncDispose]());
  parts.defer(() => ports.inHouse?.close());
  const admin = ports.modelAdmin;
  const registry = admin && (await createModelRegistry({ db, log, changes, admin }));
  parts.defer(() => registry?.close());
  const catalogue = createCatalogue({ host, now: clock.now, log });
  parts.defer(() => catalogue.close());
  const sources = await createFurtherSources({ db, log });
  parts.defer(() => sources.close());
  const networksOf = createNetworksOf(await installationKeyOf(db));
  const usage = createUsage({
    ...ports,
    config,
    metrics,
    liveness,
    networksOf,
    record: changes.record,
  });
  parts.defer(async () => usage[Symbol.asyncDispose]?.());
  const locks = createLocks(db, clock, liveness);
  return {
    ...ports,
    now: clock.now,
    sureTime: createSureTime({ locks, clock, log }),
    networksOf,
    metrics,
    changes,
    config,
    managed: admin && registry && { admin, registry },
    catalogue,
    sources,
    usage,
    models: usage.meter(ports.models),
    locks,
    jobs: createJobs({ db, clock, log, liveness }),
  };
}

/** Tells the host whether documents are read, before it is asked for articles and after each change. */
async function followDocuments(host: Ports['host'], config: Pick<Config, 'read' | 'onChange'>) {
  const tell = () =>
    config.read('chunking').then(
      ({ readDocuments }) => host.readDocuments?.(readDocuments),
      // Without the database they stay as they were; it is read again with the next change.
      () => undefined,
    );
  await tell();
  return config.onChange(() => void tell());
}
