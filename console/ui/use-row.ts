import { onScopeDispose, shallowRef } from 'vue';
import { oneByOne, type Row } from './one-by-one.ts';

/** A row of acts with its progress; leaving the page stops it after the one at work. */
export function useRow() {
  const row = shallowRef<Row>();
  let current: AbortController | undefined;
  const run = async (
    names: readonly string[],
    act: (name: string, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> => {
    current?.abort();
    const own = new AbortController();
    current = own;
    await oneByOne(names, act, (told) => current === own && (row.value = told), own.signal);
  };
  const stop = () => current?.abort();
  onScopeDispose(stop);
  return { row, run, stop };
}
