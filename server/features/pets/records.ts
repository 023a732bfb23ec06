import { notFound } from '../../kit/fault.ts';
import { assertAsRead, revisionOf } from '../../kit/records/saved-record.ts';
import { fieldsOf, type PetRecord } from './record.ts';
import { review, stale, type Change } from './review.ts';
import type { PetStore, StoredPet } from './store.ts';
import { explained } from '../../kit/explained.ts';

/** Records of pets; changes go through `review`. */
export interface Records {
  /** Throws `not-found`. */
  find(petId: string): Promise<StoredPet>;
  /** Throws `not-found`, the Faults of `review`, and `stale` after a concurrent change. */
  change(petId: string, change: Change): Promise<PetRecord>;
  /** Throws `not-found`, and `stale` after a concurrent change or one since `basedOn`. */
  remove(petId: string, basedOn?: number): Promise<void>;
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
        throw stale(explained('pet_changed'));
      return changed;
    },
    async remove(petId, basedOn) {
      const { record, version } = await find(petId);
      assertAsRead({ name: 'pet', revision: revisionOf(record), fields: fieldsOf(record) }, basedOn);
      if (!(await store.remove(petId, version))) throw stale(explained('pet_changed'));
    },
  };
}
