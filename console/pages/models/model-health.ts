/** A model counts as failing from this number of failures, if they are at least half of its calls. */
const fewestFailures = 3;

/** True when a model fails so often today that an administrator should look at it, and its last calls have not succeeded. */
export const isFailing = ({
  calls,
  failures,
  recovered = false,
}: {
  readonly calls: number;
  readonly failures: number;
  readonly recovered?: boolean | undefined;
}): boolean => !recovered && failures >= fewestFailures && failures * 2 >= calls;
