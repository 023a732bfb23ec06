import { awaitedLater } from '../../../kit/waiting/awaited-later.ts';
import type { CandidateChange, CandidateWriter, SearchEngine } from '../../../ports/candidates.ts';
import type { Log } from '../../../ports/log.ts';
import type { Lease, Locks } from '../../../work/lock.ts';
import type { YieldWhenIdle } from '../../../work/idle.ts';
import { changes } from '../follow-store.ts';
import { parseSignature } from '../indexing/embed.ts';
import { createArticleAnalysis, type AnalyseArticle } from '../../../search/rescoring/analyse-article.ts';
import type { EngineGeneration } from '../store/engine-generations.ts';
import type { Generation, KnowledgeStore } from '../store.ts';

export interface EngineWriterDeps {
  readonly engine: Pick<SearchEngine, 'writer'>;
  readonly site: () => Promise<string>;
  readonly store: Pick<
    KnowledgeStore,
    | 'active'
    | 'addPathKeys'
    | 'beginEngineGeneration'
    | 'building'
    | 'changedSince'
    | 'engineGenerations'
    | 'forgetEngineGeneration'
    | 'lastSeq'
    | 'noteEngineSeq'
    | 'restartEngineGeneration'
    | 'serveEngineGeneration'
    | 'vectors'
    | 'writtenArticles'
  >;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly yieldWhenIdle: YieldWhenIdle;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Tells all processes that another generation serves. */
  readonly announce: () => Promise<void>;
  /** Time after which a generation that serves no more is removed, since a process may not have heard of it yet, in milliseconds. */
  readonly keptMs?: number;
}

export interface EngineWriter {
  /** Writes missing changes to the engine for some seconds; resolves with whether more are left. */
  write(): Promise<boolean>;
}

/** Maximum duration of a pass, after which other due work is checked. */
const PASS_MS = 10_000;

/** Time a pass spends on paths, after which it goes on at the next look. */
const PATHS_MS = 1_000;

/** Interval of checks whether the engine still has all articles. */
const CHECKED_FOR_MS = 60_000;

const USUALLY_KEPT_MS = 60_000;

/** Articles per batch. */
const ARTICLES_AT_ONCE = 50;

const lease = 'search-engine-writer';

/**
 * Brings the search engine up to date with the store, in one process of the service. After each batch the acknowledged sequence number
 * is stored, so that another process can continue from there. A new generation is written next to the old one while it is still being
 * built, and serves when it is complete; then the old one is deleted.
 */
export function createEngineWriter(deps: EngineWriterDeps): EngineWriter {
  const { engine, store, locks, log, signal, keptMs = USUALLY_KEPT_MS } = deps;
  const opened = new Map<number, Opened>();
  /** When each generation was first seen to serve no more. */
  const retiredAt = new Map<number, number>();
  let checkedAt = -Infinity;
  let pathsDue = true;
  const isChecked = () => performance.now() - checkedAt < CHECKED_FOR_MS;

  const writerOf = async ({
    generation,
    dimensions,
  }: Pick<EngineGeneration, 'generation' | 'dimensions'>) => {
    const known = opened.get(generation);
    if (known) return known;
    const writer = engine.writer({ site: await deps.site(), generation, dimensions });
    const fresh = { writer, analyse: createArticleAnalysis() };
    opened.set(generation, fresh);
    return fresh;
  };

  /** Writes the missing changes of a generation for some seconds; resolves with whether all are written. */
  const catchUp = async (generation: Generation, held: Lease): Promise<boolean> => {
    const until = performance.now() + PASS_MS;
    const { dimensions } = dimensionsOf(generation);
    const last = await store.lastSeq();
    const before = (await store.engineGenerations()).find((one) => one.generation === generation.generation);
    if (!before) await store.beginEngineGeneration(generation.generation, dimensions);
    const { writer, analyse } = await writerOf({ generation: generation.generation, dimensions });
    let seq = before?.seq ?? 0;
    let batch: CandidateChange[] = [];
    const sending = inSuccession(async (changed, isAwaited) => {
      try {
        await writer.write(changed, isAwaited);
      } catch (error) {
        // The index and its vocabulary are checked again.
        opened.delete(generation.generation);
        checkedAt = -Infinity;
        throw error;
      }
      seq = changed.at(-1)?.seq ?? seq;
      await store.noteEngineSeq(generation.generation, seq);
    });
    let isWhole = true;
    try {
      for await (const { article, chunks } of changes(deps, { generation, seq })) {
        isWhole = !signal.aborted && !held.signal.aborted;
        if (!isWhole || article.seq > last) break;
        const analysed = article.state === 'removed' ? undefined : analyse(chunks);
        batch.push({ articleId: article.id, seq: article.seq, ...(analysed && { article: analysed }) });
        if (batch.length >= ARTICLES_AT_ONCE) {
          await sending.send(batch, false);
          batch = [];
          isWhole = performance.now() <= until;
          if (!isWhole) break;
        }
        await deps.yieldWhenIdle();
      }
      if (batch.length > 0 && !signal.aborted && !held.signal.aborted) await sending.send(batch, true);
    } finally {
      // Also after a failure of the database, so that no batch is under way when another pass begins.
      await sending.end();
    }
    if (isWhole && seq < last) await store.noteEngineSeq(generation.generation, last);
    return isWhole;
  };

  /** Rewrites everything when the engine was emptied or replaced by another one. */
  const check = async (active: Generation, written: readonly EngineGeneration[]) => {
    const own = written.find(({ generation }) => generation === active.generation);
    if (isChecked() || own === undefined || own.seq === 0) return;
    const { writer } = await writerOf(own);
    const held = await writer.written();
    const articles = await store.writtenArticles(own);
    checkedAt = performance.now();
    pathsDue = true;
    if (held !== undefined && held >= articles) return;
    log.warn({ held: held ?? 0, articles }, 'the search engine has lost articles; they are written again');
    await store.restartEngineGeneration(active.generation);
  };

  /** Runs one pass; resolves with whether more is left to write. */
  const pass = async (active: Generation, held: Lease): Promise<boolean> => {
    await check(active, await store.engineGenerations());
    if (!(await catchUp(active, held))) return true;
    const building = await store.building();
    const written = await store.engineGenerations();
    if (written.find(({ isServing }) => isServing)?.generation !== active.generation) {
      await store.serveEngineGeneration(active.generation);
      await deps.announce();
    }
    if (building && !(await catchUp(building, held))) return true;
    for (const old of written) {
      if (old.generation === active.generation || old.generation === building?.generation) continue;
      const since = retiredAt.get(old.generation) ?? performance.now();
      retiredAt.set(old.generation, since);
      if (performance.now() - since < keptMs) continue;
      retiredAt.delete(old.generation);
      await (await writerOf(old)).writer.drop();
      opened.delete(old.generation);
      await store.forgetEngineGeneration(old.generation);
    }
    pathsDue &&= await lacksPaths(deps, active, held);
    return false;
  };

  return {
    async write() {
      const [active, last] = [await store.active(), await store.lastSeq()];
      if (!active || signal.aborted) return false;
      const written = await store.engineGenerations();
      const own = written.find(({ generation }) => generation === active.generation);
      if (isChecked() && !pathsDue && own?.isServing === true && own.seq >= last && written.length === 1)
        return false;
      await using held = await locks.tryAcquire(lease);
      return held ? pass(active, held) : false;
    },
  };
}

/** Heads are found by their paths in the database, which those that an earlier version wrote lack; adds them for a moment, and resolves with whether more are left. */
async function lacksPaths(
  { store, signal }: Pick<EngineWriterDeps, 'store' | 'signal'>,
  { generation }: Generation,
  held: Lease,
): Promise<boolean> {
  const until = performance.now() + PATHS_MS;
  let isMoreLeft = true;
  while (isMoreLeft && performance.now() < until && !signal.aborted && !held.signal.aborted)
    isMoreLeft = await store.addPathKeys(generation);
  return isMoreLeft;
}

interface Opened {
  readonly writer: CandidateWriter;
  readonly analyse: AnalyseArticle;
}

/** Sends batches one after the other; the next one is read and analysed while the engine takes the last one. */
function inSuccession(write: CandidateWriter['write']) {
  let earlier = Promise.resolve();
  const after = async (before: Promise<void>, ...batch: Parameters<typeof write>) => {
    await before;
    await write(...batch);
  };
  return {
    /** Resolves when the batch before is written; a failure rejects the next call. */
    async send(...batch: Parameters<typeof write>): Promise<void> {
      const sent = awaitedLater(after(earlier, ...batch));
      await earlier;
      earlier = sent;
    },
    end: () => earlier,
  };
}

const dimensionsOf = ({ signature }: Generation): { readonly dimensions: number } =>
  signature === '' ? { dimensions: 0 } : parseSignature(signature);
