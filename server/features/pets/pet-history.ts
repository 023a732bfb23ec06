import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { RecordKind } from '../changes/changes.ts';
import { fieldsOf } from './record.ts';
import type { PetStore } from './store.ts';

/** Pets as the list of changes shows them. Nothing is taken back: a picture that was replaced is gone. */
export const recordedPets = (store: Pick<PetStore, 'list'>): RecordKind => ({
  area: 'pets',
  name: 'pet',
  always: 'name',
  read: async (ids) => {
    const found = (await store.list()).filter(({ id }) => ids?.includes(id) ?? true);
    return new Map(found.map((record) => [record.id, { fields: fieldsOf(record), revision: 0 }]));
  },
  write: notUndone,
  remove: notUndone,
});

const notUndone = async (): Promise<never> => {
  throw unavailable(explained('pet_not_undone'));
};
