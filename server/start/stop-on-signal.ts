import { isDiskStuck } from '../adapters/hosts/embedded/content/patient-disk.ts';
import type { Log } from '../ports/log.ts';
import type { FolderHold } from './hold-folder.ts';

/** Part of the service that can be stopped. */
interface Stoppable extends AsyncDisposable {
  /** Waits for running answers, at most until `limit` aborts; the service is no longer ready. */
  drain(limit: AbortSignal): Promise<void>;
}

/** Interval in which a service that npm has started looks whether npm has ended. */
const parentEveryMs = 1_000;

/**
 * Stops the service at the first SIGTERM or SIGINT: answers first, then everything else. The second signal exits at
 * once.
 */
export function stopOnSignal(deps: {
  readonly app: Stoppable;
  readonly hold: FolderHold | undefined;
  readonly log: Log;
  readonly stopSeconds: number;
  /** True where the end of the parent process asks for the end of this one. */
  readonly endsWithParent: boolean;
  /** Called at the first signal. */
  readonly stopping: () => void;
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
      leave(1);
    }
    isStopping = true;
    deps.stopping();
    log.info({ signal, stopSeconds }, 'stopping; waiting for running answers');
    stop().then(
      () => leave(0),
      (error: unknown) => {
        log.warn({ err: String(error) }, 'the service could not be stopped cleanly');
        leave(1);
      },
    );
  };
  process.on('SIGTERM', heard).on('SIGINT', heard);
  const parent = process.ppid;
  const look = () => {
    if (process.ppid === parent || isStopping) return;
    clearInterval(looking);
    heard('the end of npm');
  };
  const looking = deps.endsWithParent ? setInterval(look, parentEveryMs).unref() : undefined;
}

/** Ends the process. Node waits for the calls of a disk that does not answer, so the system ends it then, as if the signal had not been heard. */
function leave(code: number): void {
  if (isDiskStuck()) {
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  }
  process.exit(code);
}
