import { z } from 'zod';
import { revisionOf } from '../../kit/records/saved-record.ts';
import { candidateModes, type Pet } from '../../../contract/pets/record.ts';
import { petStates, petStyles, type PetStyle } from '../../../contract/pets/requests.ts';

/** A stored image; `id` is the host's. Images are immutable: a change creates a new one. */
const PetImage = z.object({ id: z.string(), url: z.string(), width: z.int(), height: z.int() });
export type PetImage = z.infer<typeof PetImage>;

const Mode = z.enum(candidateModes);
const State = z.enum(petStates);

/** An expression awaiting review. */
const Candidate = z.object({
  picture: PetImage,
  /** Image that a reset restores. */
  original: PetImage,
  /** Revision and drawing of its master. */
  masterRevision: z.int(),
  drawing: z.int(),
  mode: Mode,
  editingExisting: z.boolean(),
  createdAt: z.int(),
});
export type Candidate = z.infer<typeof Candidate>;

/** The version that visitors see. */
const Snapshot = z.object({
  name: z.string(),
  style: z.enum(petStyles),
  master: PetImage,
  masterRevision: z.int(),
  drawing: z.int(),
  expressions: z.partialRecord(State, z.object({ picture: PetImage, mode: Mode })),
  confirmedAt: z.int(),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Record of a pet. Times are epoch milliseconds. */
export const PetRecord = z.object({
  id: z.string(),
  name: z.string(),
  style: z.enum(petStyles),
  /** Storage policy of its images; `''` for the host's default. */
  policyId: z.string(),
  master: PetImage,
  /** Image that a reset restores. */
  original: PetImage,
  /** Incremented by every change of the master. */
  masterRevision: z.int(),
  /** Incremented when the master is redrawn; expressions fit all revisions of their drawing. */
  drawing: z.int(),
  confirmed: Snapshot.nullable(),
  candidates: z.partialRecord(State, Candidate),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type PetRecord = z.infer<typeof PetRecord>;

/** True when the draft's master is the public one. */
export const isConfirmed = ({ confirmed, masterRevision }: PetRecord): boolean =>
  confirmed?.masterRevision === masterRevision;

/** Style of a drawing; the public drawing may be older than the draft's. */
export const styleOf = ({ style, confirmed }: PetRecord, drawing: number): PetStyle =>
  confirmed?.drawing === drawing ? confirmed.style : style;

/** All images of a record: draft, originals, snapshot and candidates. */
export function imagesOf({ master, original, confirmed, candidates }: PetRecord): readonly string[] {
  const expressions = Object.values(confirmed?.expressions ?? {}).map(({ picture }) => picture);
  const waiting = Object.values(candidates).flatMap((candidate) => [candidate.picture, candidate.original]);
  const pictures = [master, original, ...(confirmed ? [confirmed.master] : []), ...expressions, ...waiting];
  return pictures.map(({ id }) => id);
}

/** What can be said of a pet in words: in the list of changes, and of one that was changed meanwhile. */
export const fieldsOf = (record: PetRecord) => ({
  name: record.name,
  style: record.style,
  masterStatus: isConfirmed(record) ? 'confirmed' : 'pending',
  masterRevision: record.masterRevision,
  expressions: Object.keys(record.confirmed?.expressions ?? {}),
  candidates: Object.keys(record.candidates),
});

/** The record in the wire format (PET48). */
export function wirePet(record: PetRecord, processing: Pet['processing']): Pet {
  const { id, name, style, master, original, masterRevision, confirmed } = record;
  return {
    id,
    name,
    revision: revisionOf({ name }),
    recordRevision: revisionOf(record),
    style,
    createdAt: instant(record.createdAt),
    updatedAt: instant(record.updatedAt),
    masterUrl: master.url,
    masterRevision,
    masterStatus: isConfirmed(record) ? 'confirmed' : 'pending',
    hasOriginal: original.id !== master.id,
    width: master.width,
    height: master.height,
    confirmed: confirmed && wireSnapshot(confirmed),
    candidates: Object.fromEntries(
      Object.entries(record.candidates).map(([state, candidate]) => [
        state,
        wireCandidate(candidate, confirmed),
      ]),
    ),
    processing,
  };
}

const wireSnapshot = (snapshot: Snapshot) => ({
  name: snapshot.name,
  masterUrl: snapshot.master.url,
  masterRevision: snapshot.masterRevision,
  expressions: expressionUrls(snapshot),
  confirmedAt: instant(snapshot.confirmedAt),
});

/** Address of each confirmed expression. */
export const expressionUrls = ({ expressions }: Pick<Snapshot, 'expressions'>): Record<string, string> =>
  Object.fromEntries(Object.entries(expressions).map(([state, { picture }]) => [state, picture.url]));

const wireCandidate = (candidate: Candidate, confirmed: Snapshot | null) => ({
  url: candidate.picture.url,
  revision: candidate.masterRevision,
  mode: candidate.mode,
  editingExisting: candidate.editingExisting,
  createdAt: instant(candidate.createdAt),
  hasOriginal: candidate.original.id !== candidate.picture.id,
  approvable: candidate.drawing === confirmed?.drawing,
});

const instant = (time: number): string => new Date(time).toISOString();
