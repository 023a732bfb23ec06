import type { PetState } from '../../../../contract/pets/requests.ts';
import { toLab } from '../../../imaging/colour.ts';
import type { MascotLook } from '../../../imaging/mascot.ts';
import { createWorkerPool } from '../../../work/worker-pool.ts';
import type { operations } from './operations.ts';

/** A built-in skin: PNG pictures of its master and expressions. */
export interface PresetImage {
  readonly id: string;
  readonly name: string;
  readonly master: Uint8Array;
  readonly expressions: Readonly<Record<PetState, Uint8Array>>;
}

/** A built-in skin, drawn in a thread at its first use and cached. */
export function presetImage(wanted: string): Promise<PresetImage | undefined> {
  const skin = skins.find(({ id }) => id === wanted);
  if (!skin) return Promise.resolve(undefined);
  const drawn =
    kept.get(wanted) ??
    drawPreset(skin).catch((error: unknown) => {
      kept.delete(wanted);
      throw error;
    });
  kept.set(wanted, drawn);
  return drawn;
}

/** A cache of constants, so it counts as no module state. */
const kept = new Map<string, DrawnPreset>();
type DrawnPreset = Promise<PresetImage>;

const side = 320;

interface Skin {
  readonly id: string;
  readonly name: string;
  readonly look: MascotLook;
}

const skins: readonly Skin[] = [
  {
    id: 'ember',
    name: 'Ember',
    look: {
      ears: 'fox',
      tail: 'bush',
      coat: toLab(240, 138, 72),
      patch: toLab(255, 241, 222),
      accent: toLab(72, 150, 196),
      nose: 'button',
      pattern: 'mask',
      scarf: true,
      width: 1,
    },
  },
  {
    id: 'inky',
    name: 'Inky',
    look: {
      ears: 'cat',
      tail: 'thin',
      coat: toLab(62, 62, 82),
      patch: toLab(206, 210, 232),
      accent: toLab(250, 190, 80),
      nose: 'triangle',
      pattern: 'none',
      scarf: true,
      width: 1.02,
    },
  },
  {
    id: 'sprout',
    name: 'Sprout',
    look: {
      ears: 'sprout',
      tail: 'none',
      coat: toLab(176, 222, 178),
      patch: toLab(240, 250, 226),
      accent: toLab(88, 176, 104),
      nose: 'none',
      pattern: 'none',
      scarf: false,
      width: 1.06,
    },
  },
];

/** Ids and names, available without drawing. */
export const presetNames: readonly Pick<PresetImage, 'id' | 'name'>[] = skins.map(({ id, name }) => ({
  id,
  name,
}));

async function drawPreset({ id, name, look }: Skin): Promise<PresetImage> {
  await using threads = createWorkerPool<typeof operations>({
    module: new URL('./image-worker.ts', import.meta.url),
    name: 'image processing',
    size: 1,
  });
  const unhurried = new AbortController().signal;
  const [master, blink, happy, sad, thinking] = await threads.run('mascot', { look, side }, unhurried);
  if (!master || !blink || !happy || !sad || !thinking) throw new Error(`The skin ${id} is not complete`);
  return { id, name, master, expressions: { blink, happy, sad, thinking } };
}
