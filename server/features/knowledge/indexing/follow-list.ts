import { forEachConcurrent } from '../../../work/concurrency.ts';
import { inTurns } from '../../../work/event-loop.ts';
import type { YieldWhenIdle } from '../../../work/idle.ts';
import type { ArticleHead, Host } from '../../../ports/host.ts';
import type { ArticleIndexer } from './index-article.ts';
import { documentKindOf } from '../../../kit/files/document-kind.ts';
import { sourceOf } from '../../../kit/records/source-ids.ts';
import { isOfThisVersion } from '../extraction/version.ts';
import type { KnowledgeStore, KnownHead } from '../store.ts';

/** When more than this share of the articles is missing, only those that the next crawl misses too are removed. */
const suspiciousLoss = 0.5;
/** On a site of at least this many articles, losing more than half at once needs the administrator's confirmation. */
const plentyOfArticles = 20;
/** Articles read from the host at once. */
const parallel = 8;
/** Interval between attempts at an article that failed and has not changed. */
const retryFailedMs = 5 * 60_000;

/**
 * Maximum of articles per crawl that are read again with a newer extraction, so that changes of the site need not
 * wait for all of them.
 */
const againAtOnce = 200;

/** Articles of the site whose state is asked for together: a site of a million has no room in memory at once. */
const comparedAtOnce = 500;

/** Called after each article; `head` is the one just done. */
export type CrawlProgress = (done: {
  readonly processed: number;
  readonly total: number;
  readonly head: ArticleHead;
}) => void;

export interface ListOutcome {
  /** True when anything in the index has changed. */
  readonly changed: boolean;
  /** Articles that the host no longer lists and that stay until another crawl misses them too. */
  readonly suspected: number;
  /** Articles that the host no longer lists and that stay until the administrator confirms their removal, by source with `''` for the site. */
  readonly held: ReadonlyMap<string, number>;
  /** Articles extracted by an earlier version, which the next crawls read again. */
  readonly left: number;
}

/** What is followed on its own: the site, or the sources beside it. */
export interface List {
  readonly of: 'site' | 'sources';
  readonly heads: Host['heads'];
  /** True for articles that this list has or had. */
  readonly has: (id: string) => boolean;
  /** Articles that the last crawl of it has missed. */
  missed: ReadonlySet<string>;
}

/** The articles of the sources beside the site, and the keys of those that are not being removed. */
export interface FurtherLists {
  readonly heads: Host['heads'];
  readonly keys: () => Promise<ReadonlySet<string>>;
}

export interface FollowOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: CrawlProgress;
  /** True to read articles again that an earlier version extracted. */
  readonly readAgain?: boolean;
}

export interface FollowDeps {
  readonly store: Pick<KnowledgeStore, 'announce' | 'erase' | 'knownHeads' | 'presentAddresses'>;
  readonly indexer: Pick<ArticleIndexer, 'index' | 'remove'>;
  readonly yieldWhenIdle: YieldWhenIdle;
  readonly now: () => number;
  /** True when the administrator has confirmed the removal of this many articles of a source, or with `''` of the site. */
  readonly isRemovalConfirmed?: (source: string, missing: number) => Promise<boolean>;
  /** False while documents are switched off: then it is no failure that they are gone. */
  readonly wantsDocuments?: () => Promise<boolean>;
  /** The sources beside the site, which are followed on their own: whatever the site does, their articles come and go. */
  readonly further?: FurtherLists;
}

/** Follows one list of articles at a time. */
export function createListFollower(deps: FollowDeps) {
  const { store, indexer, yieldWhenIdle, now, further } = deps;
  const { isRemovalConfirmed = async () => false, wantsDocuments = async () => true } = deps;
  return follow;

  /** Brings the articles of one list up to date. `beside` is called again and again meanwhile. */
  async function follow(
    list: List,
    generation: number,
    { signal, onProgress, readAgain = false }: FollowOptions,
    beside: () => Promise<void> = async () => undefined,
  ): Promise<ListOutcome> {
    // Read before the list of the site, so that nothing that comes in between is missed in it.
    const { present, documents } = await presentIn(list, generation);
    const changed: ArticleHead[] = [];
    const unknown: ArticleHead[] = [];
    const stale: ArticleHead[] = [];
    const seen = new Set<string>();
    const compare = async (heads: readonly ArticleHead[]) => {
      const ids = heads.map(({ id }) => id);
      const known = await store.knownHeads(generation, ids);
      for (const head of heads) {
        const before = known.get(head.id);
        if (before === undefined) unknown.push(head);
        if (isDue(head, before, now())) changed.push(head);
        else if (readAgain && isStale(before)) stale.push(head);
      }
      await beside();
    };
    let batch: ArticleHead[] = [];
    for await (const head of list.heads(signal)) {
      if (head.visibility !== 'public' || seen.has(head.id)) continue;
      seen.add(head.id);
      batch.push(head);
      if (batch.length < comparedAtOnce) continue;
      await compare(batch);
      batch = [];
    }
    await compare(batch);
    const unwanted = new Set<string>();
    if (!(await wantsDocuments()))
      for await (const part of inTurns([...documents], signal))
        for (const id of part) if (!seen.has(id)) unwanted.add(id);
    const keys = await further?.keys();
    const orphans: string[] = [];
    const parts = new Map<string, Part>();
    for await (const some of inTurns(present, signal))
      for (const id of some) {
        const source = sourceOf(id);
        if (source !== undefined && keys?.has(source) === false) orphans.push(id);
        else if (!unwanted.has(id)) put(parts, source ?? '', id, seen.has(id));
      }
    await store.erase(generation, orphans, now());
    const { missed, gone, held } = await missing(parts, list.missed);
    list.missed = new Set(missed);
    for (const id of [...unwanted, ...gone]) await indexer.remove(id, generation);

    await store.announce(generation, unknown, now());
    const due = [...changed, ...stale.slice(0, againAtOnce)];
    let processed = 0;
    await forEachConcurrent(parallel, due, async (head) => {
      await yieldWhenIdle();
      signal?.throwIfAborted();
      await indexer.index(head, generation, undefined, signal);
      onProgress?.({ processed: ++processed, total: due.length, head });
      await beside();
    });
    return {
      changed: due.length > 0 || gone.length + unwanted.size + orphans.length > 0,
      suspected: missed.length - gone.length - sumOf(held.values()),
      held,
      left: Math.max(0, stale.length - againAtOnce),
    };
  }

  /** The articles of a list that are in the index, and those of them that are documents. */
  async function presentIn(list: List, generation: number) {
    const present: string[] = [];
    const documents = new Set<string>();
    for await (const page of store.presentAddresses(generation))
      for (const { id, url } of page) {
        if (!list.has(id)) continue;
        present.push(id);
        if (isDocument(url)) documents.add(id);
      }
    return { present, documents };
  }

  /** The articles that are no longer listed, those that are gone, and the numbers of those held; each source is judged by its own articles. */
  async function missing(parts: ReadonlyMap<string, Part>, before: ReadonlySet<string>) {
    let missed: readonly string[] = [];
    let gone: readonly string[] = [];
    const held = new Map<string, number>();
    for (const [source, { count, lost }] of parts) {
      missed = [...missed, ...lost];
      if (isImplausible(lost.length, count) && !(await isRemovalConfirmed(source, lost.length)))
        held.set(source, lost.length);
      else gone = [...gone, ...believed(lost, count, before)];
    }
    return { missed, gone, held };
  }
}

/** The articles of the site, or of a source, that are in the index. */
interface Part {
  count: number;
  /** Those that are no longer listed. */
  readonly lost: string[];
}

function put(parts: Map<string, Part>, source: string, id: string, isListed: boolean): void {
  const part = parts.get(source) ?? { count: 0, lost: [] };
  parts.set(source, part);
  part.count += 1;
  if (!isListed) part.lost.push(id);
}

export const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, one) => sum + one, 0);

/** Of few articles those that the crawl before has missed, too. */
const believed = (
  missed: readonly string[],
  living: number,
  before: ReadonlySet<string>,
): readonly string[] =>
  isSuspicious(missed.length, living) && living < plentyOfArticles
    ? missed.filter((id) => before.has(id))
    : missed;

/** True when so many missing articles are more likely a failure of the host than intended. */
export const isSuspicious = (missed: number, living: number): boolean => missed > living * suspiciousLoss;

/** True when it is so unlikely that a person must decide: an unmounted folder, a site that lost its database. */
const isImplausible = (missed: number, living: number): boolean =>
  living >= plentyOfArticles && isSuspicious(missed, living);

const isDocument = (address: string): boolean =>
  documentKindOf(address.replace(/[?#][^]*$/, '')) !== undefined;

/** True when an earlier version extracted its text. */
const isStale = (before: KnownHead | undefined): boolean =>
  before?.state === 'indexed' && !isOfThisVersion(before.contentHash);

function isDue(head: ArticleHead, before: KnownHead | undefined, now: number): boolean {
  if (!before || before.revision !== head.revision) return true;
  if (before.state === 'failed') return Math.abs(now - before.indexedAt) >= retryFailedMs;
  return before.state === 'removed' || before.state === 'waiting';
}
