import { onScopeDispose } from 'vue';
import type { PetModelStatus } from '../../../contract/pets/record.ts';
import type { z } from 'zod';
import { useMutation } from '../../ui/queries/use-mutation.ts';
import { useJob, type Ending } from './draw/use-job.ts';

/** The capabilities of the image model, and whether it bills generations. */
export type ModelStatus = z.infer<typeof PetModelStatus>;

/**
 * Changes one pet: one change at a time, each followed by a reload, even after a failure: the service refuses changes
 * of an outdated picture, and the page must show the new one.
 */
export function useStudio(reload: () => Promise<void>, ended: (ending: Ending) => void = () => undefined) {
  const { busy, mutate } = useMutation();
  const left = new AbortController();
  onScopeDispose(() => left.abort());
  const job = useJob((ending) => {
    // The list is reloaded before anything acts on the end of the job.
    void reload().then(() => !left.signal.aborted && ended(ending));
  });
  /** Work that resolves with false was not done. */
  const change = (work: () => Promise<unknown>, done = '') =>
    mutate(async () => {
      try {
        return (await work()) !== false;
      } finally {
        if (!left.signal.aborted) await reload();
      }
    }, done);
  /** Starts a job and watches it; if the reply is lost, the list of pets shows whether it started. */
  const start = (work: () => Promise<{ readonly jobId: string }>) =>
    change(async () => job.watch((await work()).jobId));
  return { busy, change, start, job };
}

export type Studio = ReturnType<typeof useStudio>;
