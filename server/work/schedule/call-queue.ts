import { unlessAborted } from '../unless-aborted.ts';

/** Who waits for a turn: a visitor, someone at the console or in an editor, or nobody. */
export type Urgency = 'visitor' | 'person' | 'background';

/** A place in the queue; `entered` resolves with the function that gives the turn back. */
export interface Turn {
  /** Those that run or wait before it; 0 when the turn has come at once. */
  readonly ahead: number;
  readonly entered: Promise<() => void>;
}

interface Waiting {
  readonly urgency: Urgency;
  readonly admit: () => void;
}

const rank: Readonly<Record<Urgency, number>> = { visitor: 0, person: 1, background: 2 };

/**
 * Turns at something that serves a few at once: visitors before persons before the background, which leaves one place
 * free where there are several. Who leaves while waiting gives its place away.
 */
export function createCallQueue() {
  const waiting: Waiting[] = [];
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
    /** Those that run or wait. */
    get busy() {
      return running + waiting.length;
    },
    /** Takes a place; `most` may run at once. `entered` rejects with the reason of the signal. */
    take(most: number, urgency: Urgency, signal: AbortSignal): Turn {
      signal.throwIfAborted();
      const isNext = waiting.every((other) => rank[other.urgency] > rank[urgency]);
      if (isNext && isFree(most, urgency))
        return { ahead: 0, entered: Promise.resolve(enter(most, urgency)) };
      const at = waiting.findIndex((other) => rank[other.urgency] > rank[urgency]);
      const place = at < 0 ? waiting.length : at;
      const { promise, resolve } = Promise.withResolvers<() => void>();
      const own: Waiting = { urgency, admit: () => resolve(enter(most, urgency)) };
      waiting.splice(place, 0, own);
      const entered = unlessAborted(signal, () => promise).catch((reason: unknown) => {
        const left = waiting.indexOf(own);
        if (left >= 0) {
          waiting.splice(left, 1);
          admitNext(most);
        }
        // The turn may have come in the same moment.
        else void promise.then((leave) => leave());
        throw reason;
      });
      return { ahead: running + place, entered };
    },
  };
}
