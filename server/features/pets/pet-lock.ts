import { busy } from '../../kit/fault.ts';
import type { Locks } from '../../work/lock.ts';

/** What somebody is told whose pet is being worked on. */
export const waitMessage = 'This pet is being worked on; please wait until that has ended';

/** Runs `work` while nobody else changes the pet, on any process. Throws `busy` with the word to wait. */
export type PetLock = <T>(petId: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A short lease for what is done at once and for the moment a job is submitted; the job itself then stands in the way
 * of everybody until it has ended (PET31).
 */
export function createPetLock(deps: {
  readonly locks: Pick<Locks, 'tryAcquire'>;
  /** True when a job is at work on the pet. */
  readonly isProcessing: (petId: string) => Promise<boolean>;
}): PetLock {
  return async (petId, work) => {
    await using lease = await deps.locks.tryAcquire(`pets/${petId}`);
    if (!lease || (await deps.isProcessing(petId))) throw busy(waitMessage);
    return await work(lease.signal);
  };
}
