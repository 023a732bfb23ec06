import { isDatabaseUnavailable } from './database.ts';

/** A value of the database that is read once and kept until it is outdated. */
export interface LastKnown<T> {
  /** During an outage of the database the last value that was read. Throws what the first reading throws. */
  read(): Promise<T>;
  /** The next reading asks the database. */
  outdated(): void;
}

export function createLastKnown<T>(load: () => Promise<T>): LastKnown<T> {
  let current: Promise<T> | undefined;
  let last: { readonly value: T } | undefined;

  const loadOrRemember = async () => {
    try {
      const value = await load();
      last = { value };
      return value;
    } catch (error) {
      current = undefined;
      if (last && isDatabaseUnavailable(error)) return last.value;
      throw error;
    }
  };

  return {
    read: () => (current ??= loadOrRemember()),
    outdated: () => void (current = undefined),
  };
}
