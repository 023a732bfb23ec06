import { computed, ref, shallowRef } from 'vue';
import type { PetJob } from '../../../../contract/pets/record.ts';
import { jobGone, pets } from '../../../../contract/pets/pets.ts';
import { ApiError, call } from '../../../api/call.ts';
import { worded } from '../../../text/explanations/worded.ts';
import { usePoll } from '../../../ui/queries/use-poll.ts';

/** The end of a job: done, failed with a reason, or no longer known. */
export type Ending = { readonly kind: 'done' | 'failed' | 'gone'; readonly petId: string };

/** Watches one job to its end. After a lost job nothing is sent again: callers read the list of pets for the result. */
export function useJob(ended: (ending: Ending) => void) {
  const id = ref('');
  const job = shallowRef<PetJob>();
  const failure = ref('');
  const gone = ref(false);

  const finish = (kind: Ending['kind'], petId = '') => {
    id.value = '';
    gone.value = kind === 'gone';
    ended({ kind, petId });
    return false;
  };
  const poll = usePoll(async () => {
    const watched = id.value;
    if (watched === '') return false;
    try {
      const told = await call(pets, 'job', { params: { jobId: watched } });
      if (watched !== id.value) return true;
      job.value = told;
      if (told.status === 'pending') return true;
      failure.value = told.status === 'failed' ? worded(told.message ?? '', told.explanation) : '';
      return finish(told.status, told.petId);
    } catch (error) {
      if (error instanceof ApiError && error.code === jobGone) return finish('gone');
      throw error;
    }
  }, 1000);

  return {
    job,
    failure,
    gone,
    running: computed(() => id.value !== ''),
    /** Starts watching; a job already watched continues. */
    watch(jobId: string) {
      if (jobId === '' || jobId === id.value) return;
      id.value = jobId;
      job.value = undefined;
      failure.value = '';
      gone.value = false;
      poll.start();
    },
  };
}

export type WatchedJob = ReturnType<typeof useJob>;
