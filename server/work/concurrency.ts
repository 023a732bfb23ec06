/**
 * Runs `work` for each item, at most `limit` at once. After the first failure nothing more is started; running work is
 * awaited, then the failure is thrown. `p-map` does not do this: with `stopOnError` it rejects while work still runs,
 * without it starts all that is left.
 */
export async function forEachConcurrent<T>(
  limit: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    for (let next = queue.next(); !next.done && failures.length === 0; next = queue.next()) {
      await work(next.value).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
}
