import { isDatabaseUnavailable } from './database.ts';
import { begunForAll, shared } from './waiting/patience.ts';

/** A value of the database, cached until it is outdated. */
export interface LastKnown<T> {
  /** The cached value, also during an outage of the database. Throws when the first read fails. */
  read(): Promise<T>;
  /** Invalidates the cache: the next read queries the database. */
  outdated(): void;
}

export function createLastKnown<T>(load: () => Promise<T>): LastKnown<T> {
  let current: Promise<T> | undefined;
  let last: { readonly value: T } | undefined;

  const loadNow = async () => {
    try {
      const value = await load();
      last = { value };
      return value;
    } catch (error) {
      current = undefined;
      throw error;
    }
  };

  return {
    async read() {
      try {
        return await shared((current ??= begunForAll(loadNow)));
      } catch (error) {
        if (last && isDatabaseUnavailable(error)) return last.value;
        throw error;
      }
    },
    outdated: () => void (current = undefined),
  };
}
