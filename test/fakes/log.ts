import type { Log } from '../../server/ports/log.ts';

/** Fields and message of a logged warning or error. */
type LoggedError = Readonly<Record<string, unknown>>;

export type TestLog = Log & {
  readonly errors: readonly LoggedError[];
  readonly warnings: readonly LoggedError[];
};

/** A log that remembers warnings and errors, so that a test during which one was written fails. */
export function createTestLog(): TestLog {
  const errors: LoggedError[] = [];
  const warnings: LoggedError[] = [];
  return {
    errors,
    warnings,
    debug: silent,
    info: silent,
    warn: (fields, message) => void warnings.push({ ...fields, message }),
    error: (fields, message) => void errors.push({ ...fields, message }),
  };
}

/** For the end of a test. Throws the first error that was logged. */
export function assertNoBugs({ errors }: Pick<TestLog, 'errors'>): void {
  const [first] = errors;
  if (first) throw new Error(`a bug was logged: ${String(first['message'])}`, { cause: first['err'] });
}

const silent = () => {};
