import { relative } from 'node:path';
import { watch } from 'chokidar';
import type { Log } from '../../../ports/log.ts';

export interface WatchRules {
  /** Events closer than this count as one change. */
  readonly quietMs: number;
  /** Longest delay of a scan while events keep coming. */
  readonly maxWaitMs: number;
  /** Interval of scans without events, for file systems that send none. */
  readonly rescanMs: number;
}

export const defaultWatchRules: WatchRules = { quietMs: 500, maxWaitMs: 2000, rescanMs: 30_000 };

/** Calls `look` when something below the folder may have changed; never two calls at once. */
export const watchFolder = (
  root: string,
  look: () => Promise<void>,
  log: Log,
  rules: WatchRules = defaultWatchRules,
): { close(): Promise<void> } => {
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
  const stir = () => {
    const now = performance.now();
    firstEventAt ||= now;
    clearTimeout(quiet);
    quiet = setTimeout(
      lookNow,
      Math.max(0, Math.min(rules.quietMs, firstEventAt + rules.maxWaitMs - now)),
    ).unref();
  };

  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => /(?:^|[/\\])(?:\.|node_modules(?:[/\\]|$))/.test(relative(root, path)),
    ignorePermissionErrors: true,
  });
  watcher.on('all', stir);
  watcher.on('error', (error) =>
    log.warn({ err: String(error) }, 'the content folder cannot be watched; it is scanned regularly instead'),
  );
  rescan = setTimeout(lookNow, rules.rescanMs).unref();

  return {
    async close() {
      isClosed = true;
      clearTimeout(quiet);
      clearTimeout(rescan);
      await watcher.close();
      await looking;
    },
  };
};
