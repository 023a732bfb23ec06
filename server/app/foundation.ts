import { createCatalogue } from '../features/catalogue/catalogue.ts';
import { createConfig } from '../features/config/config.ts';
import { createMetrics } from '../features/system/metrics.ts';
import { createUsage } from '../features/usage/usage.ts';
import { migrations } from '../migrations.ts';
import { createJobs } from '../work/jobs.ts';
import { createLiveness } from '../work/liveness.ts';
import { createLocks } from '../work/lock.ts';
import type { Ports } from './ports.ts';

/** The base of all features: the ports, the schema, and the mechanisms and features that all of them use. */
export type Foundation = Awaited<ReturnType<typeof createFoundation>>;

/** Brings the schema up to date and builds what all features use; what has to be closed goes onto `parts`. */
export async function createFoundation(ports: Ports, parts: AsyncDisposableStack) {
  const { db, host, clock, log, instanceId } = ports;
  parts.defer(() => db.close());
  await db.migrate(migrations);
  const metrics = createMetrics(db);
  const liveness = createLiveness({ db, clock, log, self: instanceId });
  parts.defer(() => liveness.close());
  await liveness.start();
  parts.defer(() => host.close());
  const config = createConfig({ db, log });
  parts.defer(() => config.close());
  const catalogue = createCatalogue({ host, now: clock.now, log });
  parts.defer(() => catalogue.close());
  const usage = createUsage({ ...ports, config, metrics, liveness });
  return {
    ...ports,
    now: clock.now,
    metrics,
    config,
    catalogue,
    usage,
    /** Every call is booked and kept below its ceiling. */
    models: usage.meter(ports.models),
    locks: createLocks(db, clock, liveness),
    jobs: createJobs({ db, clock, log, liveness }),
  };
}
