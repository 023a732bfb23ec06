import { jobGone, pets } from '../../../contract/pets/pets.ts';
import type { PromptPreviewRequest } from '../../../contract/pets/requests.ts';
import { explained } from '../../kit/explained.ts';
import { Fault, invalid } from '../../kit/fault.ts';
import type { JobsOf } from '../../work/jobs-of-kind.ts';
import { implement } from '../../http/implement.ts';
import type { RecordHistory } from '../changes/changes.ts';
import type { Host } from '../../ports/host.ts';
import type { ReviewService } from './review-service.ts';
import type { ImageModel } from './image-model.ts';
import { expressionPrompt, masterPrompt } from './prompt.ts';
import { wirePet, type PetRecord } from './record.ts';
import type { Change } from './review.ts';
import type { Skins } from './skins.ts';
import type { PetStore } from './store.ts';
import type { Started, Submit } from './submit.ts';
import { wireJob, type PetJobRow, type Progress, type Task } from './tasks/tasks.ts';

export interface RoutesDeps {
  readonly store: Pick<PetStore, 'list'>;
  readonly jobs: Pick<JobsOf<Task, Progress>, 'read' | 'running'>;
  readonly host: Pick<Host, 'imagePolicies'>;
  readonly submit: Submit;
  readonly reviewService: ReviewService;
  readonly history: Pick<RecordHistory, 'recorded'>;
  readonly skins: Skins;
  readonly imageModel: ImageModel;
  readonly now: () => number;
}

export const petRoutes = (deps: RoutesDeps) => {
  const { store, jobs, host, submit, reviewService, skins, imageModel, now } = deps;
  /** Does what changes a pet at once; the list of changes has it with former and new fields. */
  const recorded = <R>(id: string, by: string, work: () => Promise<R>): Promise<R> =>
    deps.history.recorded({ by, ids: [id] }, work);
  const changed = async (id: string, by: string, change: Change) =>
    afterChange(await recorded(id, by, () => reviewService.change(id, change)));
  return implement(pets, {
    list: async () => {
      const [records, running] = await Promise.all([store.list(), jobs.running()]);
      return { success: true, pets: records.map((record) => wirePet(record, processingOf(record, running))) };
    },
    presets: async () => ({ success: true, presets: [...skins.list] }),
    policies: async (_input, { signal }) => ({
      success: true,
      policies: (await host.imagePolicies(signal)).map(({ id, label, isDefault }) => ({
        id,
        label,
        isDefault,
      })),
    }),
    modelStatus: async () => ({ success: true, ...imageModel.status() }),
    promptPreview: async ({ body }) => ({
      success: true,
      prompt: promptOf(body),
      mayCost: imageModel.status().mayCost,
    }),
    job: async ({ params }) => {
      const job = await jobs.read(params.jobId);
      if (!job) throw new Fault('gone', goneMessage, { code: jobGone });
      return wireJob(job, now());
    },

    generate: async ({ body }, { signal }) => started(await submit.generate(body, signal)),
    regenerateMaster: async ({ params, body }, { signal }) =>
      started(await submit.regenerate(params.id, body, signal)),
    cleanMaster: async ({ params, body }) => started(await submit.cleanMaster(params.id, body)),
    cleanMasterCompat: async ({ params, body }) => started(await submit.cleanMaster(params.id, body)),
    cleanExpression: async ({ params, body }) =>
      started(await submit.cleanExpression(params.id, params.state, body)),
    composeExpressions: async ({ params, body }) => started(await submit.startComposition(params.id, body)),
    generateExpressions: async ({ params, body }) => started(await submit.startExpressions(params.id, body)),

    rename: ({ params, body }, { by }) => changed(params.id, by, { kind: 'rename', ...body }),
    approveMaster: ({ params, body }, { by }) =>
      changed(params.id, by, { kind: 'approve-master', shown: body }),
    resetMaster: ({ params, body }, { by }) => changed(params.id, by, { kind: 'reset-master', shown: body }),
    approveExpression: ({ params: { id, state }, body: { candidateUrl } }, { by }) =>
      changed(id, by, { kind: 'approve-expression', state, candidateUrl }),
    resetExpression: ({ params: { id, state }, body: { candidateUrl } }, { by }) =>
      changed(id, by, { kind: 'reset-expression', state, candidateUrl }),
    editExpression: ({ params: { id, state }, body: { candidateUrl } }, { by }) =>
      changed(id, by, { kind: 'edit-expression', state, candidateUrl }),
    cancelEdit: ({ params: { id, state }, body: { candidateUrl } }, { by }) =>
      changed(id, by, { kind: 'cancel-edit', state, candidateUrl }),
    previewEdge: async ({ params, body }, { signal }) => ({
      success: true,
      image: await reviewService.previewEdge(params.id, body, signal),
    }),
    applyEdge: async ({ params: { id }, body }, { by, signal }) =>
      afterChange(await recorded(id, by, () => reviewService.applyEdge(id, body, signal))),
    remove: async ({ params: { id }, query: { basedOn } }, { by }) => {
      await recorded(id, by, () => reviewService.remove(id, basedOn));
      return { success: true };
    },
  });
};

const goneMessage = explained('pet_job_gone');

const started = ({ job, mayCost }: Started) => ({
  success: true as const,
  jobId: job.id,
  petId: job.input.petId,
  mayCost,
});

/** After an exclusive change no job can be running for the pet. */
const afterChange = (record: PetRecord) => ({ success: true as const, pet: wirePet(record, null) });

function processingOf({ id }: PetRecord, running: readonly PetJobRow[]) {
  const job = running.find(({ input }) => input.petId === id);
  return job ? { jobId: job.id, stage: job.state.stage } : null;
}

function promptOf({ style, customPrompt, mode, state }: PromptPreviewRequest): string {
  if (!state) return masterPrompt({ style, customPrompt, from: 'photo' });
  if (mode === 'motion' && style === 'pixel') throw invalid(explained('pet_pixel_still'));
  return expressionPrompt({ style, state, mode, customPrompt });
}
