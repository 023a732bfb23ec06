/** Time, so that tests can hold it still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}
