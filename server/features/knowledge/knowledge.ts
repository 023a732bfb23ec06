import type { Database } from '../../kit/database.ts';
import { installationKeyOf } from '../../kit/installation-key.ts';
import type { Locks } from '../../work/lock.ts';
import type { LookAtSureTime } from '../../work/schedule/sure-time.ts';
import { createYieldWhenIdle, type YieldWhenIdle } from '../../work/idle.ts';
import type { Feature } from '../../http/implement.ts';
import type { SearchEngine } from '../../ports/candidates.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import type { FurtherSources } from '../sources/sources.ts';
import { createCatchUp } from './catch-up.ts';
import { chunkArticle } from './indexing/chunk.ts';
import { createCutter, type Cutter } from './cutting/cutter.ts';
import { createIndexReader, type IndexQueries } from './index-reader.ts';
import { createIndexWriter } from './indexing/index-writer.ts';
import type { Heads } from './heads/heads.ts';
import { createLiveIndex, type LiveIndex } from './live-index.ts';
import { createEngineLive } from './remote/engine-live.ts';
import { indexSettingsOf } from './rebuild/index-settings.ts';
import type { Rebuild } from './rebuild/rebuild.ts';
import { createKnowledgeStore, type KnowledgeStore } from './store.ts';
import { knowledgeRoutes } from './routes.ts';
import { createSnapshots } from './snapshot/snapshots.ts';
import { hintTopic, stayCurrent, topic } from './stay-current.ts';

export type { Evidence, EvidenceLevel } from '../../ports/search-index.ts';
export type { Passage } from './passage.ts';
export type { PassageFingerprint, PassageKey } from './passage-fingerprint.ts';
export type { Retrieval, Retrieve } from './retrieval/retrieve.ts';
export type { QuestionEmbedding } from './retrieval/vectors/asked-vector.ts';
export type { KnownVectors } from './retrieval/vectors/query-vector.ts';
export type { Scope } from './scopes/scopes.ts';
export type { KeywordSearch } from './retrieval/keyword-search.ts';

/** The site's articles as passages that can be found. */
export interface Knowledge extends Feature, IndexQueries {
  /** Reads the text of articles, long ones in a thread. */
  readonly texts: Pick<Cutter, 'blocks' | 'supported'>;
  /** Number of suddenly missing articles that stay in the index until the administrator agrees. */
  heldArticles(): Promise<ReadonlyMap<string, number>>;
  /** Agrees that the held articles of a source are gone; resolves with their number, 0 where none are held. */
  confirmRemoval(source: string): Promise<number>;
  /** Takes the articles of a source out of the index, and their vectors; resolves with the number of those that are left. */
  takeOut(source: string): Promise<number>;
  /** Every published public article that the index knows. */
  readonly heads: Heads;
  /** True when there is a complete index: one that has been up to date with the whole site, in this process or an earlier one. */
  readonly ready: boolean;
  /** When this process last compared the index with the site without a failure, in epoch milliseconds. */
  readonly readAt: number | undefined;
  /** Applies changes of the index made by other processes. */
  follow(): Promise<void>;
  /** Resolves when `ready` is true for the first time. */
  whenReady(): Promise<void>;
  /** The full rebuild, and its estimated use of an embedding model (`''` without one). */
  readonly rebuild: Pick<Rebuild, 'progress'> & {
    start(): Promise<unknown>;
    cost(): Promise<{ readonly embedding: string; readonly estimatedTokens: number }>;
  };
  /** Resolves when the index is up to date with the host for the first time; continues to follow it. */
  start(): Promise<void>;
}

export interface KnowledgeDeps {
  readonly db: Database;
  readonly host: Host;
  readonly models: Models;
  readonly config: Pick<Config, 'read' | 'all' | 'onChange'>;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly sureTime: LookAtSureTime;
  readonly log: Log;
  /** A search engine shared by all processes; without one, each has an index of its own. */
  readonly engine?: SearchEngine | undefined;
  /** Folder for snapshots of the search structures, of this process or shared by several. */
  readonly indexFolder?: string | undefined;
  /** The published folder, if the site is one. */
  readonly setup?: { readonly contentDir: string } | undefined;
  /** The operator's settings of the site, kept with its index. */
  readonly siteSettings?: (() => string) | undefined;
  /** Pauses of a full rebuild; tests shorten them. */
  readonly rebuildPauses?: RebuildPauses | undefined;
  /** The sources beside the site; none unless given. */
  readonly sources?: Pick<FurtherSources, 'names' | 'turns' | 'keys' | 'articles'> | undefined;
  /** Lists the site without them; as `host` unless given. */
  readonly siteHeads?: Host['heads'] | undefined;
}

/** In milliseconds. */
export interface RebuildPauses {
  /** Before failed articles are tried again. */
  readonly retryMs: number;
  /** Time that a progress stream waits for a rebuild to begin. */
  readonly beginMs: number;
  /** True to create the vectors of the first index together with it instead of afterwards. */
  readonly wholeFirst?: boolean;
}

const defaultPauses: RebuildPauses = { retryMs: 2_000, beginMs: 5_000 };

export function createKnowledge(deps: KnowledgeDeps): Knowledge {
  const { db, host, models, config, clock, rebuildPauses: pauses = defaultPauses } = deps;
  const store = createKnowledgeStore(db, deps.engine?.layout);
  const yieldWhenIdle = createYieldWhenIdle();
  const live = openLive(deps, store, yieldWhenIdle);
  const reader = createIndexReader({ ...deps, live, store });
  const cutter = createCutter({ yieldWhenIdle });
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

  const writer = createIndexWriter({
    ...deps,
    store,
    cutter,
    yieldWhenIdle,
    chunking,
    plan,
    changed,
    now: () => clock.now(),
    site: () => ({
      site: deps.setup?.contentDir || (host.describe().siteOrigin ?? ''),
      settings: deps.siteSettings?.() ?? '',
    }),
    ask: () => db.publish(hintTopic),
    serving: () => live.generation?.generation,
    later,
    ...pauses,
  });
  const { crawls, rebuild, cost } = writer;
  const catchUp = createCatchUp({ ...reader, store, live, hasEngine: deps.engine !== undefined });

  return {
    ...reader.queries,
    heldArticles: writer.hold.held,
    confirmRemoval: writer.hold.confirm,
    takeOut: writer.takeOut,
    texts: cutter,
    routes: [
      knowledgeRoutes({
        ...writer,
        live,
        store,
        host,
        config,
        plan,
        changed,
        beginMs: pauses.beginMs,
        preview: async (article, changes) =>
          chunkArticle(await cutter.blocks(article.body), { ...(await chunking()), ...changes }),
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
    get heads() {
      return live.heads;
    },
    get readAt() {
      const { lastAt } = crawls;
      const ofSite = host.lastRead ? host.lastRead() : Infinity;
      return lastAt === undefined || ofSite === undefined ? undefined : Math.min(lastAt, ofSite);
    },
    get ready() {
      return reader.isReady();
    },
    follow: reader.follow,
    whenReady: reader.whenReady,
    start: () =>
      stayCurrent({
        ...deps,
        live,
        writer,
        follow: reader.follow,
        catchUp,
        hasEngine: deps.engine !== undefined,
        closing,
        later,
      }),
    async [Symbol.asyncDispose]() {
      closing.dispose();
      // The writer waits for passes of the index.
      live.stop();
      await writer.stop();
      await cutter[Symbol.asyncDispose]();
      await live.save();
      await live.close();
    },
  };
}

/** Opens the index of the search engine if there is one, otherwise the index in this process's memory. */
function openLive(
  { engine, db, locks, log, indexFolder }: KnowledgeDeps,
  store: KnowledgeStore,
  yieldWhenIdle: YieldWhenIdle,
): LiveIndex {
  if (engine) {
    const installationKey = () => installationKeyOf(db);
    const announce = () => db.publish(topic);
    return createEngineLive({ engine, store, locks, log, yieldWhenIdle, installationKey, announce });
  }
  const snapshots = indexFolder === undefined ? undefined : createSnapshots({ folder: indexFolder, log });
  return createLiveIndex({ store, yieldWhenIdle, log, snapshots });
}
