import { explained } from '../../kit/explained.ts';
import { busy } from '../../kit/fault.ts';
import type { Locks } from '../../work/lock.ts';

/** Message while another operation changes the pet. */
export const waitMessage = explained('pet_busy');

/** Runs `work` exclusively for the pet across processes. Throws `busy` with the message. */
export type PetLock = <T>(petId: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A short lease for immediate changes and for the submission of a job; a running job itself blocks others until it ends
 * (PET31).
 */
export function createPetLock(deps: {
  readonly locks: Pick<Locks, 'tryAcquire'>;
  /** True when a job for the pet is running. */
  readonly isProcessing: (petId: string) => Promise<boolean>;
}): PetLock {
  return async (petId, work) => {
    await using lease = await deps.locks.tryAcquire(`pets/${petId}`);
    if (!lease || (await deps.isProcessing(petId))) throw busy(waitMessage);
    return await work(lease.signal);
  };
}
