import { Worker } from 'node:worker_threads';
import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import { createCallQueue, interrupted, queueFull, type Call } from './call-queue.ts';
import {
  runnable,
  settle,
  type Answer,
  type InputOf,
  type Operations,
  type OutputOf,
} from './thread-calls.ts';

/** Runs operations in worker threads. */
export interface WorkerPool<O extends Operations> extends AsyncDisposable {
  /**
   * @throws Fault `busy` when the queue is full, `unavailable` when the thread died, the operation's own Fault, or the
   * signal's reason; the result of running work is then ignored.
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
  /** Subject of error messages, such as `image processing`. */
  readonly name: string;
  readonly size?: number;
  /** Maximum of waiting calls. */
  readonly waiting?: number;
  /** An idle thread ends after this time. */
  readonly idleMs?: number;
  /** A thread with a longer call is terminated. */
  readonly limitMs?: number;
  /** A thread that takes more memory is terminated when a look every fifth of a second finds that. */
  readonly memoryMb?: number;
  /** What a call is rejected with that was terminated for a bound; else as if the thread had died. */
  readonly refusals?: { readonly slow: () => Error; readonly large: () => Error };
}

/** Creates a pool whose threads start on demand, end when idle, and never keep the process alive. */
export function createWorkerPool<O extends Operations>(options: WorkerPoolOptions): WorkerPool<O> {
  const { name: subject, size = 2, waiting = 32, idleMs = 20_000, limitMs = 120_000 } = options;
  const queue = createCallQueue(next);
  const slots = Array.from({ length: size }, () => createSlot({ ...options, idleMs, limitMs, next }));
  const state = { closed: false };

  function next(): void {
    for (const slot of slots) {
      if (queue.size === 0) return;
      if (slot.isFree()) slot.take(queue.take());
    }
  }

  return {
    async run<K extends keyof O & string>(name: K, input: InputOf<O, K>, signal?: AbortSignal) {
      if (state.closed) throw stopping();
      if (queue.size >= waiting && !slots.some((slot) => slot.isFree())) throw queueFull(subject);
      return queue.add<OutputOf<O, K>>(name, input, signal);
    },
    async [Symbol.asyncDispose]() {
      state.closed = true;
      queue.rejectAll(stopping());
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

const stopping = () => unavailable(explained('stopping'));

/** A slot for one thread with one call. A thread that dies fails only that call. */
function createSlot({
  module,
  name: subject,
  idleMs,
  limitMs,
  memoryMb,
  refusals,
  next,
}: WorkerPoolOptions &
  Required<Pick<WorkerPoolOptions, 'idleMs' | 'limitMs'>> & { readonly next: () => void }) {
  let worker: Worker | undefined;
  let job: Call | undefined;
  let timer: NodeJS.Timeout | undefined;
  let look: NodeJS.Timeout | undefined;

  function open(): Worker {
    // The bound of V8 lies above: a single object that goes beyond it ends the whole process.
    const limits =
      memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb * leeway } };
    const opened = new Worker(runnable(module), limits);
    opened.unref();
    const gone = (error?: unknown) =>
      void (worker === opened && stop(isTooLarge(error) ? refusals?.large : undefined));
    opened.on('message', (answer: Answer) => {
      if (worker === opened) finish((each) => settle(each, answer));
    });
    opened.on('error', gone);
    opened.on('exit', () => gone());
    return opened;
  }

  async function lookAtMemory(watched: Worker, bytes: number): Promise<void> {
    const taken = await watched.getHeapStatistics().catch(() => undefined);
    if (taken && worker === watched && taken.used_heap_size + taken.external_memory > bytes)
      await stop(refusals?.large);
  }

  function finish(settleJob: (job: Call) => void): void {
    clearTimeout(timer);
    clearInterval(look);
    const done = job;
    job = undefined;
    if (done) settleJob(done);
    next();
    if (job === undefined && worker) timer = setTimeout(() => void stop(), idleMs).unref();
  }

  /** Forgets the thread before it ends, so that the next call gets a new one. */
  async function stop(refusal: () => Error = () => interrupted(subject)): Promise<void> {
    const ending = worker;
    worker = undefined;
    finish((each) => each.reject(refusal()));
    await ending?.terminate();
  }

  return {
    isFree: () => job === undefined,
    take(taken: Call | undefined): void {
      if (!taken) return;
      clearTimeout(timer);
      job = taken;
      const working = (worker ??= open());
      timer = setTimeout(() => void stop(refusals?.slow), limitMs).unref();
      if (memoryMb !== undefined)
        look = setInterval(() => void lookAtMemory(working, memoryMb * 1e6), lookMs).unref();
      working.postMessage({ name: taken.name, input: taken.input }, []);
    },
    close: () => stop(),
  };
}

const lookMs = 200;
/** Of memory that a thread may take between two looks. */
const leeway = 4;

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
