import { notFound } from '../../kit/fault.ts';
import type { PetRecord } from './record.ts';
import { review, stale, type Change } from './review.ts';
import type { PetStore, StoredPet } from './store.ts';

/** The records of pets, changed only by what `review` allows. */
export interface Records {
  /** Throws `not-found`. */
  find(petId: string): Promise<StoredPet>;
  /** Throws `not-found`, what `review` throws, and `stale` when somebody else was quicker. */
  change(petId: string, change: Change): Promise<PetRecord>;
  /** Throws `not-found`, and `stale` when somebody else was quicker. */
  remove(petId: string): Promise<void>;
}

export function createRecords(
  store: Pick<PetStore, 'read' | 'replace' | 'remove'>,
  now: () => number,
): Records {
  const find = async (petId: string): Promise<StoredPet> => {
    const stored = await store.read(petId);
    if (!stored) throw notFound('Pet');
    return stored;
  };

  return {
    find,
    async change(petId, change) {
      const { record, version } = await find(petId);
      const changed = review(record, change, now());
      if (changed !== record && !(await store.replace(changed, version)))
        throw stale('The pet has changed meanwhile');
      return changed;
    },
    async remove(petId) {
      const { version } = await find(petId);
      if (!(await store.remove(petId, version))) throw stale('The pet has changed meanwhile');
    },
  };
}
