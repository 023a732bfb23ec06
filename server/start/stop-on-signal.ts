import type { Log } from '../ports/log.ts';
import type { FolderHold } from './hold-folder.ts';

/** The part of the service that can be ended. */
interface Stoppable extends AsyncDisposable {
  /** Lets running answers end, at most until the signal aborts; the service is no longer ready. */
  drain(limit: AbortSignal): Promise<void>;
}

/** Ends the service at the first SIGTERM or SIGINT: answers first, then everything else. The second one ends it at once. */
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
    log.info({ signal, stopSeconds }, 'stopping; running answers may end first');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.warn({ err: String(error) }, 'the service could not be stopped in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', heard).on('SIGINT', heard);
}
