import { setTimeout as pause } from 'node:timers/promises';
import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import type { RebuildProgress } from '../../../../contract/knowledge.ts';
import { explained, inEnglish } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import { forEachConcurrent } from '../../../work/concurrency.ts';
import type { YieldWhenIdle } from '../../../work/idle.ts';
import type { ArticleHead, Host } from '../../../ports/host.ts';
import type { Log } from '../../../ports/log.ts';
import type { Cost } from './cost.ts';
import type { ArticleIndexer, IndexOutcome } from '../indexing/index-article.ts';
import { remainingMs } from './rebuild-state.ts';
import type { Generation, KnowledgeStore } from '../store.ts';
import { failsForAll } from '../indexing/embed.ts';
import type { HostCrawl } from '../indexing/crawl.ts';
import { isSuspicious } from '../indexing/follow-list.ts';

const parallel = 8;
/** A new index in which more than this share of the articles failed does not replace the old one. */
const failuresTolerated = 0.5;

export interface Build {
  readonly generation: Generation;
  readonly signal: AbortSignal;
  state(): RebuildProgress;
  update(change: Partial<RebuildProgress>): void;
}

export interface BuildDeps {
  readonly host: Pick<Host, 'heads'>;
  readonly store: KnowledgeStore;
  readonly indexer: Pick<ArticleIndexer, 'index'>;
  /** Brings a generation up to date with the current state of the host. */
  readonly bringUpToDate: HostCrawl['run'];
  /** Estimated model usage of a generation. */
  readonly cost: Cost;
  readonly chunking: () => Promise<ConfigGroups['chunking']>;
  /** Called when the new generation serves; other processes should load it. */
  readonly swapped: () => Promise<void>;
  readonly yieldWhenIdle: YieldWhenIdle;
  readonly now: () => number;
  readonly log: Log;
  /** Pause before failed articles are tried again, in milliseconds. */
  readonly retryMs: number;
}

/**
 * Fills a generation beside the serving one and makes it the serving one when it is complete. Articles done by an
 * interrupted run are skipped; a failing one is tried twice, then it keeps its previous passages. Throws the Fault
 * `unavailable` when the host lists implausibly few articles, most articles fail, or one fails in a way that all would:
 * the old index continues to serve.
 */
export const createBuild =
  (deps: BuildDeps) =>
  async (build: Build): Promise<void> => {
    const { generation, signal, update } = build;
    const { store, log, now } = deps;
    const serving = await store.active();
    const estimatedTokens = serving
      ? (await deps.cost(serving, generation, await deps.chunking())).estimatedTokens
      : 0;
    log.info(
      { generation: generation.generation, embedding: generation.signature, estimatedTokens },
      'the index is being rebuilt',
    );
    update({ phase: 'listing', ...(generation.signature !== '' && { estimatedTokens }) });
    const heads = await listed(deps, serving, signal);
    const failed = await fill(deps, build, heads, serving);
    await retry(deps, build, serving, failed);
    update({ detail: 'bringing it level with the site', currentArticleTitle: '' });
    await deps.bringUpToDate(generation.generation, { signal });
    const counts = await store.counts(generation.generation);
    signal.throwIfAborted();
    update({ detail: 'taking over' });
    await store.activate(generation.generation, now());
    await deps.swapped();
    const named = (await deps.chunking()).autoKeywords;
    update({
      phase: 'completed',
      detail: '',
      totalChunks: counts.chunks,
      remainingMs: 0,
      truncatedKeywords: named ? counts.chunks - counts.keywordChunks : 0,
      keywordsFailed: named ? counts.withoutKeywords : 0,
    });
    log.info(
      { generation: generation.generation, ...counts, tookMs: now() - startOf(build) },
      'the index has been rebuilt',
    );
  };

/** The public articles of the host, each once. */
async function listed(
  { host, store }: BuildDeps,
  serving: Generation | undefined,
  signal: AbortSignal,
): Promise<ArticleHead[]> {
  const heads = new Map<string, ArticleHead>();
  for await (const head of host.heads(signal)) if (head.visibility === 'public') heads.set(head.id, head);
  const known = serving ? [...(await store.heads(serving.generation))] : [];
  const living = known.filter(([, { state }]) => state !== 'removed');
  const missed = living.filter(([id]) => !heads.has(id)).length;
  if (isSuspicious(missed, living.length)) {
    throw unavailable(explained('site_misses', { listed: heads.size, missed, known: living.length }));
  }
  return [...heads.values()];
}

/** Indexes missing articles; resolves with those that failed. */
async function fill(
  deps: BuildDeps,
  build: Build,
  heads: readonly ArticleHead[],
  serving: Generation | undefined,
): Promise<ArticleHead[]> {
  const { generation, signal, state, update } = build;
  const { indexer, store, now, yieldWhenIdle } = deps;
  const before = await store.heads(generation.generation);
  const failed: ArticleHead[] = [];
  const startedAt = now();
  let done = 0;
  update({ phase: 'processing', totalArticles: heads.length });
  await forEachConcurrent(parallel, heads, async (head) => {
    signal.throwIfAborted();
    await yieldWhenIdle();
    const known = before.get(head.id);
    if (known?.state === 'indexed' && known.revision === head.revision)
      return note(build, true, known.chunkCount);
    update({ currentArticleTitle: head.title, detail: 'creating passages and vectors' });
    const outcome = await indexer.index(head, generation.generation, undefined, signal);
    done += 1;
    if (serving && failsForAll(outcome.error)) throw unavailable(outcome.error);
    if (outcome.state === 'failed') failed.push(head);
    else note(build, true, outcome.chunks);
    update({ remainingMs: remainingMs(now() - startedAt, done, heads.length - state().processedArticles) });
  });
  return failed;
}

/** Tries failed articles once more, one after the other. */
async function retry(
  deps: BuildDeps,
  build: Build,
  serving: Generation | undefined,
  failed: readonly ArticleHead[],
): Promise<void> {
  if (failed.length === 0) return;
  const { generation, signal, state, update } = build;
  update({ phase: 'retrying', detail: `retrying ${failed.length}` });
  await pause(deps.retryMs, undefined, { signal });
  const tolerated = state().totalArticles * failuresTolerated;
  const replaces = serving ? (await deps.store.counts(serving.generation)).articles : 0;
  for (const [index, head] of failed.entries()) {
    signal.throwIfAborted();
    update({ currentArticleTitle: head.title, detail: `retrying ${index + 1} of ${failed.length}` });
    const outcome = await deps.indexer.index(head, generation.generation, undefined, signal);
    const hasFailed = outcome.state === 'failed';
    const chunks =
      hasFailed && serving ? await keepOld(deps, build, serving, { head, outcome }) : outcome.chunks;
    note(build, !hasFailed, chunks);
    if (hasFailed) update({ detail: `${head.title}: ${inEnglish(outcome.error)}` });
    if (replaces > 0 && state().failedArticles > tolerated) {
      throw unavailable(
        explained('rebuild_failed', {
          count: failed.length,
          total: state().totalArticles,
          reason: outcome.error,
        }),
      );
    }
  }
}

/** An article that cannot be read keeps the passages of the serving generation; resolves with their number. */
async function keepOld(
  { store, now }: BuildDeps,
  { generation }: Build,
  serving: Generation,
  { head, outcome }: { readonly head: ArticleHead; readonly outcome: IndexOutcome },
): Promise<number> {
  if (outcome.chunks > 0) return outcome.chunks;
  const chunks = (await store.chunksOf(serving.generation, [head.id])).get(head.id) ?? [];
  if (chunks.length > 0) {
    const entry = { ...head, state: 'failed', contentHash: '', error: outcome.error } as const;
    await store.put(generation.generation, entry, chunks, now());
  }
  return chunks.length;
}

function note({ state, update }: Build, good: boolean, chunks: number): void {
  const { processedArticles, successArticles, failedArticles, totalChunks } = state();
  update({
    processedArticles: processedArticles + 1,
    successArticles: successArticles + (good ? 1 : 0),
    failedArticles: failedArticles + (good ? 0 : 1),
    totalChunks: totalChunks + chunks,
  });
}

const startOf = ({ state }: Build): number => Number(state()['startedAt']);
