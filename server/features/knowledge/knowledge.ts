import { logRepeated, type Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { Locks } from '../../work/lock.ts';
import { createYieldWhenIdle } from '../../work/idle.ts';
import type { Feature } from '../../http/implement.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Models, TaskBlock } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import { createTextLookup, unlessAway } from './article-texts.ts';
import { createBuild } from './rebuild/build-generation.ts';
import { chunkArticle } from './indexing/chunk.ts';
import { createCost } from './rebuild/cost.ts';
import { createEmbedder } from './indexing/embed.ts';
import { createRebuildLock } from './rebuild/rebuild-lock.ts';
import { createCrawlScheduler } from './indexing/crawl-scheduler.ts';
import { blocksOf } from './cutting/cut-article.ts';
import { createCutter } from './cutting/cutter.ts';
import { createArticleIndexer } from './indexing/index-article.ts';
import { createKeywordSearch, type KeywordSearch } from './retrieval/keyword-search.ts';
import { createKeywords } from './indexing/keywords.ts';
import { createLiveIndex } from './live-index.ts';
import { indexSettingsOf } from './rebuild/index-settings.ts';
import { createRebuild, type Rebuild } from './rebuild/rebuild.ts';
import { createRemovalHold } from './indexing/removal-hold.ts';
import { createRetrieval, type Retrieve } from './retrieval/retrieve.ts';
import { createKnowledgeStore, type IndexedArticle } from './store.ts';
import { knowledgeRoutes } from './routes.ts';
import { createHostCrawl } from './indexing/crawl.ts';
import { createSnapshots } from './snapshot/snapshots.ts';
import { createGarbageCollector } from './indexing/garbage-collect.ts';
import { createReconcile } from './indexing/reconcile.ts';

export type { Evidence, EvidenceLevel } from '../../ports/search-index.ts';
export type { Passage } from './passage.ts';
export type { Retrieve } from './retrieval/retrieve.ts';
export type { KeywordSearch } from './retrieval/keyword-search.ts';

const topic = 'knowledge';
/** Host hints of all processes, for the leader that crawls. */
const hintTopic = 'site-hint';
const catchUpMs = 5_000;
/** A host without a push is walked this often; a hint makes it at once. */
const walkEveryMs = 60_000;
/** A loss that one walk alone is not believed about is looked at again so soon. */
const lookAgainMs = 10_000;
const collectEveryMs = 60 * 60_000;
/** A crash costs the analysis of what has changed since, at most. */
const saveEveryMs = 5 * 60_000;

/** The site's articles as passages that can be found. */
export interface Knowledge extends Feature {
  readonly retrieve: Retrieve;
  /** Retrieval from the same index with other models. */
  readonly retrieveWith: (other: Pick<KnowledgeDeps, 'models'>) => Retrieve;
  readonly search: KeywordSearch;
  /** The blocks of articles as Markdown, for quoting; an article that the index does not know is left out. */
  readonly blocks: (articleIds: readonly string[]) => Promise<ReadonlyMap<string, readonly TaskBlock[]>>;
  /** Number of suddenly missing articles that stay in the index until the administrator agrees. */
  heldArticles(): Promise<number>;
  /** Every published public article that the index knows, from memory. */
  readonly articles: ReadonlyMap<string, IndexedArticle>;
  /** There is an index to answer from: one that has been level with the whole site, in this process or an earlier one. */
  readonly ready: boolean;
  /** Reads what another process has changed of the index. */
  follow(): Promise<void>;
  /** Resolves when `ready` is true for the first time. */
  whenReady(): Promise<void>;
  /** The rebuild of everything, and what it will ask of an embedding model (`''` without one). */
  readonly rebuild: Pick<Rebuild, 'progress'> & {
    start(): Promise<unknown>;
    cost(): Promise<{ readonly embedding: string; readonly estimatedTokens: number }>;
  };
  /** Resolves when the index is level with the host for the first time; goes on following it. */
  start(): Promise<void>;
}

export interface KnowledgeDeps {
  readonly db: Database;
  readonly host: Host;
  readonly models: Models;
  readonly config: Pick<Config, 'read' | 'all' | 'onChange'>;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  /** Folder for snapshots of the search structures, of this process or shared by several. */
  readonly indexFolder?: string | undefined;
  /** The folder that is published, where the site is one. */
  readonly setup?: { readonly contentDir: string } | undefined;
  /** Pauses of a full rebuild; tests shorten them. */
  readonly rebuildPauses?: RebuildPauses;
}

/** In milliseconds. */
export interface RebuildPauses {
  /** Before failed articles are tried again. */
  readonly retryMs: number;
  /** A stream of the progress waits so long for a rebuild to begin. */
  readonly beginMs: number;
}

const defaultPauses: RebuildPauses = { retryMs: 2_000, beginMs: 5_000 };

export function createKnowledge(deps: KnowledgeDeps): Knowledge {
  const { db, host, models, config, clock, log, locks, rebuildPauses: pauses = defaultPauses } = deps;
  const now = () => clock.now();
  const store = createKnowledgeStore(db);
  const yieldWhenIdle = createYieldWhenIdle();
  const snapshots =
    deps.indexFolder === undefined ? undefined : createSnapshots({ folder: deps.indexFolder, log });
  const live = createLiveIndex({ store, yieldWhenIdle, log, snapshots });
  const texts = createTextLookup({ live, store });
  const chunking = () => config.read('chunking');
  const plan = async () => indexSettingsOf(models, await config.read('models'), await chunking());
  const changed = async () => {
    await db.publish(topic);
    await level();
  };

  const embedder = createEmbedder({ models, store, now });
  const keywords = createKeywords({ models, config });
  const cutter = createCutter({ yieldWhenIdle });
  const indexer = createArticleIndexer({
    host,
    store,
    embedder,
    cutter,
    chunking,
    keywords,
    yieldWhenIdle,
    now,
  });
  const site = () => deps.setup?.contentDir || (host.describe().siteOrigin ?? '');
  const hold = createRemovalHold({ store, site, now, log });
  const newSync = () =>
    createHostCrawl({
      host,
      store,
      indexer,
      yieldWhenIdle,
      now,
      isRemovalConfirmed: hold.isConfirmed,
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
    retryMs: pauses.retryMs,
    level: (generation, options) => newSync().run(generation, options),
    async swapped() {
      await changed();
      // The site may have changed while the new index took over.
      void walks.walk();
    },
  });
  const rebuild = createRebuild({ store, rebuildLock, build, now, log });
  const upkeep = createReconcile({ store, rebuild, sync: newSync(), hold, plan, changed, now, log });
  const walks = createCrawlScheduler({
    locks,
    log,
    ask: () => db.publish(hintTopic),
    async once(signal) {
      if ((await upkeep(signal)) > 0) later(lookAgainMs, walks.walkIfLeading);
    },
  });
  const garbage = createGarbageCollector({ store, locks, now, log });

  const closers: { close(): void }[] = [];
  const hint = () => void walks.walk();
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(work, ms);
    closers.push({ close: () => clearTimeout(timer) });
  };
  const every = (ms: number, work: () => void) => {
    const timer = setInterval(work, ms);
    closers.push({ close: () => clearInterval(timer) });
  };
  const follow = () =>
    void level().catch((error: unknown) => logRepeated(log, error, 'the index could not be read'));
  const becameReady = Promise.withResolvers<void>();
  const isReady = () => live.generation?.isWhole ?? false;
  /** Follows the store, and tells when that has made the index ready. */
  const level = async () => {
    await live.follow();
    if (isReady()) becameReady.resolve();
  };
  const retrieve = createRetrieval({ live, store: texts, models, config });
  const keywordSearch = createKeywordSearch({ live, store: texts });
  /** Nothing found in an index that is not there yet would be told as nothing on the site. */
  const assertThere = () => {
    if (!isReady() && live.articles.size === 0) throw unavailable(explained('index_building'));
  };

  return {
    retrieve: async (request) => {
      assertThere();
      return retrieve(request);
    },
    retrieveWith: (other) => createRetrieval({ live, store: texts, config, ...other }),
    blocks: async (ids) =>
      live.generation
        ? store.blocksOf(live.generation.generation, ids).catch(unlessAway(new Map<string, never>()))
        : new Map<string, never>(),
    search: async (keyword, limit, signal) => {
      assertThere();
      return keywordSearch(keyword, limit, signal);
    },
    heldArticles: hold.held,
    routes: [
      knowledgeRoutes({
        hold,
        hint,
        live,
        store,
        rebuild,
        beginMs: pauses.beginMs,
        rebuildLock,
        indexer,
        host,
        config,
        plan,
        cost,
        changed,
        preview: async (article, changes) =>
          chunkArticle(blocksOf(article), { ...(await chunking()), ...changes }),
      }),
    ],
    rebuild: {
      start: async () => rebuild.start(await plan()),
      progress: rebuild.progress,
      async cost() {
        const wanted = await plan();
        const known = live.generation && (await cost(live.generation, wanted, await chunking()));
        return { embedding: wanted.signature, estimatedTokens: known?.estimatedTokens ?? 0 };
      },
    },
    get articles() {
      return live.articles;
    },
    get ready() {
      return isReady();
    },
    follow: level,
    whenReady: () => becameReady.promise,
    async start() {
      await level();
      closers.push(
        db.subscribe(topic, follow),
        db.subscribe(hintTopic, walks.walkIfLeading),
        host.onChange(hint),
        config.onChange(walks.walkIfLeading),
      );
      every(walkEveryMs, walks.walkIfLeading);
      // The index has numbers of its own, so a change that nobody told is found, too.
      every(catchUpMs, follow);
      every(collectEveryMs, () => void garbage.collect());
      every(saveEveryMs, () => void live.save());
      // A process that was killed in the middle of a rebuild is known to be gone when its lease has run out.
      later(locks.lifeMs + 1_000, walks.walkIfLeading);
      await walks.first();
      await level();
      void live.save();
      void garbage.collect();
    },
    async [Symbol.asyncDispose]() {
      for (const closer of closers) closer.close();
      await Promise.all([rebuildLock.close(), walks.stop(), rebuild.stop(), garbage.stop()]);
      await cutter[Symbol.asyncDispose]();
      await live.save();
      await live.close();
    },
  };
}
