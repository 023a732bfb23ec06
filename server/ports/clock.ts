/** Current time; tests use one that stands still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}
