import { isRecent } from '../../../kit/calendar.ts';
import type { Log } from '../../../ports/log.ts';
import { hasSameSettings, isDue, isOutdated } from '../rebuild/index-settings.ts';
import type { Rebuild } from '../rebuild/rebuild.ts';
import type { IndexSettings, KnowledgeStore } from '../store.ts';
import type { RemovalHold } from './removal-hold.ts';
import type { HostCrawl } from './crawl.ts';

/** Interval at which intermediate results of a crawl become visible. */
const showEveryMs = 1_000;
/** Pause before a failed automatic rebuild is tried again; other settings are tried at once. */
const retryDueMs = 10 * 60_000;
/** The pause when the model of the rebuild answers again. */
const answeredMs = 25_000;

/**
 * One crawl of the host: begins the first index, resumes an interrupted rebuild, starts a due one, and brings the
 * serving index up to date with the site. Resolves with the number of articles left to the next crawl.
 */
export type Reconcile = (signal: AbortSignal) => Promise<number>;

export function createReconcile(deps: {
  readonly store: Pick<KnowledgeStore, 'active' | 'begin' | 'level'>;
  readonly rebuild: Pick<Rebuild, 'start' | 'resume' | 'progress'>;
  readonly sync: HostCrawl;
  readonly hold: Pick<RemovalHold, 'site' | 'followed'>;
  readonly plan: () => Promise<IndexSettings>;
  /** True when a failed rebuild may succeed now: its embedding model answers. */
  readonly modelAnswers: () => Promise<boolean>;
  /** True to create the vectors of the first index together with it. */
  readonly wholeFirst?: boolean | undefined;
  /** Notifies every process that the index has changed. */
  readonly changed: () => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}): Reconcile {
  const { store, rebuild, sync, now, log } = deps;
  let tried: { readonly plan: IndexSettings; readonly at: number } | undefined;

  return async (signal) => {
    // Another site may be connected while this one is read.
    const site = deps.hold.site();
    const wanted = await deps.plan();
    // The first index has only words and serves at once; vectors are added in a second build.
    const first = deps.wholeFirst ? wanted : { ...wanted, signature: '' };
    const serving = (await store.active()) ?? (await store.begin(first, now(), 'active'));
    await rebuild.resume(wanted);
    let shownAt = now();
    const { changed, suspected, held, left } = await sync.run(serving.generation, {
      signal,
      // A rebuild reads everything; until it is requested, changed settings must cost nothing.
      readAgain: !isOutdated(serving, wanted),
      onProgress() {
        if (isRecent(shownAt, showEveryMs, now())) return;
        shownAt = now();
        deps
          .changed()
          .catch((error: unknown) =>
            log.warn({ err: String(error) }, 'the progress of a crawl could not be shown'),
          );
      },
    });
    if (!serving.isWhole) await store.level(serving.generation, now());
    if (changed || !serving.isWhole) await deps.changed();
    await deps.hold.followed(site);
    // The serving index was built with other settings: build the next one beside it. One of a site that suddenly misses
    // most of its articles would fail; it begins once another crawl has agreed that they are gone.
    const pause = tried && (await deps.modelAnswers()) ? answeredMs : retryDueMs;
    const failedLately = tried && hasSameSettings(tried.plan, wanted) && isRecent(tried.at, pause, now());
    // After a cancelled rebuild only the administrator starts the next, since it may cost money.
    const mayStart = async () => !failedLately && (await rebuild.progress()).cancelled !== true;
    const isSiteSure = suspected === 0 && held === 0;
    if (
      isSiteSure &&
      isDue(serving, wanted) &&
      (await mayStart()) &&
      (await rebuild.start(wanted)) === 'started'
    )
      tried = { plan: wanted, at: now() };
    if (suspected > 0)
      log.warn(
        { suspected },
        'the site suddenly misses most of its articles; a second crawl must confirm it',
      );
    if (left > 0)
      log.info({ left }, 'articles are being read again, since this version extracts their text better');
    return suspected + left;
  };
}
