import { unlessAborted } from '../unless-aborted.ts';

/** Who waits for the work: a visitor, an administrator or author (`person`), or nobody. */
export type Urgency = 'visitor' | 'person' | 'background';

/** A place in the queue; `acquired` resolves with the function that releases the slot. */
export interface PendingSlot {
  /** Number of running and waiting calls before it; 0 when a slot was free. */
  readonly ahead: number;
  readonly acquired: Promise<() => void>;
}

interface Waiter {
  readonly urgency: Urgency;
  readonly admit: () => void;
}

const rank: Readonly<Record<Urgency, number>> = { visitor: 0, person: 1, background: 2 };

/**
 * A semaphore with priorities: visitors first, then persons, then background work, which always leaves one slot free when
 * there are several. A caller whose signal aborts while it waits is removed from the queue.
 */
export function createPriorityLimiter() {
  const waiting: Waiter[] = [];
  let running = 0;
  let inBackground = 0;

  const isFree = (most: number, urgency: Urgency): boolean =>
    running < most && (urgency !== 'background' || most === 1 || inBackground < most - 1);

  const enter = (most: number, urgency: Urgency): (() => void) => {
    running += 1;
    if (urgency === 'background') inBackground += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      if (urgency === 'background') inBackground -= 1;
      admitNext(most);
    };
  };

  function admitNext(most: number): void {
    for (let next = waiting[0]; next && isFree(most, next.urgency); next = waiting[0]) {
      waiting.shift();
      next.admit();
    }
  }

  return {
    /** Number of running and waiting calls. */
    get busy() {
      return running + waiting.length;
    },
    /** Number of waiting calls. */
    get waiting() {
      return waiting.length;
    },
    /** Requests a slot; at most `most` may be in use at once. `acquired` rejects with the signal's reason. */
    acquire(most: number, urgency: Urgency, signal: AbortSignal): PendingSlot {
      signal.throwIfAborted();
      const isNext = waiting.every((other) => rank[other.urgency] > rank[urgency]);
      if (isNext && isFree(most, urgency))
        return { ahead: 0, acquired: Promise.resolve(enter(most, urgency)) };
      const at = waiting.findIndex((other) => rank[other.urgency] > rank[urgency]);
      const place = at < 0 ? waiting.length : at;
      const { promise, resolve } = Promise.withResolvers<() => void>();
      const own: Waiter = { urgency, admit: () => resolve(enter(most, urgency)) };
      waiting.splice(place, 0, own);
      const acquired = unlessAborted(signal, () => promise).catch((reason: unknown) => {
        const left = waiting.indexOf(own);
        if (left >= 0) {
          waiting.splice(left, 1);
          admitNext(most);
        }
        // The slot was assigned at the same moment, so it is released.
        else void promise.then((release) => release());
        throw reason;
      });
      return { ahead: running + place, acquired };
    },
  };
}
