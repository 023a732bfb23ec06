import { forEachConcurrent } from '../../../work/concurrency.ts';
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

export interface CrawlOutcome {
  /** True when anything in the index has changed. */
  readonly changed: boolean;
  /** Articles that the host no longer lists and that stay until another crawl misses them too. */
  readonly suspected: number;
  /** Articles that the host no longer lists and that stay until the administrator confirms their removal. */
  readonly held: number;
  /** Articles extracted by an earlier version, which the next crawls read again. */
  readonly left: number;
}

export interface HostCrawl {
  /**
   * Crawls the host once and brings a generation up to date with it. Removes nothing unless the crawl was complete.
   * Throws the errors of the host's listing, and the reason of an aborted signal.
   */
  run(
    generation: number,
    options?: {
      readonly signal?: AbortSignal;
      readonly onProgress?: CrawlProgress;
      /** True to read articles again that an earlier version extracted. */
      readonly readAgain?: boolean;
    },
  ): Promise<CrawlOutcome>;
}

export function createHostCrawl(deps: {
  readonly host: Pick<Host, 'heads'>;
  readonly store: Pick<KnowledgeStore, 'announce' | 'erase' | 'knownHeads' | 'presentAddresses'>;
  readonly indexer: Pick<ArticleIndexer, 'index' | 'remove'>;
  readonly yieldWhenIdle: YieldWhenIdle;
  readonly now: () => number;
  /** True when the administrator has confirmed the removal of this many articles. */
  readonly isRemovalConfirmed?: (missing: number) => Promise<boolean>;
  /** False while documents are switched off: then it is no failure that they are gone. */
  readonly wantsDocuments?: () => Promise<boolean>;
  /** Keys of the sources beside the site; articles of others are gone with their source. */
  readonly sources?: () => Promise<ReadonlySet<string>>;
}): HostCrawl {
  const { host, store, indexer, yieldWhenIdle, now } = deps;
  const { isRemovalConfirmed = async () => false, wantsDocuments = async () => true } = deps;
  const { sources = async () => new Set<string>() } = deps;
  let missedBefore: ReadonlySet<string> = new Set();

  return {
    async run(generation, { signal, onProgress, readAgain = false } = {}) {
      // Read before the list of the site, so that nothing that comes in between is missed in it.
      const present: string[] = [];
      const documents = new Set<string>();
      for await (const page of store.presentAddresses(generation))
        for (const { id, url } of page) {
          present.push(id);
          if (isDocument(url)) documents.add(id);
        }
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
      };
      let batch: ArticleHead[] = [];
      for await (const head of host.heads(signal)) {
        if (head.visibility !== 'public' || seen.has(head.id)) continue;
        seen.add(head.id);
        batch.push(head);
        if (batch.length < comparedAtOnce) continue;
        await compare(batch);
        batch = [];
      }
      await compare(batch);
      const unwanted = (await wantsDocuments())
        ? new Set<string>()
        : new Set([...documents].filter((id) => !seen.has(id)));
      const orphans = await orphansOf(present);
      await store.erase(generation, [...orphans], now());
      const living = present.filter((id) => !unwanted.has(id) && !orphans.has(id));
      const { missed, gone, held } = await missing(living, seen);
      missedBefore = new Set(missed);
      for (const id of [...unwanted, ...gone]) await indexer.remove(id, generation);

      await store.announce(generation, unknown, now());
      const due = [...changed, ...stale.slice(0, againAtOnce)];
      let processed = 0;
      await forEachConcurrent(parallel, due, async (head) => {
        await yieldWhenIdle();
        signal?.throwIfAborted();
        await indexer.index(head, generation, undefined, signal);
        onProgress?.({ processed: ++processed, total: due.length, head });
      });
      return {
        changed: due.length > 0 || gone.length + unwanted.size + orphans.size > 0,
        suspected: missed.length - gone.length - held,
        held,
        left: Math.max(0, stale.length - againAtOnce),
      };
    },
  };

  /** Articles of sources that are removed. */
  async function orphansOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const ofSources = ids.filter((id) => sourceOf(id) !== undefined);
    if (ofSources.length === 0) return new Set();
    const living = await sources();
    return new Set(ofSources.filter((id) => !living.has(sourceOf(id) ?? '')));
  }

  /** The articles that are no longer listed, those that are gone, and the number of those held; each source is judged by its own articles. */
  async function missing(living: readonly string[], seen: ReadonlySet<string>) {
    const parts = [...Map.groupBy(living, (id) => sourceOf(id) ?? '').values()].map((ids) => ({
      ids,
      missed: ids.filter((id) => !seen.has(id)),
    }));
    const isDoubtful = ({ ids, missed }: (typeof parts)[number]) => isImplausible(missed.length, ids.length);
    const doubtful = parts.filter(isDoubtful).reduce((sum, { missed }) => sum + missed.length, 0);
    const isHeld = doubtful > 0 && !(await isRemovalConfirmed(doubtful));
    return {
      missed: parts.flatMap(({ missed }) => missed),
      gone: parts.flatMap((part) =>
        isHeld && isDoubtful(part) ? [] : believed(part.missed, part.ids.length),
      ),
      held: isHeld ? doubtful : 0,
    };
  }

  function believed(missed: readonly string[], living: number): readonly string[] {
    return isSuspicious(missed.length, living) && living < plentyOfArticles
      ? missed.filter((id) => missedBefore.has(id))
      : missed;
  }
}

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
