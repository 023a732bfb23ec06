/** Texts kept in the visitor's browser. Pages may forbid storage; then nothing is ever kept. */

/** The storage of a text: until the tab is closed, or for later visits. */
export type Store = 'session' | 'local';

const place = (store: Store): Storage => (store === 'session' ? sessionStorage : localStorage);

export function readText(key: string, store: Store = 'session'): string | undefined {
  try {
    return place(store).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text; without one the key is forgotten. */
export function writeText(key: string, text?: string, store: Store = 'session'): void {
  try {
    if (text === undefined) place(store).removeItem(key);
    else place(store).setItem(key, text);
  } catch {
    // Without storage, or with a full one, the next page starts afresh.
  }
}

/** Reads a value that was kept as JSON; nothing when it cannot be read. */
export function readJson(key: string, store: Store = 'session'): unknown {
  try {
    const text = readText(key, store);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
