import { computed, shallowRef } from 'vue';
import { mindmap, type JobScope, type MindMapJob } from '../../../contract/mindmap.ts';
import { call } from '../../api/call.ts';
import { useMutation } from '../../ui/queries/use-mutation.ts';
import { usePoll } from '../../ui/queries/use-poll.ts';

const everyMs = 1500;

export const isAtWork = (job: MindMapJob | undefined): boolean =>
  job?.status === 'pending' || job?.status === 'running';

/** The job that generates the maps of the whole site; it continues when the page is left. */
export function useSiteJob(onEnd: () => void) {
  const job = shallowRef<MindMapJob>();
  const { busy, mutate } = useMutation();
  const poll = usePoll(async () => {
    if (!job.value) return false;
    const reply = await call(mindmap, 'job', { params: { jobId: job.value.id } });
    job.value = reply.job;
    const goesOn = isAtWork(reply.job);
    if (!goesOn) onEnd();
    return goesOn;
  }, everyMs);

  return {
    job,
    busy,
    atWork: computed(() => isAtWork(job.value)),
    start: (scope: JobScope) =>
      mutate(async () => {
        job.value = (await call(mindmap, 'startJob', { body: { scope } })).job;
        poll.start();
      }),
    stop: () =>
      mutate(async () => {
        if (job.value) await call(mindmap, 'cancelJob', { params: { jobId: job.value.id } });
        // The current article is still finished: polling shows it.
        poll.start();
      }),
    /** Watches an already running job. */
    async resume(jobId: string) {
      if (job.value?.id === jobId) return;
      job.value = (await call(mindmap, 'job', { params: { jobId } }).catch(() => undefined))?.job;
      if (isAtWork(job.value)) poll.start();
    },
  };
}
