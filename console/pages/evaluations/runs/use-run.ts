import { ref, shallowRef } from 'vue';
import { evaluations } from '../../../../contract/evaluations/evaluations.ts';
import type { RunRecord, RunStatus } from '../../../../contract/evaluations/report.ts';
import { call, type AskedOf } from '../../../api/call.ts';
import { useMutation } from '../../../ui/queries/use-mutation.ts';
import { usePoll } from '../../../ui/queries/use-poll.ts';

const everyMs = 2_000;

/** The current run: starts one, resumes watching after a reload, follows it to its end, stops it. */
export function useRun(ended: () => void) {
  const status = shallowRef<RunStatus>();
  const runId = ref('');
  const starting = useMutation();
  const stopping = useMutation();

  const look = async (): Promise<boolean> => {
    const id = runId.value;
    const told = await call(evaluations, 'status', { params: { runId: id } });
    if (id !== runId.value) return true;
    status.value = told;
    if (told.status === 'running') return true;
    ended();
    return false;
  };
  const poll = usePoll(look, everyMs);

  const watch = (id: string) => {
    runId.value = id;
    poll.start();
  };
  return {
    status,
    starting: starting.busy,
    stopping: stopping.busy,
    start: (body: AskedOf<typeof evaluations, 'run'>['body']) =>
      starting.mutate(async () => {
        const started = await call(evaluations, 'run', { body });
        status.value = undefined;
        watch(started.runId);
      }),
    stop: () =>
      stopping.mutate(async () => {
        status.value = await call(evaluations, 'cancelRun', { params: { runId: runId.value } });
      }),
    /** Watches the newest running one, unless one is watched. */
    takeUp(runs: readonly RunRecord[]) {
      const running = runs.find((run) => run.status === 'running');
      if (running && status.value?.status !== 'running') watch(running.runId);
    },
  };
}
