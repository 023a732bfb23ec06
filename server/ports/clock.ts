/** Current time; tests use one that stands still. */
export interface Clock {
  /** Epoch milliseconds; they jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds that never jump, for durations. A clock without them measures by `now`. */
  elapsed?(): number;
}
