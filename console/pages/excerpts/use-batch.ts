import { computed, shallowRef } from 'vue';
import { excerpts, type ExcerptBatch, type ExcerptJob } from '../../../contract/excerpts.ts';
import { call } from '../../api/call.ts';
import { useMutation } from '../../ui/queries/use-mutation.ts';
import { usePoll } from '../../ui/queries/use-poll.ts';

const everyMs = 1200;

/**
 * The running batch: its request ends with the batch, so its progress is polled meanwhile. It continues when the page
 * is left, and is found again when the page opens.
 */
export function useBatch(onEnd: () => void) {
  const job = shallowRef<ExcerptJob>();
  const { busy, mutate } = useMutation();
  const stopping = useMutation();
  const running = computed(() => busy.value || job.value?.status === 'running');

  const poll = usePoll(async () => {
    const before = job.value?.status;
    job.value = await call(excerpts, 'job', { query: { size: 200 } });
    const isRunning = job.value.status === 'running';
    if (before === 'running' && !isRunning) onEnd();
    return isRunning || busy.value;
  }, everyMs);

  const run = async (kind: ExcerptBatch, postNames: readonly string[], force: boolean) => {
    const asked = mutate(async () => {
      if (kind === 'summarize-all') await call(excerpts, 'summarizeAll', { body: { force } });
      else if (kind === 'clear-all') await call(excerpts, 'clearAll', { body: { force } });
      else if (kind === 'batch-clear') await call(excerpts, 'batchClear', { body: { postNames, force } });
      else await call(excerpts, 'batchGenerate', { body: { postNames, force } });
    });
    poll.start();
    await asked;
    job.value = await call(excerpts, 'job', { query: { size: 200 } }).catch(() => job.value);
    onEnd();
  };

  poll.start();
  return {
    job,
    running,
    run,
    stopping: stopping.busy,
    stop: () => stopping.mutate(async () => void (await call(excerpts, 'cancelJob'))),
  };
}
