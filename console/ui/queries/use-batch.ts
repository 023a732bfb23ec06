import { onScopeDispose, shallowRef } from 'vue';
import { runSequentially, type BatchProgress } from './run-sequentially.ts';

/** A batch of acts with its progress; leaving the page stops it after the act that runs. */
export function useBatch() {
  const progress = shallowRef<BatchProgress>();
  let current: AbortController | undefined;
  const run = async (
    names: readonly string[],
    act: (name: string, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> => {
    current?.abort();
    const own = new AbortController();
    current = own;
    await runSequentially(names, act, (told) => current === own && (progress.value = told), own.signal);
  };
  const stop = () => current?.abort();
  onScopeDispose(stop);
  return { progress, run, stop };
}
