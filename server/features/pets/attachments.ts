import { explained } from '../../kit/explained.ts';
import { Fault, isFault, unavailable, isTimeout } from '../../kit/fault.ts';
import { withTimeout } from '../../work/timeout.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import { imagesOf, type PetRecord, type PetImage } from './record.ts';
import type { ImageProcessor } from './images/image-processor.ts';
import type { PetStore, StoredImageRow } from './store.ts';

/** Time limit of an upload to the host or a download. */
const transferMs = 120_000;
/** Younger images may belong to work not yet recorded (spec 4.2, rule 4). */
const reclaimAfterMs = 60 * 60 * 1000;
const batchSize = 200;

/** The images of pets in the host's attachment store. */
export interface Attachments {
  /** Stores a PNG by the policy of a pet, marked as Docent's. */
  keep(
    pet: Pick<PetRecord, 'id' | 'policyId'>,
    name: string,
    png: Uint8Array,
    signal: AbortSignal,
  ): Promise<PetImage>;
  /** Throws `unavailable` when the host has lost the image. */
  load(picture: PetImage, signal: AbortSignal): Promise<Uint8Array>;
  /** Deletes Docent's images that are older than an hour and used by no record. Resolves with their number. */
  reclaim(now: number): Promise<number>;
}

export function createAttachments(deps: {
  readonly host: Pick<Host, 'describe' | 'putImage' | 'getImage' | 'deleteImage'>;
  readonly imageProcessor: Pick<ImageProcessor, 'inspect'>;
  readonly store: Pick<PetStore, 'list' | 'images'>;
  readonly now: () => number;
  readonly log: Log;
}): Attachments {
  const { host, store, log } = deps;

  /** Keeps the row when the host fails, so that the next run tries again. */
  const remove = async (image: StoredImageRow): Promise<boolean> => {
    try {
      if (host.describe().canDeleteImages) await host.deleteImage(image.id);
      await store.images.forget(image.id);
      return true;
    } catch (error) {
      // A refusal is permanent, so the row is dropped.
      if (isFault(error, 'forbidden')) await store.images.forget(image.id);
      log.warn({ image: image.id, err: String(error) }, 'an image of a pet could not be deleted');
      return false;
    }
  };

  return {
    async keep(pet, name, png, signal) {
      const { width, height } = await deps.imageProcessor.inspect(png, signal);
      const file = { bytes: png, mediaType: 'image/png', fileName: `pet-${name}.png` };
      // Recorded even when it arrives too late for this job, so that clean-up finds it.
      const put = async () => {
        const stored = await host.putImage(file, pet.policyId, `docent-pet:${pet.id}`);
        await store.images.add({ ...stored, petId: pet.id, createdAt: deps.now() });
        return stored;
      };
      const { id, url } = await withTimeout(transferMs, signal, put).catch(tooSlow);
      return { id, url, width, height };
    },

    async load(picture, signal) {
      const bytes = await withTimeout(transferMs, signal, (limit) => host.getImage(picture.url, limit)).catch(
        tooSlow,
      );
      if (!bytes) throw unavailable(explained('pet_image_gone'));
      return bytes;
    },

    async reclaim(now) {
      const used = new Set((await store.list()).flatMap(imagesOf));
      let gone = 0;
      let last: StoredImageRow | undefined;
      for (;;) {
        const batch = await store.images.older(now - reclaimAfterMs, batchSize, last);
        for (const image of batch) if (!used.has(image.id) && (await remove(image))) gone += 1;
        last = batch.at(-1);
        if (batch.length < batchSize) return gone;
      }
    },
  };
}

function tooSlow(error: unknown): never {
  if (isTimeout(error)) throw new Fault('unavailable', explained('pet_store_late'), {}, error);
  throw error;
}
