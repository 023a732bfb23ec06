import { Worker } from 'node:worker_threads';
import { busy, unavailable } from '../kit/fault.ts';
import {
  runnable,
  settle,
  type Answer,
  type InputOf,
  type Operations,
  type OutputOf,
} from '../work/thread-calls.ts';

/** Work done away from the main thread. */
export interface WorkerPool<O extends Operations> extends AsyncDisposable {
  /**
   * @throws Fault `busy` when too much waits, `unavailable` when the thread died, the operation's own Fault,
   *   or the signal's reason; work already begun then ends unseen.
   */
  run<K extends keyof O & string>(
    name: K,
    input: InputOf<O, K>,
    signal: AbortSignal,
  ): Promise<OutputOf<O, K>>;
}

export interface WorkerPoolOptions {
  /** The module that calls {@link serveOperations}. */
  readonly module: URL;
  readonly size?: number;
  /** How much may wait beside what is being done. */
  readonly waiting?: number;
  /** A thread without work ends after this time. */
  readonly idleMs?: number;
  /** A thread that takes longer is stopped. */
  readonly limitMs?: number;
}

interface Job {
  readonly name: string;
  readonly input: unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** Threads that begin with the first work, end when idle, and never keep the process alive. */
export function createWorkerPool<O extends Operations>(options: WorkerPoolOptions): WorkerPool<O> {
  const { module, size = 2, waiting = 32, idleMs = 20_000, limitMs = 120_000 } = options;
  const queue: Job[] = [];
  const seats = Array.from({ length: size }, () => createSeat({ module, idleMs, limitMs, next }));
  const state = { closed: false };

  function next(): void {
    for (const seat of seats) {
      if (queue.length === 0) return;
      if (seat.isFree()) seat.take(queue.shift());
    }
  }

  return {
    run(name, input, signal) {
      return new Promise((resolve, reject) => {
        if (state.closed) return reject(unavailable('The service is stopping'));
        if (signal.aborted) return reject(signal.reason);
        if (queue.length >= waiting && !seats.some((seat) => seat.isFree()))
          return reject(busy('Too many pictures are being worked on; try again in a moment'));
        const leave = () => {
          const place = queue.indexOf(job);
          if (place >= 0) queue.splice(place, 1);
          reject(signal.reason);
        };
        const settle =
          <T>(done: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', leave);
            done(value);
          };
        const job: Job = { name, input, resolve: settle(resolve), reject: settle(reject) };
        signal.addEventListener('abort', leave, { once: true });
        queue.push(job);
        next();
      });
    },
    async [Symbol.asyncDispose]() {
      state.closed = true;
      for (const job of queue.splice(0)) job.reject(unavailable('The service is stopping'));
      await Promise.all(seats.map((seat) => seat.close()));
    },
  };
}

/** Place of one thread and the one job it does. A thread that dies takes only that job with it. */
function createSeat({
  module,
  idleMs,
  limitMs,
  next,
}: Required<Pick<WorkerPoolOptions, 'module' | 'idleMs' | 'limitMs'>> & { readonly next: () => void }) {
  let worker: Worker | undefined;
  let job: Job | undefined;
  let timer: NodeJS.Timeout | undefined;

  function open(): Worker {
    const opened = new Worker(runnable(module));
    opened.unref();
    const gone = () => void (worker === opened && stop());
    opened.on('message', (answer: Answer) => {
      if (worker === opened) finish((each) => settle(each, answer));
    });
    opened.on('error', gone);
    opened.on('exit', gone);
    return opened;
  }

  function finish(settleJob: (job: Job) => void): void {
    clearTimeout(timer);
    const done = job;
    job = undefined;
    if (done) settleJob(done);
    next();
    if (job === undefined && worker) timer = setTimeout(() => void stop(), idleMs).unref();
  }

  /** The thread is let go of first, so that new work gets a new one. */
  async function stop(): Promise<void> {
    const ending = worker;
    worker = undefined;
    finish((each) => each.reject(unavailable('The work on the picture was interrupted; try again')));
    await ending?.terminate();
  }

  return {
    isFree: () => job === undefined,
    take(taken: Job | undefined): void {
      if (!taken) return;
      clearTimeout(timer);
      job = taken;
      worker ??= open();
      timer = setTimeout(() => void stop(), limitMs).unref();
      worker.postMessage({ name: taken.name, input: taken.input }, []);
    },
    close: stop,
  };
}
