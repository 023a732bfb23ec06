import { explained } from '../../kit/explained.ts';
import { busy, unavailable } from '../../kit/fault.ts';

/** A call to a thread, and its promise. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** Calls that wait for a thread, oldest first. */
export interface CallQueue {
  readonly size: number;
  /** Resolves or rejects with the call. A call whose signal is aborted is removed and rejects with the reason. */
  add<T>(name: string, input: unknown, signal?: AbortSignal): Promise<T>;
  take(): Call | undefined;
  rejectAll(reason: Error): void;
}

/** Creates a queue; `onAdd` runs after each call that was added. */
export function createCallQueue(onAdd: () => void): CallQueue {
  const calls: Call[] = [];
  return {
    get size() {
      return calls.length;
    },
    add: (name, input, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const leave = () => {
          const place = calls.indexOf(call);
          if (place >= 0) calls.splice(place, 1);
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
        calls.push(call);
        onAdd();
      }),
    take: () => calls.shift(),
    rejectAll(reason) {
      for (const call of calls.splice(0)) call.reject(reason);
    },
  };
}

/** Refusals of a thread; `subject` names its work, such as `the search index`. */
export const queueFull = (subject: string) => busy(explained('queue_full', { subject }));
export const interrupted = (subject: string) => unavailable(explained('interrupted', { subject }));
