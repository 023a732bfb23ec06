import { z } from 'zod';
import { petStates, petStyles } from './pet-requests.ts';

const instant = z.string().meta({ description: 'ISO-8601 instant with Z' });
const State = z.enum(petStates);

/** The master an administrator works on. It is public only once it is confirmed. */
export const PetDraft = z.looseObject({
  masterUrl: z.string(),
  masterRevision: z.int().meta({ description: 'Grows with every change of the master' }),
  confirmed: z.boolean().meta({ description: 'This very master is the published one' }),
  resettable: z.boolean().meta({ description: 'An original is kept that reset brings back' }),
  width: z.int(),
  height: z.int(),
});
export type PetDraft = z.infer<typeof PetDraft>;

/** What visitors see: the confirmed master and the confirmed expressions. */
export const PetSnapshot = z.looseObject({
  name: z.string(),
  masterUrl: z.string(),
  masterRevision: z.int(),
  expressions: z.partialRecord(State, z.string()).meta({ description: 'Image of each confirmed expression' }),
  publishedAt: instant,
});
export type PetSnapshot = z.infer<typeof PetSnapshot>;

/** An image that waits for review; `editingExisting` marks the copy of a published expression. */
export const PetCandidate = z.looseObject({
  candidateUrl: z.string(),
  masterRevision: z.int(),
  editingExisting: z.boolean(),
  resettable: z.boolean(),
});
export type PetCandidate = z.infer<typeof PetCandidate>;

export const Pet = z.looseObject({
  id: z.string(),
  name: z.string(),
  style: z.enum(petStyles),
  draft: PetDraft,
  snapshot: PetSnapshot.nullable(),
  candidates: z.partialRecord(State, PetCandidate),
  busy: z.boolean().meta({ description: 'An operation is at work on this pet; others must wait' }),
  createdAt: instant,
  updatedAt: instant,
});
export type Pet = z.infer<typeof Pet>;

export const PetJobProgress = z.looseObject({
  stage: z.string(),
  currentState: z.string().meta({ description: 'Expression in work, or empty' }),
  completed: z.int(),
  total: z.int(),
  completedStates: z.array(State),
  elapsedSeconds: z.int(),
});
export type PetJobProgress = z.infer<typeof PetJobProgress>;

/** Spec 3.1. `message` says why a job failed; the pet list shows what became of a finished one. */
export const PetJob = z.looseObject({
  success: z.literal(true),
  jobId: z.string(),
  status: z.enum(['pending', 'done', 'failed']),
  petId: z.string(),
  progress: PetJobProgress,
  message: z.string().optional(),
});
export type PetJob = z.infer<typeof PetJob>;

export const PetPreset = z.looseObject({
  id: z.string(),
  name: z.string(),
  masterUrl: z.string(),
  expressions: z.partialRecord(State, z.string()),
});
export type PetPreset = z.infer<typeof PetPreset>;

export const PetModelStatus = z.looseObject({
  success: z.literal(true),
  configured: z.boolean(),
  model: z.string(),
  textToImage: z.boolean(),
  imageToImage: z.boolean(),
  mayCost: z.boolean().meta({ description: 'A generation is billed by the provider of the model' }),
  message: z.string(),
});
