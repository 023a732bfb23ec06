/** Begins requests so that many at once do not keep the others from being heard. */
export interface Pace {
  /** Begins at once, or in a later turn of the event loop when this one has had its time; then in the order of asking. */
  begin(start: () => void): void;
}

/** Time of one turn of the event loop for requests that begin in it, in milliseconds. */
const turnMs = 5;

/**
 * Whatever has arrived between two turns of the event loop would be worked off in one turn: with thousands of clients, nobody new
 * is heard for a minute. Requests begin at once while a turn lasts less than `turnMs`, with the work that follows
 * without a pause; the others one a turn.
 */
export function createPace(now: () => number = () => performance.now()): Pace {
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
