import { Worker } from 'node:worker_threads';
import { busy, unavailable } from '../kit/fault.ts';
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
   * signal's reason: a waiting call is then dropped, a running one ends unseen.
   */
  run<K extends keyof O & string>(
    name: K,
    input: InputOf<O, K>,
    signal?: AbortSignal,
  ): Promise<OutputOf<O, K>>;
  /** Runs at once, beside other calls; for operations that yield. */
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

interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

export function createThread<O extends Operations>(options: ThreadOptions): Thread<O> {
  const { name: subject, waiting = 256, onLost } = options;
  const worker = new Worker(runnable(options.module));
  const queue: Call[] = [];
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
  const next = (): void => {
    if (current !== undefined && begun.has(current)) return;
    const call = queue.shift();
    current = call && begin(call);
    if (begun.size > 0) return;
    // An idle thread does not keep the process alive; a busy one does.
    worker.unref();
    if (state === 'closing') drained.resolve();
  };
  const lose = (reason: string): void => {
    if (state === 'closed' || state === 'lost') return;
    state = 'lost';
    for (const call of [...begun.values(), ...queue.splice(0)]) call.reject(interrupted(subject));
    begun.clear();
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
    run: (name, input, signal) =>
      new Promise((resolve, reject) => {
        if (state !== 'open') return reject(interrupted(subject));
        if (signal?.aborted) return reject(signal.reason);
        if (queue.length >= waiting)
          return reject(busy(`Too much waits for ${subject}; try again in a moment`));
        const leave = () => {
          const place = queue.indexOf(call);
          if (place >= 0) queue.splice(place, 1);
          reject(signal?.reason);
        };
        const stay = () => signal?.removeEventListener('abort', leave);
        const call: Call = {
          name,
          input,
          resolve: (value) => (stay(), resolve(value)),
          reject: (reason) => (stay(), reject(reason)),
        };
        signal?.addEventListener('abort', leave, { once: true });
        queue.push(call);
        next();
      }),
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

const interrupted = (subject: string) =>
  unavailable(`The work of ${subject} was interrupted; try again in a moment`);
