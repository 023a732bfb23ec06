import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../../kit/database.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Locks } from '../../work/lock.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../../http/implement.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import type { Extract } from './article-text.ts';
import { createBatches } from './batches/batch.ts';
import { createContentHashes } from './content-hashes.ts';
import { createExcerptEditor } from './apply.ts';
import { createAutoUpdate, type Pace } from './auto-update.ts';
import type { Supported } from './faithfulness-check.ts';
import { excerptRoutes } from './routes.ts';
import { createGenerate } from './generate.ts';
import { createBatchItems } from './store/items.ts';
import { createExcerptRecords } from './store/records.ts';

export { excerptMigrations } from './store/tables.ts';

const topic = 'excerpts';

/** Excerpts of articles: on request, in batches, and automatically. */
export function createExcerpts(deps: {
  readonly db: Database;
  readonly host: Host;
  readonly models: Models;
  readonly config: Pick<Config, 'read' | 'onChange'>;
  readonly catalogue: Pick<Catalogue, 'heads' | 'outdated'>;
  readonly jobs: Pick<Jobs, 'kind'>;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly extract: Extract;
  readonly supported: Supported;
  readonly pace?: Partial<Pace>;
}): Feature {
  const { db, host, models, config, catalogue, locks, log } = deps;
  const now = () => deps.clock.now();
  const records = createExcerptRecords(db);
  const items = createBatchItems(db);
  // Hosts may not report Docent's own writes, and other processes learn of them only here.
  const notices = db.subscribe(topic, () => catalogue.outdated());
  const changed = async () => {
    catalogue.outdated();
    await db.publish(topic);
  };
  const write = createGenerate({ models, config, extract: deps.extract, supported: deps.supported, log });
  const editor = createExcerptEditor({ host, records, write, now, changed });
  const batches = createBatches({ jobs: deps.jobs, editor, records, items, catalogue, now, log });
  const autoUpdate = createAutoUpdate({
    catalogue,
    host,
    config,
    editor,
    records,
    locks,
    now,
    log,
    ...(deps.pace && { pace: deps.pace }),
  });
  const contentHashes = createContentHashes({ host, records });

  return {
    routes: [
      excerptRoutes({
        catalogue,
        editor,
        batches,
        records,
        contentHashes,
        scheduleUpdate: autoUpdate.schedule,
      }),
    ],
    /** Starts automatic updates. */
    start: autoUpdate.start,
    /** Deletes records of missing articles. */
    everyDay: autoUpdate.deleteStaleRecords,
    async [Symbol.asyncDispose]() {
      notices.close();
      await autoUpdate.close();
    },
  };
}
