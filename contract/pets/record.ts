import { z } from 'zod';
import { withExplanation } from '../explanations/explain.ts';
import { expressionModes, petStates, petStyles } from './requests.ts';

const instant = z.string().meta({ description: 'ISO-8601 instant with Z' });
const State = z.enum(petStates);

/** Origin of a candidate: drawn by a model, or composed without one. */
export const candidateModes = [...expressionModes, 'local'] as const;
export type CandidateMode = (typeof candidateModes)[number];

/** Published images: the confirmed base image and expressions. */
export const PetSnapshot = z.looseObject({
  name: z.string(),
  masterUrl: z.string(),
  masterRevision: z.int(),
  expressions: z.partialRecord(State, z.string()).meta({ description: 'Image of each confirmed expression' }),
  confirmedAt: instant,
});
export type PetSnapshot = z.infer<typeof PetSnapshot>;

/** An image awaiting review; `editingExisting` marks the copy of a published expression. */
export const PetCandidate = z.looseObject({
  url: z.string(),
  revision: z.int().meta({ description: 'Revision of the base image it belongs to' }),
  mode: z
    .enum(candidateModes)
    .meta({ description: 'How it was made: by a model (face, motion) or without (local)' }),
  editingExisting: z.boolean(),
  createdAt: instant,
  hasOriginal: z.boolean().meta({ description: 'It was changed, and reset brings the original back' }),
  approvable: z
    .boolean()
    .meta({ description: 'Its base image is the published one; otherwise confirm that first' }),
});
export type PetCandidate = z.infer<typeof PetCandidate>;

/** A pet as administrators see it: draft base image, published version, and candidates. */
export const Pet = z.looseObject({
  id: z.string(),
  name: z.string(),
  revision: z.int().meta({ description: 'Of the name; another one after each renaming' }),
  recordRevision: z
    .int()
    .optional()
    .meta({ description: 'Of the whole pet: another one after each change; its removal may name it' }),
  style: z.enum(petStyles),
  createdAt: instant,
  updatedAt: instant,
  masterUrl: z.string(),
  masterRevision: z.int().meta({ description: 'Grows with every change of the master' }),
  masterStatus: z
    .enum(['pending', 'confirmed'])
    .meta({ description: 'confirmed: this very base image is public' }),
  hasOriginal: z.boolean().meta({ description: 'It was changed, and reset brings the original back' }),
  width: z.int().meta({ description: 'Of the base image, in pixels' }),
  height: z.int(),
  confirmed: PetSnapshot.nullable(),
  candidates: z.partialRecord(State, PetCandidate),
  processing: z
    .looseObject({ jobId: z.string(), stage: z.string() })
    .nullable()
    .meta({ description: 'The job that runs for this pet; everything else must wait' }),
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

/** Spec 3.1. `message` is the error of a failed job; the result of a finished one is in the list of pets. */
export const PetJob = z.looseObject({
  success: z.literal(true),
  jobId: z.string(),
  status: z.enum(['pending', 'done', 'failed']),
  petId: z.string(),
  progress: PetJobProgress,
  message: z.string().optional(),
  ...withExplanation,
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
  pricePerImage: z
    .number()
    .optional()
    .meta({ description: 'What the models file says, in its currency; absent when it says nothing' }),
  message: z.string(),
});
