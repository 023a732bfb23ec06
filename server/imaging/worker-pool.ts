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

/** Runs operations in worker threads. */
export interface WorkerPool<O extends Operations> extends AsyncDisposable {
  /**
   * @throws Fault `busy` when the queue is full, `unavailable` when the thread died, the operation's own Fault, or the
   * signal's reason; running work then ends unseen.
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
  /** Maximum of waiting calls. */
  readonly waiting?: number;
  /** An idle thread ends after this time. */
  readonly idleMs?: number;
  /** A thread with a longer call is terminated. */
  readonly limitMs?: number;
}

interface Job {
  readonly name: string;
  readonly input: unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** Creates a pool whose threads start on demand, end when idle, and never keep the process alive. */
export function createWorkerPool<O extends Operations>(options: WorkerPoolOptions): WorkerPool<O> {
  const { module, size = 2, waiting = 32, idleMs = 20_000, limitMs = 120_000 } = options;
  const queue: Job[] = [];
  const slots = Array.from({ length: size }, () => createSlot({ module, idleMs, limitMs, next }));
  const state = { closed: false };

  function next(): void {
    for (const slot of slots) {
      if (queue.length === 0) return;
      if (slot.isFree()) slot.take(queue.shift());
    }
  }

  return {
    run(name, input, signal) {
      return new Promise((resolve, reject) => {
        if (state.closed) return reject(unavailable('The service is stopping'));
        if (signal.aborted) return reject(signal.reason);
        if (queue.length >= waiting && !slots.some((slot) => slot.isFree()))
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
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

/** A slot for one thread with one call. A thread that dies fails only that call. */
function createSlot({
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

  /** Forgets the thread before it ends, so that the next call gets a new one. */
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
