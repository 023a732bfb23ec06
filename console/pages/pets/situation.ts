import type { Pet } from '../../../contract/pets/record.ts';
import { petStates, type PetState } from '../../../contract/pets/requests.ts';

/** The state of a pet for its card. */
export type Standing = 'processing' | 'pending' | 'candidates' | 'published';

export function standingOf({ processing, masterStatus, candidates }: Pet): Standing {
  if (processing) return 'processing';
  if (masterStatus === 'pending') return 'pending';
  return Object.keys(candidates).length > 0 ? 'candidates' : 'published';
}

/** The actions that are available for one expression. */
export interface StateSituation {
  readonly state: PetState;
  readonly published: string | undefined;
  readonly candidate: Pet['candidates'][PetState];
  readonly canApprove: boolean;
  readonly canReset: boolean;
  /** A published picture without a candidate can be copied for editing. */
  readonly canEdit: boolean;
  readonly canCancel: boolean;
}

export const situationsOf = (pet: Pet): StateSituation[] =>
  petStates.map((state) => {
    const candidate = pet.candidates[state];
    const published = pet.confirmed?.expressions[state];
    return {
      state,
      published,
      candidate,
      canApprove: candidate?.approvable === true,
      canReset: candidate?.hasOriginal === true,
      canEdit: published !== undefined && candidate === undefined,
      canCancel: candidate?.editingExisting === true,
    };
  });
