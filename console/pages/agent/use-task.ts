import { ref, shallowRef } from 'vue';
import { agent, type AgentTaskDetail } from '../../../contract/agent.ts';
import { ApiError, call, reasonOf } from '../../api/call.ts';
import { useMutation } from '../../ui/queries/use-mutation.ts';
import { usePoll } from '../../ui/queries/use-poll.ts';

const everyMs = 2_000;

/** Polls one task while it runs; `ended` is called at its end. */
export function useTask(ended: () => void) {
  const task = shallowRef<AgentTaskDetail>();
  const error = ref('');
  const starting = useMutation();
  const stopping = useMutation();
  let taskId = '';

  const look = async (): Promise<boolean> => {
    const id = taskId;
    try {
      const told = await call(agent, 'task', { params: { taskId: id } });
      if (id !== taskId) return true;
      const ran = task.value?.taskId === id && task.value.status === 'running';
      task.value = told;
      error.value = '';
      if (told.status === 'running') return true;
      if (ran) ended();
      return false;
    } catch (reason) {
      if (id !== taskId) return true;
      error.value = reasonOf(reason);
      // A deleted task does not return; other errors may be temporary.
      return !(reason instanceof ApiError && reason.status === 404);
    }
  };
  const poll = usePoll(look, everyMs);

  /** Watches another task; `''` is none. */
  const open = (id: string) => {
    if (taskId === id) return;
    taskId = id;
    task.value = undefined;
    error.value = '';
    poll.stop();
    if (id !== '') poll.start();
  };
  return {
    task,
    error,
    starting: starting.busy,
    stopping: stopping.busy,
    open,
    start: (body: { days: number; maxLogs: number; maxTokens: number }) =>
      starting.mutate(async () => {
        const made = await call(agent, 'run', { body });
        open(made.taskId);
        task.value = made;
      }),
    stop: () =>
      stopping.mutate(async () => {
        task.value = await call(agent, 'cancel', { params: { taskId } });
        ended();
      }),
  };
}
