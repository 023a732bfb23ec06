import { emptyRaster, type Raster } from '../../server/imaging/raster.ts';
import type { Colour } from './png.ts';
import { seeded } from './random.ts';

/** Random bytes; some pixels are transparent and have a colour nevertheless. */
export function noiseRaster(width: number, height: number, seed = 1): Raster {
  const random = seeded(seed);
  const raster = emptyRaster(width, height);
  for (let at = 0; at < raster.data.length; at += 1) raster.data[at] = random(256);
  for (let at = 3; at < raster.data.length; at += 16) raster.data[at] = 0;
  return raster;
}

/** An image by a rule: the colour of each pixel. */
export function rasterOf(width: number, height: number, colourAt: (x: number, y: number) => Colour): Raster {
  const raster = emptyRaster(width, height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const x = pixel % width;
    raster.data.set(colourAt(x, (pixel - x) / width), pixel * 4);
  }
  return raster;
}

export const colourOf = ({ width, data }: Raster, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
