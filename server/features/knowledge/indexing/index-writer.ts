import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import type { Host } from '../../../ports/host.ts';
import type { Database } from '../../../kit/database.ts';
import type { Log } from '../../../ports/log.ts';
import type { Models } from '../../../ports/models.ts';
import type { YieldWhenIdle } from '../../../work/idle.ts';
import type { Locks } from '../../../work/lock.ts';
import type { LookAtSureTime } from '../../../work/schedule/sure-time.ts';
import { idsOfSource } from '../../../kit/records/source-ids.ts';
import type { FurtherSources } from '../../sources/sources.ts';
import type { Config } from '../../config/config.ts';
import type { Cutter } from '../cutting/cutter.ts';
import { createModelBack } from '../rebuild/model-back.ts';
import { createBuild } from '../rebuild/build-generation.ts';
import { createCost } from '../rebuild/cost.ts';
import { createRebuildLock } from '../rebuild/rebuild-lock.ts';
import { createRebuild } from '../rebuild/rebuild.ts';
import type { IndexSettings, KnowledgeStore } from '../store.ts';
import { retiredAloneForMs, retiredForMs } from '../store/garbage.ts';
import type { FollowedSite } from '../store/removal-hold.ts';
import { createHostCrawl } from './crawl.ts';
import { createCrawlScheduler } from './crawl-scheduler.ts';
import { createEmbedder } from './embed.ts';
import { createGarbageCollector } from './garbage-collect.ts';
import { createArticleIndexer } from './index-article.ts';
import { createKeywords } from './keywords.ts';
import { createReconcile } from './reconcile.ts';
import { createRemovalHold } from './removal-hold.ts';

/** Delay of the second crawl that must confirm a loss of articles. */
const lookAgainMs = 10_000;

export interface IndexWriterDeps {
  readonly host: Host;
  readonly models: Models;
  readonly config: Pick<Config, 'read'>;
  readonly locks: Locks;
  readonly store: KnowledgeStore;
  readonly log: Log;
  readonly now: () => number;
  readonly sureTime: LookAtSureTime;
  readonly cutter: Pick<Cutter, 'cut'>;
  readonly yieldWhenIdle: YieldWhenIdle;
  readonly chunking: () => Promise<ConfigGroups['chunking']>;
  /** The settings for building an index. */
  readonly plan: () => Promise<IndexSettings>;
  /** The site being indexed, for the hold on sudden removals. */
  readonly site: () => FollowedSite;
  /** Notifies every process that the index has changed. */
  readonly changed: () => Promise<void>;
  /** Asks the leading process to crawl the site. */
  readonly ask: () => Promise<void>;
  readonly db: Pick<Database, 'engine' | 'forget'>;
  /** The generation that this process answers from. */
  readonly serving: () => number | undefined;
  /** Runs work after some milliseconds, unless the service stops before. */
  readonly later: (ms: number, work: () => void) => void;
  /** Pause of a rebuild before failed articles are tried again, in milliseconds. */
  readonly retryMs: number;
  /** True to create the vectors of the first index together with it. */
  readonly wholeFirst?: boolean | undefined;
  /** Lists the site without the sources beside it; as `host` unless given. */
  readonly siteHeads?: Host['heads'] | undefined;
  /** The sources beside the site; none unless given. */
  readonly sources?: Pick<FurtherSources, 'keys' | 'articles'> | undefined;
}

export type IndexWriter = ReturnType<typeof createIndexWriter>;

/** Creates everything that writes the index to the database: crawl, indexing of single articles, full rebuilds, clean-up. */
export function createIndexWriter(deps: IndexWriterDeps) {
  const { host, models, config, locks, store, log, now, yieldWhenIdle, chunking, changed, db, later } = deps;
  // With SQLite there is only one process: once it serves the next index, nothing uses the previous one.
  const isAlone = db.engine === 'sqlite';
  const indexer = createArticleIndexer({
    host,
    store,
    embedder: createEmbedder({ models, store, now }),
    cutter: deps.cutter,
    chunking,
    keywords: createKeywords({ models, config }),
    yieldWhenIdle,
    now,
  });
  const hold = createRemovalHold({ ...deps, confirmed: () => void crawls.crawl() });
  const newCrawl = (noteHeld?: typeof hold.note) =>
    createHostCrawl({
      ...(noteHeld && { noteHeld }),
      host: deps.siteHeads ? { heads: deps.siteHeads } : host,
      store,
      indexer,
      yieldWhenIdle,
      now,
      isRemovalConfirmed: hold.isConfirmed,
      wantsDocuments: async () => (await chunking()).readDocuments,
      ...(deps.sources &&
        deps.siteHeads && { further: { heads: deps.sources.articles.heads, keys: deps.sources.keys } }),
    });

  const cost = createCost({ store, now });
  const rebuildLock = createRebuildLock(locks);
  const build = createBuild({
    host,
    store,
    indexer,
    cost,
    chunking,
    yieldWhenIdle,
    now,
    log,
    retryMs: deps.retryMs,
    bringUpToDate: (generation, options) => newCrawl().run(generation, options),
    async swapped() {
      await changed();
      later((isAlone ? retiredAloneForMs : retiredForMs) + 1_000, () => void garbage.collect());
      // The site may have changed during the rebuild.
      void crawls.crawl();
    },
  });
  const rebuild = createRebuild({ store, rebuildLock, build, now, log });
  const modelAnswers = createModelBack({ models, store, plan: deps.plan, rebuild: () => rebuild });
  const reconcile = createReconcile({ ...deps, rebuild, sync: newCrawl(hold.note), hold, modelAnswers });
  const crawls = createCrawlScheduler({
    locks,
    log,
    now,
    ask: deps.ask,
    async once(signal) {
      if ((await reconcile(signal)) > 0) later(lookAgainMs, crawls.crawlIfLeading);
    },
  });
  const garbage = createGarbageCollector({
    store,
    locks,
    sureTime: deps.sureTime,
    log,
    served: () => (isAlone ? deps.serving() : undefined),
    forget: db.forget,
  });

  return {
    indexer,
    hold,
    cost,
    rebuildLock,
    rebuild,
    crawls,
    garbage,
    /** Takes the articles of a source out of every generation; resolves with the number of those that are left. */
    async takeOut(source: string): Promise<number> {
      const left = await store.eraseAll(idsOfSource(source), now());
      await changed();
      return left;
    },
    /** Resumes a failed rebuild as soon as its model answers. */
    async lookForModel() {
      if (crawls.isLeading && (await modelAnswers())) crawls.crawlIfLeading();
    },
    async stop() {
      await Promise.all([rebuildLock.close(), crawls.stop(), rebuild.stop(), garbage.stop()]);
    },
  };
}
