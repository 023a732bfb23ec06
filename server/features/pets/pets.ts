import { petLimits } from '../../../contract/pets/limits.ts';
import type { PetStyle } from '../../../contract/pets/requests.ts';
import type { Database } from '../../kit/database.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Locks } from '../../work/lock.ts';
import type { Feature } from '../../http/implement.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import type { Changes } from '../changes/changes.ts';
import { createAttachments } from './attachments.ts';
import { createReviewService } from './review-service.ts';
import { createDraw } from './draw.ts';
import { createPetLock, waitMessage } from './pet-lock.ts';
import { createImageModel } from './image-model.ts';
import type { ImageProcessor } from './images/image-processor.ts';
import { expressionUrls } from './record.ts';
import { createRecords } from './records.ts';
import { recordedPets } from './pet-history.ts';
import { petRoutes } from './routes.ts';
import { createRunTask } from './tasks/run-task.ts';
import { createSkins, type Presets } from './skins.ts';
import { createPetStore } from './store.ts';
import { createSubmit } from './submit.ts';
import { explained } from '../../kit/explained.ts';
import { initialProgress, Progress, Task } from './tasks/tasks.ts';

export type { ImageProcessor } from './images/image-processor.ts';

/** A pet as visitors see it. */
export interface PublicPet {
  readonly id: string;
  readonly name: string;
  readonly style: PetStyle;
  readonly masterUrl: string;
  readonly expressions: Readonly<Record<string, string>>;
}

export interface Pets extends Feature {
  /** The confirmed pet or built-in skin with this id; `undefined` when there is none or nothing is confirmed. */
  publicPet(id: string): Promise<PublicPet | undefined>;
  /** Names by id. */
  names(): Promise<ReadonlyMap<string, string>>;
  /** Daily clean-up: deletes unused images and uploads. */
  everyDay(): Promise<void>;
}

export interface PetsDeps {
  readonly db: Database;
  readonly host: Pick<Host, 'describe' | 'imagePolicies' | 'putImage' | 'getImage' | 'deleteImage'>;
  readonly models: Pick<Models, 'defaultOf' | 'image'>;
  /** Price of a model by the models file. */
  readonly priceOf?: ((model: string) => { readonly perImage?: number } | undefined) | undefined;
  /** Disposed of with the feature. */
  readonly imageProcessor: ImageProcessor;
  readonly presets: Presets;
  readonly jobs: Jobs;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly historyOf: Changes['historyOf'];
  readonly clock: Clock;
  readonly log: Log;
}

/** Pets: drawn, cleaned up and reviewed by administrators, shown to visitors once confirmed (spec 2.14, 3.2). */
export function createPets(deps: PetsDeps): Pets {
  const { db, host, models, imageProcessor, jobs, locks, clock, log, presets } = deps;
  const { now } = clock;
  const store = createPetStore(db);
  const records = createRecords(store, now);
  const attachments = createAttachments({ host, imageProcessor, store, now, log });
  const draw = createDraw({ models, imageProcessor });
  const imageModel = createImageModel(models, deps.priceOf);
  const skins = createSkins(presets);
  const petJobs = jobs.kind({
    name: 'pets',
    input: Task,
    state: Progress,
    initial: initialProgress,
    run: createRunTask({ draw, imageProcessor, attachments, records, store, now }),
    // Not resumed, since the administrator alone decides to pay again.
    interrupted: 'fail',
    maxRunning: petLimits.jobsAtOnce,
    maxMs: petLimits.jobMs,
    keep: { entries: petLimits.jobHistory, ms: petLimits.jobHistoryMs },
    busy: {
      full: explained('pet_jobs_full', { count: petLimits.jobsAtOnce }),
      subject: waitMessage,
    },
  });
  const isProcessing = async (petId: string) =>
    (await petJobs.running()).some(({ subject }) => subject === petId);
  const withPetLock = createPetLock({ locks, isProcessing });
  const submit = createSubmit({
    jobs: petJobs,
    withPetLock,
    records,
    store,
    imageProcessor,
    host,
    imageModel,
    now,
  });
  const reviewService = createReviewService({
    withPetLock,
    isProcessing,
    records,
    imageProcessor,
    attachments,
  });
  const history = deps.historyOf(recordedPets(store));

  return {
    routes: [
      petRoutes({ store, jobs: petJobs, host, submit, reviewService, history, skins, imageModel, now }),
      skins.routes,
    ],

    async publicPet(id) {
      const stored = await store.read(id);
      if (!stored) {
        const skin = skins.find(id);
        return skin && { ...skin, style: 'flat' };
      }
      const { confirmed } = stored.record;
      if (!confirmed) return undefined;
      return {
        id,
        name: confirmed.name,
        style: confirmed.style,
        masterUrl: confirmed.master.url,
        expressions: expressionUrls(confirmed),
      };
    },

    names: async () => new Map((await store.list()).map(({ id, name }) => [id, name])),

    [Symbol.asyncDispose]: async () => imageProcessor[Symbol.asyncDispose](),

    async everyDay() {
      await attachments.reclaim(now());
      // Twice the longest job, so no job can still need them.
      await store.uploads.forget(now() - 2 * petLimits.jobMs);
    },
  };
}
