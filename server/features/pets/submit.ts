import { petLimits } from '../../../contract/pets/limits.ts';
import {
  petStates,
  regionOf,
  type CandidateCleanup,
  type CleanupSelection,
  type ComposeRequest,
  type ExpressionRequest,
  type GenerateForm,
  type MasterCleanup,
  type PetState,
  type RegenerateForm,
} from '../../../contract/pets/requests.ts';
import { explained } from '../../kit/explained.ts';
import { conflict, invalid } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import type { JobsOf } from '../../work/jobs-of-kind.ts';
import type { Host } from '../../ports/host.ts';
import type { PetLock } from './pet-lock.ts';
import type { ImageModel } from './image-model.ts';
import type { ImageProcessor } from './images/image-processor.ts';
import type { PetRecord, PetImage } from './record.ts';
import type { Records } from './records.ts';
import { candidateOf, checkMaster } from './review.ts';
import type { PetStore } from './store.ts';
import type { PetJobRow, Progress, Task } from './tasks/tasks.ts';

export interface SubmitDeps {
  readonly jobs: JobsOf<Task, Progress>;
  readonly withPetLock: PetLock;
  readonly records: Records;
  readonly store: Pick<PetStore, 'count' | 'uploads'>;
  readonly imageProcessor: Pick<ImageProcessor, 'photo'>;
  readonly host: Pick<Host, 'imagePolicies'>;
  readonly imageModel: ImageModel;
  readonly now: () => number;
}

/** A started job, and whether it calls a paid model. */
export interface Started {
  readonly job: PetJobRow;
  readonly mayCost: boolean;
}

/** Submits jobs. Every possible refusal happens before the job is created and before a model is called. */
export function createSubmit(deps: SubmitDeps) {
  const { jobs, withPetLock, records, store, imageModel } = deps;

  /** Stores input that is too large for the job; deleted with the job, or at once when none is created. */
  const withUpload = async (bytes: Uint8Array | undefined, start: (upload: string) => Promise<PetJobRow>) => {
    if (!bytes) return start('');
    const upload = newId();
    await store.uploads.add(upload, bytes, deps.now());
    try {
      return await start(upload);
    } catch (error) {
      await store.uploads.remove(upload);
      throw error;
    }
  };

  /** Submits a job for a pet on which no job is running. */
  const onPet = (petId: string, taskOf: (record: PetRecord) => Task): Promise<PetJobRow> =>
    withPetLock(petId, async () => {
      const { record } = await records.find(petId);
      return jobs.submit(taskOf(record), { subject: petId });
    });

  const photoOf = async (file: Uint8Array | undefined, signal: AbortSignal) =>
    file && (await deps.imageProcessor.photo(file, signal));

  const checkRoom = async () => {
    const coming = (await jobs.running()).filter(({ input }) => input.op === 'draw').length;
    if ((await store.count()) + coming >= petLimits.pets)
      throw conflict(explained('pets_full', { count: petLimits.pets }));
  };

  return {
    async generate({ file, ...form }: GenerateForm, signal: AbortSignal): Promise<Started> {
      if (!file && form.customPrompt === '') throw invalid(explained('pet_nothing_sent'));
      const mayCost = imageModel.need(file ? 'imageToImage' : 'textToImage');
      await checkRoom();
      const policyId = await policyOf(deps.host, form.policyId, signal);
      const photo = await photoOf(file, signal);
      const petId = newId();
      const { style, customPrompt, withExpressions } = form;
      const name = form.name || 'Pet';
      const job = await withUpload(photo, (upload) =>
        jobs.submit(
          { op: 'draw', petId, name, style, customPrompt, withExpressions, policyId, upload },
          { subject: petId },
        ),
      );
      return { job, mayCost };
    },

    async regenerate(petId: string, form: RegenerateForm, signal: AbortSignal): Promise<Started> {
      await records.find(petId);
      const mayCost = imageModel.need('imageToImage');
      const photo = await photoOf(form.file, signal);
      const job = await withUpload(photo, (upload) =>
        onPet(petId, (record) => ({
          op: 'redraw',
          petId,
          shown: shownOf(record),
          style: form.style ?? record.style,
          customPrompt: form.customPrompt,
          upload,
        })),
      );
      return { job, mayCost };
    },

    async cleanMaster(petId: string, { masterUrl, masterRevision, ...selection }: MasterCleanup) {
      const shown = { masterUrl, masterRevision };
      const job = await withUpload(bytesOf(selection), (upload) =>
        onPet(petId, (record) => {
          checkMaster(record, shown);
          checkMask(selection, record.master);
          return { op: 'clean-master', petId, shown, upload };
        }),
      );
      return { job, mayCost: false };
    },

    async cleanExpression(petId: string, state: PetState, body: CandidateCleanup): Promise<Started> {
      const { candidateUrl, ...selection } = body;
      const job = await withUpload(bytesOf(selection), (upload) =>
        onPet(petId, (record) => {
          checkMask(selection, candidateOf(record, { state, candidateUrl }).picture);
          return { op: 'clean-expression', petId, state, candidateUrl, upload };
        }),
      );
      return { job, mayCost: false };
    },

    async startComposition(petId: string, body: ComposeRequest): Promise<Started> {
      const region = regionOf(body);
      const job = await onPet(petId, (record) => ({
        op: 'compose',
        petId,
        shown: shownOf(record),
        ...(region && { region }),
      }));
      return { job, mayCost: false };
    },

    async startExpressions(petId: string, body: ExpressionRequest): Promise<Started> {
      const { mode, customPrompt, state, ...region } = body;
      const { record: asked } = await records.find(petId);
      if (mode === 'motion' && asked.style === 'pixel') throw invalid(explained('pet_pixel_still'));
      const mayCost = imageModel.need('imageToImage');
      const job = await onPet(petId, (record) => {
        if (mode === 'motion' && record.style === 'pixel') throw invalid(explained('pet_pixel_still'));
        const states = state ? [state] : [...petStates];
        return { op: 'express', petId, shown: shownOf(record), states, region, mode, customPrompt };
      });
      return { job, mayCost };
    },
  };
}

export type Submit = ReturnType<typeof createSubmit>;

const shownOf = ({ master, masterRevision }: PetRecord) => ({ masterUrl: master.url, masterRevision });

const bytesOf = ({ strokes, mask }: CleanupSelection): Uint8Array =>
  Buffer.from(JSON.stringify({ strokes, mask }));

/** A mask of another size was drawn for another image (PET9). */
function checkMask({ mask }: CleanupSelection, { width, height }: PetImage): void {
  if (mask && (mask.width !== width || mask.height !== height))
    throw invalid(
      explained('pet_mask_size', {
        width: mask.width,
        height: mask.height,
        ownWidth: width,
        ownHeight: height,
      }),
    );
}

/** The named policy, otherwise the host's default, otherwise its first. */
async function policyOf(
  host: Pick<Host, 'imagePolicies'>,
  wanted: string,
  signal: AbortSignal,
): Promise<string> {
  const policies = await host.imagePolicies(signal);
  const found =
    wanted === ''
      ? (policies.find(({ isDefault }) => isDefault) ?? policies[0])
      : policies.find(({ id }) => id === wanted);
  if (!found && wanted !== '') throw invalid(explained('policy_unknown'));
  return found?.id ?? '';
}
