import { logRepeated, type Database } from '../../kit/database.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Locks } from '../../work/lock.ts';
import { untilDone } from '../../work/schedule/until-done.ts';
import type { Config } from '../config/config.ts';
import type { IndexWriter } from './indexing/index-writer.ts';
import type { LiveIndex } from './live-index.ts';

export const topic = 'knowledge';
/** Host hints of all processes, for the leader that crawls. */
export const hintTopic = 'site-hint';
/** Interval of looks for changes whose notice was lost. */
const catchUpMs = 30_000;
/** Interval of checks whether a search engine that was away is back. */
const lookForEngineMs = 2_000;
/** Interval of checks whether an embedding model that failed a rebuild answers again. */
const lookForModelMs = 30_000;
/** Interval of crawls; a hint triggers one at once. */
const crawlEveryMs = 60_000;
const collectEveryMs = 60 * 60_000;
/** Interval of snapshots: after a crash at most the changes since are analysed again. */
const saveEveryMs = 5 * 60_000;

interface StayCurrentDeps {
  readonly db: Pick<Database, 'subscribe'>;
  readonly host: Pick<Host, 'onChange'>;
  readonly config: Pick<Config, 'onChange'>;
  readonly locks: Pick<Locks, 'lifeMs'>;
  readonly log: Log;
  readonly live: Pick<LiveIndex, 'save' | 'awaitsEngine'>;
  readonly writer: Pick<IndexWriter, 'crawls' | 'garbage' | 'lookForModel'>;
  readonly follow: () => Promise<void>;
  readonly catchUp: () => Promise<void>;
  readonly hasEngine: boolean;
  /** Ends timers and subscriptions. */
  readonly closing: DisposableStack;
  readonly later: (ms: number, work: () => void) => void;
}

/**
 * Follows the store and the host from now on, whatever fails meanwhile. Resolves when the index is up to date with the host for the first
 * time, or when the service stops.
 */
export async function stayCurrent(deps: StayCurrentDeps): Promise<void> {
  const { db, host, config, locks, log, live, follow, closing, later } = deps;
  const { crawls, garbage, lookForModel } = deps.writer;
  if (closing.disposed) return;
  const stopping = new AbortController();
  closing.defer(() => stopping.abort());
  /** Resolves with whether the service goes on. */
  const done = async (step: () => Promise<unknown>) => {
    await untilDone(step, { signal: stopping.signal, log, failed: notRead }).catch(() => undefined);
    return !stopping.signal.aborted;
  };
  const every = (ms: number, work: () => void) => closing.use(setInterval(work, ms));
  const reported = (pass: () => Promise<void>) => () =>
    void pass().catch((error: unknown) => logRepeated(log, error, notRead));
  const followed = reported(follow);

  if (!(await done(follow))) return;
  const subscriptions = [
    db.subscribe(topic, followed),
    db.subscribe(hintTopic, crawls.crawlIfLeading),
    host.onChange(() => void crawls.crawl()),
    config.onChange(crawls.crawlIfLeading),
  ];
  closing.defer(() => subscriptions.forEach((subscription) => subscription.close()));
  every(crawlEveryMs, crawls.crawlIfLeading);
  // The index has its own sequence numbers, so changes are found even without a notice.
  every(catchUpMs, reported(deps.catchUp));
  if (deps.hasEngine) every(lookForEngineMs, () => live.awaitsEngine && followed());
  every(lookForModelMs, () => void lookForModel().catch(() => undefined));
  every(collectEveryMs, () => void garbage.collect());
  every(saveEveryMs, () => void live.save());
  // A process killed during a rebuild is known to be dead once its lease has expired.
  later(locks.lifeMs + 1_000, crawls.crawlIfLeading);
  if (!(await done(crawls.first)) || !(await done(follow))) return;
  void live.save();
  void garbage.collect();
}

const notRead = 'the index could not be read';
