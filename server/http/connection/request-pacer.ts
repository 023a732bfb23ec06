/** Spreads the start of many simultaneous requests over turns of the event loop, so that new connections are still accepted. */
export interface RequestPacer {
  /** Calls `start` at once, or in a later turn of the event loop when this one has used up its time; first in, first out. */
  begin(start: () => void): void;
}

/** Time in one turn of the event loop during which further requests may start, in milliseconds. */
const turnMs = 5;

/**
 * Without this, all requests that have arrived between two turns of the event loop would be started in one turn: with thousands of
 * clients, no new connection would be accepted for a minute. Requests start at once while the turn, including their synchronous work,
 * has lasted less than `turnMs`; each further one gets a turn of its own.
 */
export function createRequestPacer(now: () => number = () => performance.now()): RequestPacer {
  const waiting: (() => void)[] = [];
  let since: number | undefined;
  const turn = () => {
    const start = waiting.shift();
    since = undefined;
    if (start) open(start);
  };
  const open = (start: () => void) => {
    since = now();
    setImmediate(turn);
    start();
  };
  return {
    begin(start) {
      if (since === undefined) open(start);
      else if (waiting.length === 0 && now() - since < turnMs) start();
      else waiting.push(start);
    },
  };
}
