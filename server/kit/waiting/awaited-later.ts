/**
 * Work that begins before it is awaited, or that nobody may come to await: whoever awaits it hears of a failure, which otherwise ends the
 * process when it comes sooner.
 */
export function awaitedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
