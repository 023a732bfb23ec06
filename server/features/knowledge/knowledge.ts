import { logRepeated, type Database } from '../../kit/database.ts';
import type { Locks } from '../../work/lock.ts';
import { createYieldWhenIdle } from '../../work/idle.ts';
import type { Feature } from '../../http/implement.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import { chunkArticle } from './indexing/chunk.ts';
import { blocksOf } from './cutting/cut-article.ts';
import { createIndexReader, type IndexQueries } from './index-reader.ts';
import { createIndexWriter } from './indexing/index-writer.ts';
import { createLiveIndex } from './live-index.ts';
import { indexSettingsOf } from './rebuild/index-settings.ts';
import type { Rebuild } from './rebuild/rebuild.ts';
import { createKnowledgeStore, type IndexedArticle } from './store.ts';
import { knowledgeRoutes } from './routes.ts';
import { createSnapshots } from './snapshot/snapshots.ts';

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
export interface Knowledge extends Feature, IndexQueries {
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
  const store = createKnowledgeStore(db);
  const yieldWhenIdle = createYieldWhenIdle();
  const snapshots =
    deps.indexFolder === undefined ? undefined : createSnapshots({ folder: deps.indexFolder, log });
  const live = createLiveIndex({ store, yieldWhenIdle, log, snapshots });
  const reader = createIndexReader({ live, store, models, config });
  const chunking = () => config.read('chunking');
  const plan = async () => indexSettingsOf(models, await config.read('models'), await chunking());
  const changed = async () => {
    await db.publish(topic);
    await reader.follow();
  };

  const closing = new DisposableStack();
  const later = (ms: number, work: () => void) => {
    if (!closing.disposed) closing.use(setTimeout(work, ms));
  };
  const every = (ms: number, work: () => void) => closing.use(setInterval(work, ms));

  const writer = createIndexWriter({
    host,
    models,
    config,
    locks,
    store,
    log,
    yieldWhenIdle,
    chunking,
    plan,
    changed,
    now: () => clock.now(),
    site: () => deps.setup?.contentDir || (host.describe().siteOrigin ?? ''),
    ask: () => db.publish(hintTopic),
    lookAgain: () => later(lookAgainMs, writer.crawls.walkIfLeading),
    retryMs: pauses.retryMs,
  });
  const { crawls, rebuild, cost, garbage } = writer;
  const hint = () => void crawls.walk();
  const follow = () =>
    void reader.follow().catch((error: unknown) => logRepeated(log, error, 'the index could not be read'));

  return {
    ...reader.queries,
    heldArticles: writer.hold.held,
    routes: [
      knowledgeRoutes({
        ...writer,
        hint,
        live,
        store,
        host,
        config,
        plan,
        changed,
        beginMs: pauses.beginMs,
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
      return reader.isReady();
    },
    follow: reader.follow,
    whenReady: reader.whenReady,
    async start() {
      await reader.follow();
      const subscriptions = [
        db.subscribe(topic, follow),
        db.subscribe(hintTopic, crawls.walkIfLeading),
        host.onChange(hint),
        config.onChange(crawls.walkIfLeading),
      ];
      closing.defer(() => subscriptions.forEach((subscription) => subscription.close()));
      every(walkEveryMs, crawls.walkIfLeading);
      // The index has numbers of its own, so a change that nobody told is found, too.
      every(catchUpMs, follow);
      every(collectEveryMs, () => void garbage.collect());
      every(saveEveryMs, () => void live.save());
      // A process that was killed in the middle of a rebuild is known to be gone when its lease has run out.
      later(locks.lifeMs + 1_000, crawls.walkIfLeading);
      await crawls.first();
      await reader.follow();
      void live.save();
      void garbage.collect();
    },
    async [Symbol.asyncDispose]() {
      closing.dispose();
      await writer.stop();
      await live.save();
      await live.close();
    },
  };
}
