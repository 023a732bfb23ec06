import { z } from 'zod';
import { DeletedRevision } from '../config/revisions.ts';
import { failingAs, group, json } from '../endpoint.ts';
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

const { get, post, del } = failingAs(successFlagOk);
const done = z.literal(true);
const onePet = z.object({ id: z.string().max(80).meta({ description: 'Id of the pet' }) });
const oneState = z.object({
  id: onePet.shape.id,
  state: z
    .enum(petStates, { error: must('rule_one_of', { words: petStates.join(', ') }) })
    .meta({ description: 'The expression' }),
});
const mayCost = z.boolean().meta({ description: 'Calls a model that its provider bills' });
const job = json(z.looseObject({ success: done, jobId: z.string(), petId: z.string(), mayCost }));
const changed = json(z.looseObject({ success: done, pet: Pet }));
/** Room for a mask of 100000 runs and strokes of 20000 points. */
const cleanupBytes = 4 * 1024 * 1024;
const masterCleanup = { params: onePet, body: MasterCleanup, bodyBytes: cleanupBytes, reply: job };

const petChange = <B>(path: string, summary: string, body: z.ZodType<B>) =>
  post(path, { summary, params: onePet, body, reply: changed });

const reviewOfExpression = (verb: string, summary: string) =>
  post(`/pets/{id}/expressions/{state}/${verb}`, {
    summary,
    params: oneState,
    body: CandidateReview,
    reply: changed,
  });

/** Pets: drawn from a photo, cleaned by hand, reviewed image by image (spec 2.14, 4.2). */
export const pets = group('pets', 'console', {
  list: get('/pets/list', {
    summary: 'Every pet with its draft, its published snapshot and its candidates',
    reply: json(z.looseObject({ success: done, pets: z.array(Pet) })),
  }),
  presets: get('/pets/presets', {
    summary: 'The three built-in skins',
    reply: json(z.looseObject({ success: done, presets: z.array(PetPreset) })),
  }),
  policies: get('/pets/policies', {
    summary: 'Where the host can store images',
    reply: json(
      z.looseObject({
        success: done,
        policies: z.array(z.looseObject({ id: z.string(), label: z.string(), isDefault: z.boolean() })),
      }),
    ),
  }),
  modelStatus: get('/pets/model-status', {
    summary: 'What the image model can do; calls no model',
    reply: json(PetModelStatus),
  }),
  promptPreview: post('/pets/prompt-preview', {
    summary: 'The words a generation would send; calls no model',
    body: PromptPreviewRequest,
    reply: json(z.looseObject({ success: done, prompt: z.string(), mayCost })),
  }),
  generate: post('/pets/generate', {
    summary: 'Draw the base image of a new pet from a photo or from words; may cost',
    decode: 'form',
    body: GenerateForm,
    bodyBytes: petLimits.photoBytes,
    reply: job,
  }),
  regenerateMaster: post('/pets/{id}/regenerate-master', {
    summary: 'Draw the base image anew; the draft changes only on success; may cost',
    decode: 'form',
    params: onePet,
    body: RegenerateForm,
    bodyBytes: petLimits.photoBytes,
    reply: job,
  }),
  cleanMaster: post('/pets/{id}/background/cleanup', {
    summary: 'Make selected pixels of the base image transparent',
    ...masterCleanup,
  }),
  rename: petChange(
    '/pets/{id}/rename',
    'Rename a pet, and its published snapshot if there is one',
    RenameRequest,
  ),
  approveMaster: petChange(
    '/pets/{id}/background/approve',
    'Confirm the base image that is shown and publish it',
    MasterReview,
  ),
  resetMaster: petChange(
    '/pets/{id}/background/reset',
    'Bring back the original base image; it waits for review again',
    MasterReview,
  ),
  cleanMasterCompat: post('/pets/{id}/cleanup-background', {
    summary: 'The older path of background/cleanup',
    ...masterCleanup,
  }),
  composeExpressions: post('/pets/{id}/regenerate', {
    summary: 'Compose all expressions from the base image without a model',
    params: onePet,
    body: ComposeRequest,
    reply: job,
  }),
  generateExpressions: post('/pets/{id}/expressions/generate', {
    summary: 'Draw candidates of all expressions or of one; may cost',
    params: onePet,
    body: ExpressionRequest,
    reply: job,
  }),
  approveExpression: reviewOfExpression(
    'approve',
    'Confirm the candidate that is shown; only this expression changes',
  ),
  cleanExpression: post('/pets/{id}/expressions/{state}/cleanup', {
    summary: 'Make selected pixels of a candidate transparent',
    params: oneState,
    body: CandidateCleanup,
    bodyBytes: cleanupBytes,
    reply: job,
  }),
  resetExpression: reviewOfExpression(
    'reset',
    'Bring back the original candidate; it still waits for review',
  ),
  editExpression: reviewOfExpression(
    'edit',
    'Copy a published expression for editing; visitors keep the old one',
  ),
  cancelEdit: reviewOfExpression('cancel-edit', 'Drop the copy made for editing'),
  previewEdge: post('/pets/{id}/background/edge-preview', {
    summary: 'Show a tidied edge; changes and stores nothing',
    params: onePet,
    body: EdgeRequest,
    reply: json(
      z.looseObject({ success: done, image: z.string().meta({ description: 'PNG as a data URL' }) }),
    ),
  }),
  applyEdge: petChange(
    '/pets/{id}/background/edge-apply',
    'Tidy the edge of the base image or of a candidate',
    EdgeRequest,
  ),
  job: get('/pets/jobs/{jobId}', {
    summary: 'State of a job',
    params: z.object({ jobId: z.string().max(80).meta({ description: 'Id of the job' }) }),
    reply: json(PetJob),
  }),
  remove: del('/pets/{id}', {
    summary: 'Remove the record of a pet',
    params: onePet,
    query: DeletedRevision,
    reply: json(z.looseObject({ success: done })),
  }),
});
