import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { Models } from '../../ports/models.ts';

/** Abilities of the configured image model; read without a model call. */
export interface ImageModelStatus {
  readonly configured: boolean;
  readonly model: string;
  readonly textToImage: boolean;
  readonly imageToImage: boolean;
  readonly mayCost: boolean;
  /** In the currency of the models file. */
  readonly pricePerImage?: number;
  readonly message: string;
}

export interface ImageModel {
  status(): ImageModelStatus;
  /** True when a call may cost. Throws `unavailable` when no model has the ability. */
  need(ability: 'textToImage' | 'imageToImage'): boolean;
}

export function createImageModel(
  models: Pick<Models, 'defaultOf'>,
  priceOf: (model: string) => { readonly perImage?: number } | undefined = () => undefined,
): ImageModel {
  const status = (): ImageModelStatus => {
    const info = models.defaultOf('image');
    const abilities = {
      textToImage: info?.features.includes('text-to-image') ?? false,
      imageToImage: info?.features.includes('image-to-image') ?? false,
    };
    const pricePerImage = info && priceOf(info.name)?.perImage;
    return {
      configured: info !== undefined,
      model: info?.name ?? '',
      ...abilities,
      mayCost: info !== undefined && !info.builtin,
      ...(pricePerImage !== undefined && pricePerImage > 0 && { pricePerImage }),
      message: messageOf(info, abilities),
    };
  };

  return {
    status,
    need(ability) {
      const known = status();
      if (!known.configured) throw unavailable(known.message);
      if (!known[ability])
        throw unavailable(
          ability === 'imageToImage'
            ? explained('image_needs_words', { model: known.model })
            : explained('image_needs_photo', { model: known.model }),
        );
      return known.mayCost;
    },
  };
}

function messageOf(
  info: ReturnType<Models['defaultOf']>,
  can: { readonly textToImage: boolean; readonly imageToImage: boolean },
): string {
  if (!info) return explained('model_none', { kind: 'image' }).text;
  if (info.builtin) return 'The built-in illustrator draws without a network and costs nothing';
  if (!can.imageToImage)
    return 'This model draws from words only: photos, new masters and expressions need one that starts from a picture';
  return 'Every picture that is generated is billed by the provider of the model';
}
