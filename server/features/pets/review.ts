import { recordConflicts } from '../../../contract/config/conflicts.ts';
import { changedMeanwhile, revisionOf } from '../../kit/records/saved-record.ts';
import type { CandidateMode } from '../../../contract/pets/record.ts';
import type { PetState, PetStyle } from '../../../contract/pets/requests.ts';
import { explained, type ExplainedText } from '../../kit/explained.ts';
import { conflict, Fault } from '../../kit/fault.ts';
import { isConfirmed, type Candidate, type PetRecord, type PetImage } from './record.ts';

/** The master that the administrator was shown. */
export interface ShownMaster {
  readonly masterUrl: string;
  readonly masterRevision: number;
}

/** All changes of a pet (spec 3.2 row by row, then others). */
export type Change =
  | {
      readonly kind: 'redraw-master';
      readonly shown: ShownMaster;
      readonly picture: PetImage;
      readonly style: PetStyle;
    }
  | { readonly kind: 'approve-master'; readonly shown: ShownMaster }
  | { readonly kind: 'reset-master'; readonly shown: ShownMaster }
  | { readonly kind: 'change-master'; readonly shown: ShownMaster; readonly picture: PetImage }
  | { readonly kind: 'approve-expression'; readonly state: PetState; readonly candidateUrl: string }
  | { readonly kind: 'reset-expression'; readonly state: PetState; readonly candidateUrl: string }
  | { readonly kind: 'edit-expression'; readonly state: PetState; readonly candidateUrl: string }
  | { readonly kind: 'cancel-edit'; readonly state: PetState; readonly candidateUrl: string }
  | {
      readonly kind: 'change-candidate';
      readonly state: PetState;
      readonly candidateUrl: string;
      readonly picture: PetImage;
    }
  | { readonly kind: 'add-candidates'; readonly shown: ShownMaster; readonly made: readonly Made[] }
  | { readonly kind: 'rename'; readonly name: string; readonly basedOn?: number | undefined };

/** A newly drawn expression. */
export interface Made {
  readonly state: PetState;
  readonly mode: CandidateMode;
  readonly picture: PetImage;
}

/** A new pet whose master awaits review; nothing of it is public. */
export function newPet(
  about: Pick<PetRecord, 'id' | 'name' | 'style' | 'policyId'> & { readonly picture: PetImage },
  now: number,
): PetRecord {
  const { picture, ...rest } = about;
  return {
    ...rest,
    master: picture,
    original: picture,
    masterRevision: 1,
    drawing: 1,
    confirmed: null,
    candidates: {},
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Returns the changed record. Throws `stale` when the shown image is not the current one, `conflict` when the change is
 * not allowed now.
 */
export function review(record: PetRecord, change: Change, now: number): PetRecord {
  const changed = apply(record, change, now);
  return changed === record ? record : { ...changed, updatedAt: now };
}

function apply(record: PetRecord, change: Change, now: number): PetRecord {
  switch (change.kind) {
    case 'redraw-master':
      checkMaster(record, change.shown);
      return redrawn(record, change.picture, change.style);
    case 'approve-master':
      checkMaster(record, change.shown);
      return isConfirmed(record) ? record : published(record, now);
    case 'reset-master':
      checkMaster(record, change.shown);
      return withMaster(record, record.original);
    case 'change-master':
      checkMaster(record, change.shown);
      return withMaster(record, change.picture);
    case 'approve-expression':
      return approved(record, change.state, candidateOf(record, change));
    case 'reset-expression': {
      const candidate = candidateOf(record, change);
      return withCandidate(record, change.state, { ...candidate, picture: candidate.original });
    }
    case 'edit-expression':
      return withCandidate(record, change.state, editCopy(record, change, now));
    case 'cancel-edit':
      if (!candidateOf(record, change).editingExisting)
        throw conflict(explained('pet_not_copy', { state: change.state }));
      return withoutCandidate(record, change.state);
    case 'change-candidate':
      return withCandidate(record, change.state, {
        ...candidateOf(record, change),
        picture: change.picture,
      });
    case 'add-candidates':
      checkMaster(record, change.shown);
      return change.made.reduce(
        (all, made) => withCandidate(all, made.state, fresh(record, made, now)),
        record,
      );
    case 'rename':
      checkName(record, change);
      return {
        ...record,
        name: change.name,
        confirmed: record.confirmed && { ...record.confirmed, name: change.name },
      };
  }
}

/** Throws `stale` with both names when somebody else has renamed the pet since it was read. */
function checkName(
  { name: theirs }: PetRecord,
  { name, basedOn }: { readonly name: string; readonly basedOn?: number | undefined },
): void {
  const revision = revisionOf({ name: theirs });
  if (basedOn === undefined || basedOn === revision || name === theirs) return;
  throw changedMeanwhile(recordConflicts('pet', revision, { name }, { name: theirs }));
}

/** Throws `stale` unless the shown master is the current one. */
export function checkMaster({ master, masterRevision }: PetRecord, shown: ShownMaster): void {
  if (shown.masterUrl !== master.url || shown.masterRevision !== masterRevision)
    throw stale(explained('pet_master_changed'));
}

/** The shown candidate. Throws `stale` when it is missing or another one. */
export function candidateOf(
  { candidates }: PetRecord,
  { state, candidateUrl }: { readonly state: PetState; readonly candidateUrl: string },
): Candidate {
  const candidate = candidates[state];
  if (!candidate) throw stale(explained('pet_no_candidate', { state }));
  if (candidate.picture.url !== candidateUrl) throw stale(explained('pet_candidate_changed', { state }));
  return candidate;
}

export const stale = (words: ExplainedText) => new Fault('stale', words);

const withMaster = (record: PetRecord, master: PetImage): PetRecord => ({
  ...record,
  master,
  masterRevision: record.masterRevision + 1,
});

/** Drops candidates of earlier drafts; those of the published master stay. */
const redrawn = (record: PetRecord, picture: PetImage, style: PetStyle): PetRecord => ({
  ...withMaster(record, picture),
  original: picture,
  style,
  drawing: record.drawing + 1,
  candidates: candidatesOf(record, record.confirmed?.drawing),
});

/** Publishes the draft; confirmed expressions stay only if they belong to its drawing. */
function published(record: PetRecord, now: number): PetRecord {
  const { confirmed, drawing } = record;
  return {
    ...record,
    confirmed: {
      name: record.name,
      style: record.style,
      master: record.master,
      masterRevision: record.masterRevision,
      drawing,
      expressions: confirmed?.drawing === drawing ? confirmed.expressions : {},
      confirmedAt: now,
    },
    candidates: candidatesOf(record, drawing),
  };
}

function approved(record: PetRecord, state: PetState, candidate: Candidate): PetRecord {
  const { confirmed } = record;
  if (confirmed?.drawing !== candidate.drawing) throw conflict(explained('pet_master_first'));
  const expression = { picture: candidate.picture, mode: candidate.mode };
  return {
    ...withoutCandidate(record, state),
    confirmed: { ...confirmed, expressions: { ...confirmed.expressions, [state]: expression } },
  };
}

function editCopy(
  { confirmed, candidates }: PetRecord,
  { state, candidateUrl }: { readonly state: PetState; readonly candidateUrl: string },
  now: number,
): Candidate {
  const published = confirmed?.expressions[state];
  if (!confirmed || !published) throw stale(explained('pet_unpublished', { state }));
  if (candidates[state]) throw conflict(explained('pet_candidate_waits', { state }));
  if (published.picture.url !== candidateUrl) throw stale(explained('pet_published_changed', { state }));
  const { picture, mode } = published;
  const { masterRevision, drawing } = confirmed;
  return { picture, original: picture, masterRevision, drawing, mode, editingExisting: true, createdAt: now };
}

const fresh = ({ masterRevision, drawing }: PetRecord, { picture, mode }: Made, now: number): Candidate => ({
  picture,
  original: picture,
  masterRevision,
  drawing,
  mode,
  editingExisting: false,
  createdAt: now,
});

const withCandidate = (record: PetRecord, state: PetState, candidate: Candidate): PetRecord => ({
  ...record,
  candidates: { ...record.candidates, [state]: candidate },
});

function withoutCandidate(record: PetRecord, state: PetState): PetRecord {
  const { [state]: _, ...candidates } = record.candidates;
  return { ...record, candidates };
}

const candidatesOf = ({ candidates }: PetRecord, drawing: number | undefined): PetRecord['candidates'] =>
  Object.fromEntries(Object.entries(candidates).filter(([, candidate]) => candidate.drawing === drawing));
