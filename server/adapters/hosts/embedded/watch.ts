import type { Log } from '../../../ports/log.ts';
import { watchFolders, type WatchedFolders } from './watched-folders.ts';

export interface WatchRules {
  /** Changes closer than this count as one. */
  readonly quietMs: number;
  /** Longest delay of a scan while changes keep coming. */
  readonly maxWaitMs: number;
  /** Interval of scans without a change, for file systems that tell of none. */
  readonly rescanMs: number;
}

export const defaultWatchRules: WatchRules = { quietMs: 500, maxWaitMs: 2000, rescanMs: 30_000 };

/** Calls `look` from time to time, and soon after something in one of the folders has changed or `soon` is called; never two calls at once. */
export const watchFolder = (
  look: () => Promise<void>,
  log: Log,
  rules: WatchRules = defaultWatchRules,
): { readonly folders: WatchedFolders; soon(): void; close(): Promise<void> } => {
  let quiet: NodeJS.Timeout | undefined;
  let firstEventAt = 0;
  let looking: Promise<void> = Promise.resolve();
  let rescan: NodeJS.Timeout | undefined;
  let isClosed = false;

  const lookNow = () => {
    clearTimeout(quiet);
    clearTimeout(rescan);
    quiet = undefined;
    firstEventAt = 0;
    looking = lookAfter(looking);
  };
  const lookAfter = async (before: Promise<void>): Promise<void> => {
    await before;
    if (isClosed) return;
    const startedAt = performance.now();
    await look();
    // Scanning takes at most a twentieth of the time, however large the folder.
    const pause = Math.max(rules.rescanMs, 20 * (performance.now() - startedAt));
    if (!isClosed) rescan = setTimeout(lookNow, pause).unref();
  };
  rescan = setTimeout(lookNow, rules.rescanMs).unref();

  const soon = () => {
    if (isClosed) return;
    const now = performance.now();
    firstEventAt ||= now;
    clearTimeout(quiet);
    const waitMs = Math.max(0, Math.min(rules.quietMs, firstEventAt + rules.maxWaitMs - now));
    quiet = setTimeout(lookNow, waitMs).unref();
  };
  const folders = watchFolders(soon, log);

  return {
    folders,
    soon,
    async close() {
      isClosed = true;
      folders.close();
      clearTimeout(quiet);
      clearTimeout(rescan);
      await looking;
    },
  };
};
