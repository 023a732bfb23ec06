import type { PetState } from '../../../../contract/pets/requests.ts';
import type { Work } from '../../../work/job-kind.ts';
import type { Attachments } from '../attachments.ts';
import type { PetRecord } from '../record.ts';
import type { Progress, Task } from './tasks.ts';

/** Progress of a task, storage of its images, and the single write of its record. */
export function createTaskContext(work: Work<Task, Progress>, attachments: Attachments) {
  const { signal } = work;
  let progress = work.state;
  const tell = (change: Partial<Progress>) => work.report((progress = { ...progress, ...change }));
  tell({ stage: 'reading' });
  return {
    signal,
    tell,
    stage: (stage: Progress['stage']) => tell({ stage }),
    keep(pet: Pick<PetRecord, 'id' | 'policyId'>, name: string, png: Uint8Array) {
      tell({ stage: 'storing' });
      return attachments.keep(pet, name, png, signal);
    },
    completed(state?: PetState) {
      const { completed, completedStates } = progress;
      tell({
        completed: completed + 1,
        ...(state && { completedStates: [...completedStates, state] }),
      });
    },
    /** Runs `write` only while this process holds the job. */
    async commit(write: () => Promise<unknown>) {
      progress = { ...progress, stage: 'recording' };
      await work.checkpoint(progress);
      signal.throwIfAborted();
      await write();
    },
    done: (): Progress => ({ ...progress, stage: 'done', currentState: '' }),
  };
}

export type TaskContext = ReturnType<typeof createTaskContext>;
