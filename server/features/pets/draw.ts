import type { ExpressionMode, PetState, PetStyle } from '../../../contract/pets/requests.ts';
import { explained, type Words } from '../../kit/explained.ts';
import { Fault, isFault } from '../../kit/fault.ts';
import { readImageHeader } from '../../imaging/image-header.ts';
import type { ImageCall, Models } from '../../ports/models.ts';
import type { ImageProcessor, Region } from './images/image-processor.ts';
import { expressionPrompt, masterPrompt } from './prompt.ts';

/** Side of requested images in pixels, which every image model supports. */
const side = 1024;

/** Signal and progress of a drawing. */
export interface DrawContext {
  readonly signal: AbortSignal;
  readonly stage: (stage: 'drawing' | 'cutting-out' | 'blending') => void;
}

/** Draws images with the image model; one paid call each, never retried. */
export interface Draw {
  /** Draws a master as PNG, from an image or from a prompt. Throws `upstream` when the result is unusable. */
  master(
    asked: {
      readonly style: PetStyle;
      readonly customPrompt: string;
      readonly source?: { readonly kind: 'photo' | 'master'; readonly png: Uint8Array };
    },
    context: DrawContext,
  ): Promise<Uint8Array>;
  /** Draws an expression over the master as PNG. Throws as `master` does. */
  expression(
    asked: {
      readonly style: PetStyle;
      readonly customPrompt: string;
      readonly state: PetState;
      readonly mode: ExpressionMode;
      readonly region: Region;
      readonly master: Uint8Array;
    },
    context: DrawContext,
  ): Promise<Uint8Array>;
}

export function createDraw(deps: {
  readonly models: Pick<Models, 'image'>;
  readonly imageProcessor: Pick<ImageProcessor, 'master' | 'regionMask' | 'blend'>;
}): Draw {
  const { models, imageProcessor } = deps;

  const ask = async (call: Omit<ImageCall, 'model' | 'width' | 'height'>): Promise<Uint8Array> => {
    const { images } = await models.image({ model: '', width: side, height: side, ...call });
    const [drawn] = images;
    if (!drawn) throw unusable('it returned no picture');
    if (!readImageHeader(drawn)) throw unusable('it returned something that is no PNG, JPEG or WebP');
    return drawn;
  };

  return {
    async master({ style, customPrompt, source }, { signal, stage }) {
      stage('drawing');
      const drawn = await ask({
        scenario: 'pet_master',
        task: { kind: 'pet-master', style },
        prompt: masterPrompt({ style, customPrompt, from: source?.kind ?? 'words' }),
        ...(source && { image: png(source.png) }),
        signal,
      });
      stage('cutting-out');
      return await usable(imageProcessor.master(drawn, style, signal));
    },

    async expression({ style, customPrompt, state, mode, region, master }, { signal, stage }) {
      const mask = mode === 'face' ? await imageProcessor.regionMask(master, region, signal) : undefined;
      stage('drawing');
      const drawn = await ask({
        scenario: 'pet_expression',
        task: { kind: 'pet-expression', state, mode, region },
        prompt: expressionPrompt({ style, state, mode, customPrompt }),
        image: png(master),
        ...(mask && { mask }),
        signal,
      });
      stage('blending');
      // In `motion` mode the figure leaves the region, so the whole image is cut out like a master.
      return await usable(
        mode === 'face'
          ? imageProcessor.blend(master, drawn, { region, style }, signal)
          : imageProcessor.master(drawn, style, signal),
      );
    },
  };
}

const png = (bytes: Uint8Array) => ({ bytes, mediaType: 'image/png' });

const unusable = (why: Words, cause?: unknown) =>
  new Fault('upstream', explained('image_failed', { reason: why }), {}, cause);

/** Converts the Fault for an unreadable image, which is the model's failure and not the administrator's. */
const usable = (work: Promise<Uint8Array>): Promise<Uint8Array> =>
  work.catch((error: unknown) => {
    throw isFault(error, 'invalid') ? unusable(error.words, error) : error;
  });
