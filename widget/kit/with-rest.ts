/** Time in milliseconds after a failure in which nothing is asked for. */
const restMs = 10_000;

/**
 * Loads a module that did not come again only after a rest: views ask for what they lack whenever they are drawn, which is sixty times a
 * second while an answer streams. After an update of the service the files of an open page are gone.
 */
export function withRest<T>(load: () => Promise<T>, now: () => number = Date.now): () => Promise<T> {
  let failed: { readonly at: number; readonly loading: Promise<T> } | undefined;
  return () => {
    if (failed && now() - failed.at < restMs) return failed.loading;
    const loading = load();
    loading.catch(() => (failed = { at: now(), loading }));
    return loading;
  };
}
