/**
 * Articles are asked for one by one, mostly in the order of the list. Where the platform gives many at once, whoever
 * walks gets the neighbours with the same request. Texts are kept until they are asked for, a bounded number of them.
 */
export interface ReadAhead<T> {
  get(id: string, signal?: AbortSignal): Promise<T | undefined>;
  /** Forgets what was read ahead. */
  clear(): void;
}

/** Two calls so near to each other in the list belong to a walk. */
const near = 12;

export const createReadAhead = <T>(deps: {
  /** Ids in the order in which a walk asks for them. */
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

  return {
    clear: () => ready.clear(),
    async get(id, signal) {
      signal?.throwIfAborted();
      const position = positionOf(id);
      const isWalk = position !== undefined && Math.abs(position - last) <= near;
      last = position ?? -Infinity;
      const waiting = ready.get(id);
      if (waiting) {
        ready.delete(id);
        const found = await waiting.catch(() => undefined);
        if (found) return found.get(id);
      }
      const ahead = isWalk ? order().slice(position + 1, position + batch) : [];
      const fresh = ahead.filter((one) => !ready.has(one));
      const reading = read([id, ...fresh], signal);
      if (ready.size > 4 * batch) ready.clear();
      for (const one of fresh) ready.set(one, reading);
      reading.catch(() => {
        for (const one of fresh) if (ready.get(one) === reading) ready.delete(one);
      });
      return (await reading).get(id);
    },
  };
};
