import type { Backdrop } from './backdrop.ts';
import { toRgb } from './colour.ts';
import type { Raster } from './raster.ts';

/** Pixels within this distance of the background may mix both. */
const bandPixels = 3;

/**
 * Writes alpha in place: 0 outside, 255 inside, and in a narrow band along the edge the figure's share of the mixture,
 * with the background removed from the colour.
 */
export function matte(raster: Raster, outside: Uint8Array, backdrop: Backdrop): Raster {
  const { width, height, data } = raster;
  const depth = depthInside(outside, width, height);
  const source = data.slice();
  for (let pixel = 0; pixel < depth.length; pixel += 1) {
    const inside = depth[pixel] ?? 0;
    if (inside === 0) data[pixel * 4 + 3] = 0;
    else if (inside <= bandPixels) unmix({ width, height, data: source }, data, depth, pixel, backdrop);
  }
  return raster;
}

/** Distance to the background in steps, counted up to one more than the band. */
function depthInside(outside: Uint8Array, width: number, height: number): Uint8Array {
  const depth = outside.map((each) => (each === 1 ? 0 : bandPixels + 1));
  const relax = (pixel: number, near: number) => {
    const through = (depth[near] ?? 0) + 1;
    if (through < (depth[pixel] ?? 0)) depth[pixel] = through;
  };
  for (let pixel = 0; pixel < depth.length; pixel += 1) {
    if (pixel % width > 0) relax(pixel, pixel - 1);
    if (pixel >= width) relax(pixel, pixel - width);
  }
  for (let pixel = depth.length - 1; pixel >= 0; pixel -= 1) {
    if (pixel % width < width - 1) relax(pixel, pixel + 1);
    if (pixel < width * (height - 1)) relax(pixel, pixel + width);
  }
  return depth;
}

// @wide: called for each pixel, term or number, where an object would be made each time
function unmix(source: Raster, data: Uint8Array, depth: Uint8Array, pixel: number, backdrop: Backdrop): void {
  const x = pixel % source.width;
  const y = (pixel - x) / source.width;
  const figure = figureNear(source, depth, x, y);
  if (!figure) return;
  const ground = toRgb(backdrop.colourAt(x, y));
  const at = pixel * 4;
  const own = [source.data[at] ?? 0, source.data[at + 1] ?? 0, source.data[at + 2] ?? 0];
  let along = 0;
  let length = 0;
  for (const part of [0, 1, 2] as const) {
    const away = (figure[part] ?? 0) - ground[part];
    along += ((own[part] ?? 0) - ground[part]) * away;
    length += away * away;
  }
  // Where figure and background have nearly the same colour, the share cannot be computed.
  const share = length < 900 ? 1 : Math.max(0, Math.min(1, along / length));
  data[at + 3] = Math.round(255 * (share > 0.96 ? 1 : share < 0.04 ? 0 : share));
  if (share > 0.96 || share < 0.04) return;
  for (const part of [0, 1, 2] as const) {
    const pure = ((own[part] ?? 0) - (1 - share) * ground[part]) / share;
    // A small share amplifies noise, so the colour is blended with that of the figure nearby.
    const mixed = pure * share + (figure[part] ?? 0) * (1 - share);
    data[at + part] = Math.max(0, Math.min(255, Math.round(mixed)));
  }
}

/** Mean colour of the opaque figure around a pixel. */
function figureNear({ width, height, data }: Raster, depth: Uint8Array, x: number, y: number) {
  const reach = bandPixels + 2;
  const sum = [0, 0, 0];
  let count = 0;
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column += 1) {
      const near = row * width + column;
      if ((depth[near] ?? 0) <= bandPixels) continue;
      count += 1;
      for (const part of [0, 1, 2]) sum[part] = (sum[part] ?? 0) + (data[near * 4 + part] ?? 0);
    }
  }
  return count === 0 ? undefined : sum.map((total) => total / count);
}
