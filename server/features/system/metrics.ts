import type { AnsweredRequest, EndedCall, Prometheus, WatchedDatabase, WatchedEngine } from './prometheus.ts';

/**
 * Prometheus metrics of one process. The library is loaded at the first event instead of at the start of the service; events
 * before it is loaded are counted afterwards.
 */
export function createMetrics(database?: WatchedDatabase, searchEngine?: WatchedEngine) {
  let loaded: Prometheus | undefined;
  let waiting: ((prometheus: Prometheus) => void)[] = [];
  let loading: Promise<Prometheus> | undefined;

  const load = async (): Promise<Prometheus> => {
    const { createPrometheus } = await import('./prometheus.ts');
    loaded = createPrometheus(database, searchEngine);
    for (const note of waiting) note(loaded);
    waiting = [];
    return loaded;
  };
  const whenLoaded = () => (loading ??= load());
  const note = (event: (prometheus: Prometheus) => void): void => {
    if (loaded) return event(loaded);
    waiting.push(event);
    void whenLoaded();
  };

  return {
    answered: (request: AnsweredRequest): void => note(({ answered }) => answered(request)),
    streamOpened: (): void => note(({ streamOpened }) => streamOpened()),
    streamClosed: (): void => note(({ streamClosed }) => streamClosed()),
    call: (ended: EndedCall): void => note(({ call }) => call(ended)),
    /** The metrics in the text format of Prometheus. */
    text: async (): Promise<{ readonly contentType: string; readonly body: string }> =>
      (await whenLoaded()).text(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
