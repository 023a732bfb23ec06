import type { PetStyle } from '../../../../contract/pets/requests.ts';
import { resizeRaster } from '../../../imaging/image.ts';
import { hasOwnAlpha, removeBackground } from '../../../imaging/background.ts';
import { cellSizeOf, fromCells, toCells } from '../../../imaging/pixel-grid.ts';
import { applyPalette, paletteOf } from '../../../imaging/palette.ts';
import { copyRaster, hasAlpha, type Raster } from '../../../imaging/raster.ts';
import { regionWeights, type Region } from './region.ts';

/**
 * Blends a drawn image over the master inside a region with a soft edge; pixels outside stay identical. In pixel art
 * whole blocks change, each to one of at most 32 colours.
 */
export async function blend(master: Raster, drawn: Raster, region: Region, style: PetStyle): Promise<Raster> {
  const size = style === 'pixel' ? cellSizeOf(master) : 1;
  const base = size > 1 ? toCells(master, size) : master;
  const over = withFigureAlpha(await resizeRaster(drawn, master.width, master.height), master);
  if (size === 1) return mix(base, over, regionWeights(region, base.width, base.height));
  const blocks = await resizeRaster(over, base.width, base.height);
  applyPalette(blocks, paletteOf(blocks, 32));
  return fromCells(exchange(base, blocks, regionWeights(region, base.width, base.height)), size);
}

/**
 * Removes a background that the model has painted. When that removes far more or less than the master's, only colours
 * are taken from the image, and the master's alpha stays.
 */
function withFigureAlpha(drawn: Raster, master: Raster): Raster {
  if (hasOwnAlpha(drawn) || !hasAlpha(master)) return drawn;
  const cut = removeBackground(drawn);
  const share = coverOf(cut) / Math.max(1, coverOf(master));
  if (share > 0.6 && share < 1.5) return cut;
  const outlined = copyRaster(drawn);
  for (let at = 3; at < outlined.data.length; at += 4) outlined.data[at] = master.data[at] ?? 0;
  return outlined;
}

function coverOf({ data }: Raster): number {
  let cover = 0;
  for (let at = 3; at < data.length; at += 4) cover += (data[at] ?? 0) / 255;
  return cover;
}

/** Mixes weighted by alpha, so that transparent pixels contribute no colour. */
function mix(base: Raster, over: Raster, weights: Float32Array): Raster {
  const result = copyRaster(base);
  const { data } = result;
  for (let pixel = 0, at = 0; pixel < weights.length; pixel += 1, at += 4) {
    const weight = weights[pixel] ?? 0;
    if (weight === 0) continue;
    const above = weight * (over.data[at + 3] ?? 0);
    const below = (1 - weight) * (data[at + 3] ?? 0);
    const alpha = above + below;
    for (let part = at; part < at + 3 && alpha > 0; part += 1)
      data[part] = Math.round(((over.data[part] ?? 0) * above + (data[part] ?? 0) * below) / alpha);
    data[at + 3] = Math.round(alpha);
  }
  return result;
}

/** Replaces blocks that lie mostly in the region. */
function exchange(base: Raster, over: Raster, weights: Float32Array): Raster {
  const result = copyRaster(base);
  for (let pixel = 0, at = 0; pixel < weights.length; pixel += 1, at += 4) {
    if ((weights[pixel] ?? 0) < 0.5) continue;
    result.data.set(over.data.subarray(at, at + 3), at);
    result.data[at + 3] = (over.data[at + 3] ?? 0) >= 128 ? 255 : 0;
  }
  return result;
}
