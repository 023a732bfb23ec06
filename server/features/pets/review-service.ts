import type { EdgeRequest } from '../../../contract/pets/requests.ts';
import { busy } from '../../kit/fault.ts';
import type { Attachments } from './attachments.ts';
import { waitMessage, type PetLock } from './pet-lock.ts';
import type { ImageProcessor } from './images/image-processor.ts';
import { styleOf, type PetRecord, type PetImage } from './record.ts';
import type { Records } from './records.ts';
import { candidateOf, checkMaster, stale, type Change } from './review.ts';
import { explained } from '../../kit/explained.ts';

/** Immediate operations: reviews, names, edges, deletion. Each runs exclusively and without waiting. */
export function createReviewService(deps: {
  readonly withPetLock: PetLock;
  readonly isProcessing: (petId: string) => Promise<boolean>;
  readonly records: Records;
  readonly imageProcessor: Pick<ImageProcessor, 'edge'>;
  readonly attachments: Attachments;
}) {
  const { withPetLock, records, attachments } = deps;

  const tidied = async (record: PetRecord, asked: EdgeRequest, signal: AbortSignal): Promise<Uint8Array> => {
    const { shrink, dewhite } = asked;
    const { picture, style } = edgePicture(record, asked);
    const png = await attachments.load(picture, signal);
    return deps.imageProcessor.edge(png, { shrink, dewhite, pixelArt: style === 'pixel' }, signal);
  };

  return {
    change: (petId: string, change: Change): Promise<PetRecord> =>
      withPetLock(petId, () => records.change(petId, change)),

    remove: (petId: string, basedOn?: number): Promise<void> =>
      withPetLock(petId, () => records.remove(petId, basedOn)),

    /** A preview as PNG data URL; nothing is stored. */
    async previewEdge(petId: string, asked: EdgeRequest, signal: AbortSignal): Promise<string> {
      const { record } = await records.find(petId);
      if (await deps.isProcessing(petId)) throw busy(waitMessage);
      const png = await tidied(record, asked, signal);
      return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
    },

    applyEdge: (petId: string, asked: EdgeRequest, signal: AbortSignal): Promise<PetRecord> =>
      withPetLock(petId, async (held) => {
        const limit = AbortSignal.any([signal, held]);
        const { record } = await records.find(petId);
        const png = await tidied(record, asked, limit);
        const picture = await attachments.keep(record, asked.state || 'master', png, limit);
        return records.change(petId, changeOf(asked, picture));
      }),
  };
}

export type ReviewService = ReturnType<typeof createReviewService>;

/** The displayed image: the master, or the candidate of an expression of that master. */
function edgePicture(record: PetRecord, { state, url, revision }: EdgeRequest) {
  if (state === '') {
    checkMaster(record, { masterUrl: url, masterRevision: revision });
    return { picture: record.master, style: record.style };
  }
  if (revision !== record.masterRevision) throw stale(explained('pet_master_changed'));
  const { picture, drawing } = candidateOf(record, { state, candidateUrl: url });
  return { picture, style: styleOf(record, drawing) };
}

const changeOf = ({ state, url, revision }: EdgeRequest, picture: PetImage): Change =>
  state === ''
    ? { kind: 'change-master', shown: { masterUrl: url, masterRevision: revision }, picture }
    : { kind: 'change-candidate', state, candidateUrl: url, picture };
