/** Remembers values up to a total size; what was not asked for longest goes first. */
export interface Lru<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

export const createLru = <V>(budget: number, sizeOf: (value: V) => number): Lru<V> => {
  const kept = new Map<string, V>();
  let size = 0;
  const drop = (key: string) => {
    const value = kept.get(key);
    if (value === undefined) return;
    kept.delete(key);
    size -= sizeOf(value);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      kept.set(key, value);
      size += sizeOf(value);
      for (const oldest of kept.keys()) {
        if (size <= budget) break;
        drop(oldest);
      }
    },
  };
};
