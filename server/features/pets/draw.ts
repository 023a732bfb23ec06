import type { ExpressionMode, PetState, PetStyle } from '../../../contract/pets/requests.ts';
import { Fault, isFault } from '../../kit/fault.ts';
import { readImageHead } from '../../imaging/image-header.ts';
import type { ImageCall, Models } from '../../ports/models.ts';
import type { ImageProcessor, Region } from './images/image-processor.ts';
import { expressionPrompt, masterPrompt } from './prompt.ts';

/** Side of the picture that is asked for, in pixels: what every image model can do. */
const side = 1024;

/** What drawing needs of the work around it. */
export interface DrawContext {
  readonly signal: AbortSignal;
  readonly stage: (stage: 'drawing' | 'cutting-out' | 'blending') => void;
}

/** Draws pictures with the image model: one paid call each, never a second one. */
export interface Draw {
  /** A master as PNG, from a picture or from words alone. Throws `upstream` when the model gives nothing usable. */
  master(
    asked: {
      readonly style: PetStyle;
      readonly customPrompt: string;
      readonly source?: { readonly kind: 'photo' | 'master'; readonly png: Uint8Array };
    },
    context: DrawContext,
  ): Promise<Uint8Array>;
  /** An expression as PNG, drawn over the master. Throws as above. */
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
    if (!readImageHead(drawn)) throw unusable('it returned something that is no PNG, JPEG or WebP');
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
      // A figure that moves leaves the region: the whole picture is taken and cut out like a master.
      return await usable(
        mode === 'face'
          ? imageProcessor.blend(master, drawn, { region, style }, signal)
          : imageProcessor.master(drawn, style, signal),
      );
    },
  };
}

const png = (bytes: Uint8Array) => ({ bytes, mediaType: 'image/png' });

const unusable = (why: string, cause?: unknown) =>
  new Fault('upstream', `The image model failed: ${why}`, {}, cause);

/** A picture that the model drew and that cannot be read is the model's fault, not the administrator's. */
const usable = (work: Promise<Uint8Array>): Promise<Uint8Array> =>
  work.catch((error: unknown) => {
    throw isFault(error, 'invalid') ? unusable(error.message, error) : error;
  });
