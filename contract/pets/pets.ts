import { z } from 'zod';
import { del, get, group, json, post } from '../endpoint.ts';
import { successFlagOk } from '../faults.ts';
import { petLimits } from './limits.ts';
import { Pet, PetJob, PetModelStatus, PetPreset } from './record.ts';
import {
  CandidateCleanup,
  CandidateReview,
  ComposeRequest,
  EdgeRequest,
  ExpressionRequest,
  GenerateForm,
  MasterCleanup,
  MasterReview,
  petStates,
  PromptPreviewRequest,
  RegenerateForm,
  RenameRequest,
} from './requests.ts';
import { must } from '../wording.ts';

/** Code of an unknown or expired job: stop polling, reload the list, do not pay again unasked. */
export const jobGone = 'JOB_GONE';

const done = z.literal(true);
const onePet = z.object({ id: z.string().max(80) });
const oneState = z.object({
  id: z.string().max(80),
  state: z.enum(petStates, { error: must('rule_one_of', { words: petStates.join(', ') }) }),
});
const mayCost = z.boolean().meta({ description: 'Calls a model that its provider bills' });
const job = json(z.looseObject({ success: done, jobId: z.string(), petId: z.string(), mayCost }));
const changed = json(z.looseObject({ success: done, pet: Pet }));
const errors = successFlagOk;
/** Room for a mask of 100000 runs and strokes of 20000 points. */
const cleanupBytes = 4 * 1024 * 1024;

/** Pets: drawn from a photo, cleaned by hand, reviewed picture by picture (spec 2.14, 4.2). */
export const pets = group('pets', 'console', {
  list: get('/pets/list', {
    summary: 'Every pet with its draft, its published snapshot and its candidates',
    reply: json(z.looseObject({ success: done, pets: z.array(Pet) })),
    errors,
  }),
  presets: get('/pets/presets', {
    summary: 'The three built-in skins',
    reply: json(z.looseObject({ success: done, presets: z.array(PetPreset) })),
    errors,
  }),
  policies: get('/pets/policies', {
    summary: 'Where the host can store images',
    reply: json(
      z.looseObject({
        success: done,
        policies: z.array(z.looseObject({ id: z.string(), label: z.string(), isDefault: z.boolean() })),
      }),
    ),
    errors,
  }),
  modelStatus: get('/pets/model-status', {
    summary: 'What the image model can do; calls no model',
    reply: json(PetModelStatus),
    errors,
  }),
  promptPreview: post('/pets/prompt-preview', {
    summary: 'The words a generation would send; calls no model',
    body: PromptPreviewRequest,
    reply: json(z.looseObject({ success: done, prompt: z.string(), mayCost })),
    errors,
  }),
  generate: post('/pets/generate', {
    summary: 'Draw the base image of a new pet from a photo or from words; may cost',
    decode: 'form',
    body: GenerateForm,
    bodyBytes: petLimits.photoBytes,
    reply: job,
    errors,
  }),
  regenerateMaster: post('/pets/{id}/regenerate-master', {
    summary: 'Draw the base image anew; the draft changes only on success; may cost',
    decode: 'form',
    params: onePet,
    body: RegenerateForm,
    bodyBytes: petLimits.photoBytes,
    reply: job,
    errors,
  }),
  cleanMaster: post('/pets/{id}/background/cleanup', {
    summary: 'Make selected pixels of the base image transparent',
    params: onePet,
    body: MasterCleanup,
    bodyBytes: cleanupBytes,
    reply: job,
    errors,
  }),
  rename: post('/pets/{id}/rename', {
    summary: 'Rename a pet, and its published snapshot if there is one',
    params: onePet,
    body: RenameRequest,
    reply: changed,
    errors,
  }),
  approveMaster: post('/pets/{id}/background/approve', {
    summary: 'Confirm the base image that is shown and publish it',
    params: onePet,
    body: MasterReview,
    reply: changed,
    errors,
  }),
  resetMaster: post('/pets/{id}/background/reset', {
    summary: 'Bring back the original base image; it waits for review again',
    params: onePet,
    body: MasterReview,
    reply: changed,
    errors,
  }),
  cleanMasterCompat: post('/pets/{id}/cleanup-background', {
    summary: 'The older path of background/cleanup',
    params: onePet,
    body: MasterCleanup,
    bodyBytes: cleanupBytes,
    reply: job,
    errors,
  }),
  composeExpressions: post('/pets/{id}/regenerate', {
    summary: 'Compose all expressions from the base image without a model',
    params: onePet,
    body: ComposeRequest,
    reply: job,
    errors,
  }),
  generateExpressions: post('/pets/{id}/expressions/generate', {
    summary: 'Draw candidates of all expressions or of one; may cost',
    params: onePet,
    body: ExpressionRequest,
    reply: job,
    errors,
  }),
  approveExpression: post('/pets/{id}/expressions/{state}/approve', {
    summary: 'Confirm the candidate that is shown; only this expression changes',
    params: oneState,
    body: CandidateReview,
    reply: changed,
    errors,
  }),
  cleanExpression: post('/pets/{id}/expressions/{state}/cleanup', {
    summary: 'Make selected pixels of a candidate transparent',
    params: oneState,
    body: CandidateCleanup,
    bodyBytes: cleanupBytes,
    reply: job,
    errors,
  }),
  resetExpression: post('/pets/{id}/expressions/{state}/reset', {
    summary: 'Bring back the original candidate; it still waits for review',
    params: oneState,
    body: CandidateReview,
    reply: changed,
    errors,
  }),
  editExpression: post('/pets/{id}/expressions/{state}/edit', {
    summary: 'Copy a published expression for editing; visitors keep the old one',
    params: oneState,
    body: CandidateReview,
    reply: changed,
    errors,
  }),
  cancelEdit: post('/pets/{id}/expressions/{state}/cancel-edit', {
    summary: 'Drop the copy made for editing',
    params: oneState,
    body: CandidateReview,
    reply: changed,
    errors,
  }),
  previewEdge: post('/pets/{id}/background/edge-preview', {
    summary: 'Show a tidied edge; changes and stores nothing',
    params: onePet,
    body: EdgeRequest,
    reply: json(
      z.looseObject({ success: done, image: z.string().meta({ description: 'PNG as a data URL' }) }),
    ),
    errors,
  }),
  applyEdge: post('/pets/{id}/background/edge-apply', {
    summary: 'Tidy the edge of the base image or of a candidate',
    params: onePet,
    body: EdgeRequest,
    reply: changed,
    errors,
  }),
  job: get('/pets/jobs/{jobId}', {
    summary: 'State of a job',
    params: z.object({ jobId: z.string().max(80) }),
    reply: json(PetJob),
    errors,
  }),
  remove: del('/pets/{id}', {
    summary: 'Remove the record of a pet',
    params: onePet,
    reply: json(z.looseObject({ success: done })),
    errors,
  }),
});
