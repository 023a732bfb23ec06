import { Worker } from 'node:worker_threads';
import { createCallQueue, interrupted, queueFull, type Call } from './call-queue.ts';
import {
  runnable,
  settle,
  type Answer,
  type InputOf,
  type Operations,
  type OutputOf,
} from './thread-calls.ts';

/** A thread with state, so it is never restarted without its owner's knowledge. */
export interface Thread<O extends Operations> {
  /**
   * Calls run one after the other in order.
   *
   * @throws Fault `busy` when the queue is full, `unavailable` when the thread died, the operation's own Fault, or the
   * signal's reason: a waiting call is then dropped, the result of a running one is ignored.
   */
  run<K extends keyof O & string>(
    name: K,
    input: InputOf<O, K>,
    signal?: AbortSignal,
  ): Promise<OutputOf<O, K>>;
  /** Runs at once, concurrently with other calls; for operations that yield. */
  runBeside<K extends keyof O & string>(name: K, input: InputOf<O, K>): Promise<OutputOf<O, K>>;
  /** True when the thread has died. */
  readonly isLost: boolean;
  /** Ends the thread after the calls made so far. */
  close(): Promise<void>;
}

export interface ThreadOptions {
  /** Module that calls `serveOperations`. */
  readonly module: URL;
  /** Subject of error messages, such as `the search index`. */
  readonly name: string;
  /** Maximum of waiting calls. */
  readonly waiting?: number;
  /** Called once with the reason when the thread has died. */
  readonly onLost?: (reason: string) => void;
}

/**
 * Memory for new objects of a thread, which V8 divides into two halves of 8 MB and one for large objects. Without a limit it takes
 * up to 128 MB on a machine with much memory, and keeps it.
 */
const maxYoungGenerationSizeMb = 24;

export function createThread<O extends Operations>(options: ThreadOptions): Thread<O> {
  const { name: subject, waiting = 256, onLost } = options;
  const worker = new Worker(runnable(options.module), { resourceLimits: { maxYoungGenerationSizeMb } });
  const begun = new Map<number, Call>();
  let calls = 0;
  let current: number | undefined;
  let state: 'open' | 'closing' | 'closed' | 'lost' = 'open';
  const drained = Promise.withResolvers<void>();

  const begin = (call: Call): number => {
    const id = ++calls;
    begun.set(id, call);
    worker.ref();
    worker.postMessage({ id, name: call.name, input: call.input }, []);
    return id;
  };
  function next(): void {
    if (current !== undefined && begun.has(current)) return;
    const call = queue.take();
    current = call && begin(call);
    if (begun.size > 0) return;
    // An idle thread does not keep the process alive; a busy one does.
    worker.unref();
    if (state === 'closing') drained.resolve();
  }
  const queue = createCallQueue(next);
  const lose = (reason: string): void => {
    if (state === 'closed' || state === 'lost') return;
    state = 'lost';
    for (const call of begun.values()) call.reject(interrupted(subject));
    begun.clear();
    queue.rejectAll(interrupted(subject));
    drained.resolve();
    onLost?.(reason);
  };
  worker.unref();
  worker.on('message', (answer: Answer) => {
    const done = begun.get(answer.id ?? 0);
    begun.delete(answer.id ?? 0);
    if (done !== undefined) settle(done, answer);
    next();
  });
  worker.on('error', (error: unknown) => lose(String(error)));
  worker.on('exit', (code) => lose(`it ended with code ${code}`));

  return {
    async run<K extends keyof O & string>(name: K, input: InputOf<O, K>, signal?: AbortSignal) {
      if (state !== 'open') throw interrupted(subject);
      if (queue.size >= waiting) throw queueFull(subject);
      return queue.add<OutputOf<O, K>>(name, input, signal);
    },
    runBeside: (name, input) =>
      new Promise((resolve, reject) => {
        if (state !== 'open') reject(interrupted(subject));
        else begin({ name, input, resolve, reject });
      }),
    get isLost() {
      return state === 'lost';
    },
    async close() {
      if (state === 'open') {
        state = 'closing';
        next();
      }
      if (state === 'closing') await drained.promise;
      if (state === 'closing') state = 'closed';
      await worker.terminate();
    },
  };
}
