import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { petStates } from '../../contract/pets/requests.ts';
import { toLab } from '../../server/imaging/colour.ts';
import type { Raster } from '../../server/imaging/raster.ts';
import { drawMascots, type MascotLook } from '../../server/imaging/mascot.ts';

/** Writes the pictures of the built-in skins, which the service ships as files. */
export async function writeSkins(folder: string): Promise<void> {
  for (const { id } of looks)
    for (const { picture, raster } of drawSkin(id))
      await writeFile(join(folder, `${id}-${picture}.png`), await smallPng(raster));
}

/** Draws the pictures of a skin. */
export function drawSkin(wanted: string): { readonly picture: string; readonly raster: Raster }[] {
  const skin = looks.find(({ id }) => id === wanted);
  if (!skin) throw new Error(`There is no skin ${wanted}`);
  const rasters = drawMascots(skin.look, 'soft-3d', side, [undefined, ...petStates]);
  return rasters.map((raster, n) => ({ picture: petStates[n - 1] ?? 'master', raster }));
}

/** With a palette of at most 256 colours, which makes flat drawings much smaller. */
const smallPng = ({ width, height, data }: Raster): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .png({ palette: true, quality: 92, effort: 7, dither: 0.6 })
    .toBuffer();

const side = 320;

const looks: readonly { readonly id: string; readonly look: MascotLook }[] = [
  {
    id: 'ember',
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
