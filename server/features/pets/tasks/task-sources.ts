import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { PetRecord } from '../record.ts';
import type { Records } from '../records.ts';
import { checkMaster } from '../review.ts';
import type { PetStore } from '../store.ts';
import type { TaskOf } from './tasks.ts';

export type TaskSources = ReturnType<typeof createTaskSources>;

/** The input of a task: uploads, and the record of its request. */
export function createTaskSources(uploads: Pick<PetStore['uploads'], 'read'>, records: Records) {
  /** Throws `unavailable` when it is gone. */
  const uploaded = async (id: string): Promise<Uint8Array> => {
    const bytes = await uploads.read(id);
    if (!bytes) throw unavailable(explained('pet_sent_gone'));
    return bytes;
  };

  return {
    uploaded,

    async photo(upload: string) {
      if (upload === '') return {};
      return { source: { kind: 'photo' as const, png: await uploaded(upload) } };
    },

    /** The record, if its master is still the task's. */
    async record(task: TaskOf<'redraw' | 'clean-master' | 'compose' | 'express'>): Promise<PetRecord> {
      const { record } = await records.find(task.petId);
      checkMaster(record, task.shown);
      return record;
    },
  };
}
