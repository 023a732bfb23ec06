/** Structured log of the operator. Never pass questions, answers, keys or cookies. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  /** A bug or a lost promise; tests fail when one is written. */
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
