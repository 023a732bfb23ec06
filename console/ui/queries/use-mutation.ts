import { useMessage } from 'naive-ui';
import { ref } from 'vue';
import { reasonOf } from '../../api/call.ts';

/** Does one thing at a time and says how it went; `busy` is true meanwhile. Resolves with whether it went well. */
export function useMutation() {
  const message = useMessage();
  const busy = ref(false);
  const mutate = async (work: () => Promise<void>, done = ''): Promise<boolean> => {
    if (busy.value) return false;
    busy.value = true;
    try {
      await work();
      if (done !== '') message.success(done);
      return true;
    } catch (error) {
      message.error(reasonOf(error), { duration: 8_000, closable: true });
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { busy, mutate };
}
