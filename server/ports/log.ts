/** Structured log for the operator. Never pass questions, answers, keys or cookies. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  /** A bug or an unhandled rejection; a test fails when one is logged. */
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
