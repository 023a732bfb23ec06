/**
 * Settles as `work` does, or rejects with the signal's reason as soon as it aborts. Work that has already begun then
 * continues, and its result is ignored.
 */
export async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work(), left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
