/** Texts stored in the visitor's browser. Pages may forbid storage; then nothing is stored. */

/** The kind of storage: until the tab is closed, or for later visits. */
export type Store = 'session' | 'local';

const place = (store: Store): Storage => (store === 'session' ? sessionStorage : localStorage);

export function readText(key: string, store: Store = 'session'): string | undefined {
  try {
    return place(store).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text; without one the key is removed. */
export function writeText(key: string, text?: string, store: Store = 'session'): void {
  try {
    if (text === undefined) place(store).removeItem(key);
    else place(store).setItem(key, text);
  } catch {
    // Without storage, or with a full one, the next page starts afresh.
  }
}

/** Reads a value stored as JSON; `undefined` when it is unreadable. */
export function readJson(key: string, store: Store = 'session'): unknown {
  try {
    const text = readText(key, store);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
