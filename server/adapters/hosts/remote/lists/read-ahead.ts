/**
 * Articles are read one by one, mostly in list order. Where the platform returns many at once, neighbours come with the
 * same request, and the next batch is requested meanwhile. A bounded number of texts is cached until read.
 */
export interface ReadAhead<T> {
  get(id: string, signal?: AbortSignal): Promise<T | undefined>;
  /** Drops what was read ahead. */
  clear(): void;
}

/** Two reads this close in the list count as sequential. */
const near = 12;

export const createReadAhead = <T>(deps: {
  /** Ids in list order. */
  readonly order: () => readonly string[];
  readonly batch: number;
  readonly read: (ids: readonly string[], signal?: AbortSignal) => Promise<ReadonlyMap<string, T>>;
}): ReadAhead<T> => {
  const { order, batch, read } = deps;
  const ready = new Map<string, Promise<ReadonlyMap<string, T>>>();
  let last = -Infinity;
  let positions: ReadonlyMap<string, number> = new Map();
  let positionsOf: readonly string[] = [];

  const positionOf = (id: string): number | undefined => {
    const ids = order();
    if (ids !== positionsOf) {
      positions = new Map(ids.map((one, index) => [one, index]));
      positionsOf = ids;
    }
    return positions.get(id);
  };

  /** Requests a batch; readers of its ids share the response. */
  const begin = (ids: readonly string[], signal: AbortSignal | undefined) => {
    const fresh = ids.filter((id) => !ready.has(id));
    if (fresh.length === 0) return;
    if (ready.size > 4 * batch) ready.clear();
    const reading = read(fresh, signal);
    for (const id of fresh) ready.set(id, reading);
    reading.catch(() => {
      for (const id of fresh) if (ready.get(id) === reading) ready.delete(id);
    });
  };
  const from = (position: number) => order().slice(position, position + batch);

  return {
    clear: () => ready.clear(),
    async get(id, signal) {
      signal?.throwIfAborted();
      const position = positionOf(id);
      const isSequential = batch > 1 && position !== undefined && Math.abs(position - last) <= near;
      last = position ?? -Infinity;
      if (isSequential && !ready.has(id)) begin(from(position), signal);
      const next = isSequential ? order()[position + batch] : undefined;
      if (isSequential && next !== undefined && !ready.has(next)) begin(from(position + batch), signal);
      const waiting = ready.get(id);
      ready.delete(id);
      const found = await waiting?.catch(() => undefined);
      return found ? found.get(id) : (await read([id], signal)).get(id);
    },
  };
};
