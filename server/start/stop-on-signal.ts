import type { Log } from '../ports/log.ts';
import type { FolderHold } from './hold-folder.ts';

/** Part of the service that can be stopped. */
interface Stoppable extends AsyncDisposable {
  /** Waits for running answers, at most until `limit` aborts; the service is no longer ready. */
  drain(limit: AbortSignal): Promise<void>;
}

/**
 * Stops the service at the first SIGTERM or SIGINT: answers first, then everything else. The second signal exits at
 * once.
 */
export function stopOnSignal(deps: {
  readonly app: Stoppable;
  readonly hold: FolderHold | undefined;
  readonly log: Log;
  readonly stopSeconds: number;
}): void {
  const { app, hold, log, stopSeconds } = deps;
  const stop = async () => {
    await hold?.stopping();
    await app.drain(AbortSignal.timeout(stopSeconds * 1000));
    await app[Symbol.asyncDispose]();
    await hold?.release();
  };
  let isStopping = false;
  const heard = (signal: string) => {
    if (isStopping) {
      log.warn({ signal }, 'stopped at once');
      process.exit(1);
    }
    isStopping = true;
    log.info({ signal, stopSeconds }, 'stopping; waiting for running answers');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.warn({ err: String(error) }, 'the service could not be stopped cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', heard).on('SIGINT', heard);
}
