import { createHash } from 'node:crypto';
import { createBackoff } from '../../../kit/backoff.ts';
import { explained } from '../../../kit/explained.ts';
import { firstReading, isFault, unavailable } from '../../../kit/fault.ts';
import type { SearchEngine } from '../../../ports/candidates.ts';
import type { RetrievalIndex } from '../../../ports/search-index.ts';
import { coalesced } from '../../../work/schedule/coalesce.ts';
import { createArticleTexts } from '../article-texts.ts';
import { createHeadsInDatabase, type HeadsInDatabase } from '../heads/heads-in-database.ts';
import type { LiveIndex } from '../live-index.ts';
import { createRescoredIndex } from '../../../search/rescoring/rescored-index.ts';
import type { EngineGeneration } from '../store/engine-generations.ts';
import type { Generation, KnowledgeStore } from '../store.ts';
import { createEngineWriter, type EngineWriterDeps } from './engine-writer.ts';

export interface EngineLiveDeps extends Omit<EngineWriterDeps, 'signal' | 'site' | 'store' | 'engine'> {
  readonly engine: SearchEngine;
  readonly store: EngineWriterDeps['store'] &
    Pick<KnowledgeStore, 'generationOf'> &
    Parameters<typeof createHeadsInDatabase>[0];
  /** A secret of the installation, of which the engine gets a hash. */
  readonly installationKey: () => Promise<string>;
}

/** The index in a search engine that all processes share. This process keeps nothing of it, and writes while it holds the lease. */
export function createEngineLive(deps: EngineLiveDeps): LiveIndex {
  const { engine, store, log } = deps;
  const stopping = new AbortController();
  let siteName: string | undefined;
  const site = async () => (siteName ??= hashed(await deps.installationKey()));
  const writer = createEngineWriter({ ...deps, site, signal: stopping.signal });
  const pauses = createBackoff({ firstMs: 1_000, longestMs: 60_000 });
  /** The engine was away when the last pass failed. */
  let wasAway = false;
  let serving: Serving = {
    generation: undefined,
    index: nothingYet,
    heads: createHeadsInDatabase(store, 0, stopping.signal),
    version: 0,
  };

  /**
   * Writes pending changes. The engine may be unavailable for hours: retries back off until it answers again, and the existing index stays in
   * use, whatever keeps the changes from being written.
   */
  const write = async (): Promise<boolean> => {
    const problem = await engine.problem();
    if (pauses.isPausing && !(wasAway && problem === '')) return false;
    wasAway = problem !== '';
    try {
      // The limit of a batch is long; an engine that does not answer is not waited for that long at each look.
      if (wasAway) throw unavailable(explained('search_engine_away', { reason: problem }));
      const isMoreLeft = await writer.write();
      pauses.succeeded();
      return isMoreLeft;
    } catch (error) {
      wasAway ||= (await engine.problem()) !== '';
      const pauseMs = pauses.failed();
      if (isFault(error, 'unavailable'))
        log.warn({ err: error.message, pauseMs }, 'the search engine could not be updated');
      else log.error({ err: error, pauseMs }, 'the search engine could not be updated');
      return false;
    }
  };

  const read = async () => {
    const found = (await store.engineGenerations()).find(({ isServing }) => isServing);
    if (found === undefined) {
      // The engine currently has only a part of the site.
      serving.index = nothingYet;
      return;
    }
    if (found.generation !== serving.generation?.generation || serving.index === nothingYet)
      serving = await opened(found);
    if (serving.generation?.isWhole !== true) serving.generation = await store.generationOf(found.generation);
    if (found.seq === serving.version) return;
    await serving.heads.recount();
    serving.version = found.seq;
  };

  const opened = async ({ generation, dimensions }: EngineGeneration): Promise<Serving> => {
    const next: Serving = {
      generation: await store.generationOf(generation),
      index: nothingYet,
      heads: createHeadsInDatabase(store, generation, stopping.signal),
      version: 0,
    };
    const source = engine.source({ site: await site(), generation, dimensions });
    next.index = createRescoredIndex({ source, version: () => next.version });
    await next.heads.recount();
    return next;
  };

  const follow = coalesced(async () => {
    for (let isMoreLeft = true; isMoreLeft && !stopping.signal.aborted;) {
      isMoreLeft = await write();
      if (!stopping.signal.aborted) await read();
    }
  });
  const texts = createArticleTexts();

  return {
    follow,
    async save() {},
    get index() {
      return serving.index;
    },
    get generation() {
      return serving.generation;
    },
    get heads() {
      return serving.heads;
    },
    texts,
    renewing: undefined,
    get awaitsEngine() {
      return wasAway;
    },
    stop: () => stopping.abort(),
    async close() {
      stopping.abort();
      await follow();
      await engine.close();
    },
  };
}

interface Serving {
  generation: Generation | undefined;
  index: RetrievalIndex;
  readonly heads: HeadsInDatabase;
  /** Sequence number of the last change in the engine. */
  version: number;
}

const refuse = async (): Promise<never> => {
  throw firstReading();
};

const nothingYet: RetrievalIndex = { retrieve: refuse, search: refuse, stats: refuse };

const hashed = (key: string): string =>
  createHash('sha256').update(`search ${key}`).digest('hex').slice(0, 16);
