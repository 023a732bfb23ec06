import { petSkins, type SkinPicture } from '../../../contract/pets/skins.ts';
import { petStates } from '../../../contract/pets/requests.ts';
import type { PetPreset } from '../../../contract/pets/record.ts';
import { notFound } from '../../kit/fault.ts';
import { implement, type Implementation } from '../../http/implement.ts';
import type { PresetImage } from './images/presets.ts';

/** Built-in skins: pets without a model, a photo or a review. */
export interface Skins {
  readonly list: readonly PetPreset[];
  find(id: string): PetPreset | undefined;
  readonly routes: Implementation;
}

/** Names of the built-in skins, and their images, read when they are asked for. */
export interface Presets {
  readonly names: readonly { readonly id: string; readonly name: string }[];
  readonly image: (id: string) => Promise<PresetImage | undefined>;
}

export function createSkins(presets: Presets): Skins {
  const list = presets.names.map(({ id, name }) => skin(id, name));
  const find = (wanted: string) => list.find(({ id }) => id === wanted);
  return {
    list,
    find,
    routes: implement(petSkins, {
      picture: async ({ params }) => {
        // The endpoint is public: only known ids name files.
        const preset = find(params.skin) && (await presets.image(params.skin));
        if (!preset) throw notFound('Skin');
        return {
          status: 200,
          contentType: 'image/png',
          body: params.picture === 'master' ? preset.master : preset.expressions[params.picture],
          headers: { 'cache-control': 'public, max-age=3600', ...anyOrigin },
        };
      },
    }),
  };
}

/** CORS: pages of other origins show the pet. */
const anyOrigin = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

const skin = (id: string, name: string): PetPreset => ({
  id,
  name,
  masterUrl: address(id, 'master'),
  expressions: Object.fromEntries(petStates.map((state) => [state, address(id, state)])),
});

const address = (id: string, picture: SkinPicture): string => `/pet-skins/${id}/${picture}`;
