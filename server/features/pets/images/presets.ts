import { readFile } from 'node:fs/promises';
import { shipped } from '../../../kit/shipped.ts';
import type { PetState } from '../../../../contract/pets/requests.ts';

/** A built-in skin: PNG images of its master and expressions. */
export interface PresetImage {
  readonly id: string;
  readonly name: string;
  readonly master: Uint8Array;
  readonly expressions: Readonly<Record<PetState, Uint8Array>>;
}

/** Ids and names of the built-in skins. */
export const presetNames: readonly Pick<PresetImage, 'id' | 'name'>[] = [
  { id: 'ember', name: 'Ember' },
  { id: 'inky', name: 'Inky' },
  { id: 'sprout', name: 'Sprout' },
];

/** A built-in skin. Its images are files: drawing one takes seconds, for which a visitor would see no pet. */
export async function presetImage(wanted: string): Promise<PresetImage | undefined> {
  const skin = presetNames.find(({ id }) => id === wanted);
  if (!skin) return undefined;
  const read = (picture: string) =>
    readFile(shipped(`server/features/pets/images/skins/${skin.id}-${picture}.png`));
  const [master, blink, happy, sad, thinking] = await Promise.all([
    read('master'),
    read('blink'),
    read('happy'),
    read('sad'),
    read('thinking'),
  ]);
  return { ...skin, master, expressions: { blink, happy, sad, thinking } };
}
