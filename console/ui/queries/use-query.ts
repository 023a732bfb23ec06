import { onScopeDispose, ref, shallowRef } from 'vue';
import { reasonOf } from '../../api/call.ts';

/** Loads data and exposes its state; of overlapping loads the last one counts. */
export function useQuery<T>(load: (signal: AbortSignal) => Promise<T>) {
  const data = shallowRef<T>();
  const error = ref('');
  const loading = ref(false);
  let current: AbortController | undefined;

  const reload = async (): Promise<void> => {
    current?.abort();
    const own = new AbortController();
    current = own;
    loading.value = true;
    try {
      const value = await load(own.signal);
      if (current !== own) return;
      data.value = value;
      error.value = '';
    } catch (reason) {
      if (current === own) error.value = reasonOf(reason);
    } finally {
      if (current === own) loading.value = false;
    }
  };

  void reload();
  onScopeDispose(() => current?.abort());
  return { data, error, loading, reload };
}
