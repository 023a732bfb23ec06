import { fitBackdrop, type Backdrop } from './backdrop.ts';
import { labAt, labPlane } from './colour.ts';
import { copyRaster, type Raster } from './raster.ts';
import { matte } from './matte.ts';

/**
 * Makes the background transparent: pixels connected with the border that match it in OKLab. Areas of the same colour
 * inside the figure (eyes, a white belly) stay. An image with alpha keeps it; one whose background cannot be told from
 * the figure stays opaque.
 */
export function removeBackground(raster: Raster): Raster {
  if (hasOwnAlpha(raster)) return raster;
  const plane = labPlane(raster.data);
  const backdrop = fitBackdrop(plane, raster);
  const outside = flood(plane, raster, backdrop);
  if (backdrop.isKey) takeHoles(plane, raster, backdrop, outside);
  dropSpecks(outside, raster);
  const share = outside.reduce((sum, each) => sum + each, 0) / outside.length;
  if (share < 0.02 || share > 0.98 || borderLeft(outside, raster) > 0.3) return raster;
  return matte(copyRaster(raster), outside, backdrop);
}

/** Share of the border that is not background: a figure may touch the border, a scene covers it. */
function borderLeft(outside: Uint8Array, { width, height }: Raster): number {
  let left = 0;
  for (let x = 0; x < width; x += 1) left += 2 - (outside[x] ?? 0) - (outside[(height - 1) * width + x] ?? 0);
  for (let y = 0; y < height; y += 1)
    left += 2 - (outside[y * width] ?? 0) - (outside[y * width + width - 1] ?? 0);
  return left / (2 * (width + height));
}

/** True when an image has meaningful transparency: enough of it, and at the border. */
export function hasOwnAlpha({ width, height, data }: Raster): boolean {
  let clear = 0;
  let clearBorder = 0;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if ((data[pixel * 4 + 3] ?? 0) >= 128) continue;
    clear += 1;
    const x = pixel % width;
    if (x === 0 || x === width - 1 || pixel < width || pixel >= width * (height - 1)) clearBorder += 1;
  }
  return clear > width * height * 0.02 && clearBorder > (width + height) * 0.6;
}

/** Flood fill from the border through background: 1 for every pixel reached. */
function flood(plane: Float32Array, { width, height }: Raster, backdrop: Backdrop): Uint8Array {
  const outside = new Uint8Array(width * height);
  const stack = new Int32Array(width * height);
  let depth = 0;
  const reach = (pixel: number) => {
    if (outside[pixel] === 1) return;
    const x = pixel % width;
    const colour = labAt(plane, pixel);
    if (backdrop.distance(colour, x, (pixel - x) / width) > backdrop.tolerance) return;
    outside[pixel] = 1;
    stack[depth] = pixel;
    depth += 1;
  };
  for (let x = 0; x < width; x += 1) [x, (height - 1) * width + x].forEach(reach);
  for (let y = 0; y < height; y += 1) [y * width, y * width + width - 1].forEach(reach);
  while (depth > 0) {
    depth -= 1;
    const pixel = stack[depth] ?? 0;
    const x = pixel % width;
    if (x > 0) reach(pixel - 1);
    if (x < width - 1) reach(pixel + 1);
    if (pixel >= width) reach(pixel - width);
    if (pixel < width * (height - 1)) reach(pixel + width);
  }
  return outside;
}

/** Adds key-coloured areas enclosed by the figure, since no figure has the key colour. */
function takeHoles(plane: Float32Array, { width }: Raster, backdrop: Backdrop, outside: Uint8Array): void {
  for (let pixel = 0; pixel < outside.length; pixel += 1) {
    const x = pixel % width;
    if (backdrop.distance(labAt(plane, pixel), x, (pixel - x) / width) < backdrop.tolerance)
      outside[pixel] = 1;
  }
}

/** Turns components of the figure below a 2000th of the image into background. */
function dropSpecks(outside: Uint8Array, { width, height }: Raster): void {
  const seen = outside.slice();
  const members = new Int32Array(width * height);
  const least = (width * height) / 2000;
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1) continue;
    let count = 1;
    members[0] = start;
    seen[start] = 1;
    for (let next = 0; next < count; next += 1) {
      const pixel = members[next] ?? 0;
      const x = pixel % width;
      for (const near of [
        x > 0 ? pixel - 1 : pixel,
        x < width - 1 ? pixel + 1 : pixel,
        pixel - width,
        pixel + width,
      ]) {
        if (seen[near] !== 0) continue;
        seen[near] = 1;
        members[count] = near;
        count += 1;
      }
    }
    if (count < least) for (let each = 0; each < count; each += 1) outside[members[each] ?? 0] = 1;
  }
}
