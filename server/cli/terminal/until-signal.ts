import process from 'node:process';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal that is aborted when the process is asked to end, so that a command can clear up; disposed of, the process ends as usual. */
export function untilSignal(): Disposable & { readonly signal: AbortSignal } {
  const asked = new AbortController();
  const stop = () => asked.abort();
  for (const name of signals) process.once(name, stop);
  return {
    signal: asked.signal,
    [Symbol.dispose]: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}
