import { emptyRaster, type Raster } from '../../../imaging/raster.ts';

/**
 * A part of an image in fractions of its sides; `feather` is the width of its soft edge, a fraction of its shorter
 * side.
 */
export interface Region {
  readonly centerX: number;
  readonly centerY: number;
  readonly width: number;
  readonly height: number;
  readonly feather: number;
}

/**
 * Weight of each pixel: 0 outside, 1 inside, in between within the feather, which lies inside. The region is a rounded
 * rectangle, clipped to the image.
 */
export function regionWeights(region: Region, width: number, height: number): Float32Array {
  const [halfWidth, halfHeight] = [(region.width * width) / 2, (region.height * height) / 2];
  const corner = Math.min(halfWidth, halfHeight) * 0.4;
  const feather = Math.max(1, region.feather * Math.min(halfWidth, halfHeight) * 2);
  const weights = new Float32Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    const dy = Math.abs(y + 0.5 - region.centerY * height) - halfHeight + corner;
    for (let x = 0; x < width; x += 1, at += 1) {
      const dx = Math.abs(x + 0.5 - region.centerX * width) - halfWidth + corner;
      const distance = Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - corner;
      if (distance >= 0) continue;
      const share = Math.min(1, -distance / feather);
      weights[at] = share * share * (3 - 2 * share);
    }
  }
  return weights;
}

/** Mask for an image model: transparent where it may draw, opaque black elsewhere. */
export function regionMask(region: Region, width: number, height: number): Raster {
  const mask = emptyRaster(width, height);
  const weights = regionWeights(region, width, height);
  for (let pixel = 0; pixel < weights.length; pixel += 1)
    mask.data[pixel * 4 + 3] = (weights[pixel] ?? 0) > 0 ? 0 : 255;
  return mask;
}
