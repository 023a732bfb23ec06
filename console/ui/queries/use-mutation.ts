import { useMessage } from 'naive-ui';
import { ref, watch, type Ref } from 'vue';
import { ApiError, reasonOf } from '../../api/call.ts';
import { refusedField, ruleText } from '../../text/explanations/worded.ts';

/** The service's refusal of a form. */
export interface Refusal {
  /** Path of the value in the body, such as `chat.temperature`; empty when the service names none. */
  readonly field: string;
  /** Code of the refusal, for forms that know which field it concerns. */
  readonly code: string;
  readonly problem: string;
}

/**
 * Runs one action at a time and reports its result; `busy` is true meanwhile. Resolves with true on success. An action
 * that resolves with false has done nothing, as its person wanted.
 * `refusal` is the service's last refusal, until `form` changes.
 */
export function useMutation(form?: Readonly<Ref<unknown>>) {
  const message = useMessage();
  const busy = ref(false);
  const refusal = ref<Refusal>();
  if (form) watch(form, () => (refusal.value = undefined), { deep: true });
  const mutate = async (work: () => Promise<boolean | void>, done = ''): Promise<boolean> => {
    if (busy.value) return false;
    busy.value = true;
    refusal.value = undefined;
    try {
      if ((await work()) === false) return false;
      if (done !== '') message.success(done);
      return true;
    } catch (error) {
      refusal.value = refusalIn(error);
      message.error(reasonOf(error), { duration: 8_000, closable: true });
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { busy, mutate, refusal };
}

function refusalIn(error: unknown): Refusal | undefined {
  const explanation = error instanceof ApiError ? error.explanation : undefined;
  if (!explanation || !(error instanceof Error)) return undefined;
  return {
    field: refusedField(explanation),
    code: explanation.code,
    problem: ruleText(error.message, explanation),
  };
}

/**
 * `mutate` for a page with a list: what is done shows in it, and also what somebody else has done where a deletion was not carried out,
 * which resolves with false.
 */
export const thenShowing =
  (
    mutate: ReturnType<typeof useMutation>['mutate'],
    reload: () => unknown,
  ): ((work: () => Promise<unknown>, done?: string) => Promise<boolean>) =>
  (work, done) =>
    mutate(async () => {
      const isDone = await work();
      await reload();
      return isDone !== false;
    }, done);
