import { onScopeDispose, shallowRef, type Ref } from 'vue';
import { runSequentially, type BatchProgress } from './run-sequentially.ts';
import { useSelection } from './use-selection.ts';

/** Selection of table rows, and a batch over the selected ones with its progress; leaving the page stops it after the current one. */
export function useBatch<T extends object>(
  rows: Readonly<Ref<readonly T[]>>,
  keyOf: (row: T) => string,
  nameOf: (row: T) => string,
) {
  const { chosen, column, clear } = useSelection(rows, keyOf, nameOf);
  const progress = shallowRef<BatchProgress>();
  let current: AbortController | undefined;
  const run = async (act: (key: string, signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    const keys = chosen.value;
    clear();
    current?.abort();
    const own = new AbortController();
    current = own;
    await runSequentially(keys, act, (told) => current === own && (progress.value = told), own.signal);
  };
  const stop = () => current?.abort();
  onScopeDispose(stop);
  return { chosen, column, progress, run, stop };
}
