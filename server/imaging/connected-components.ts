import { labAt, labDistance, type Lab } from './colour.ts';
import type { Raster } from './raster.ts';

/** A connected group of pixels that differs from its surroundings. */
export interface Component {
  /** Centre of its bounding box. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Number of pixels, with holes filled row by row. */
  readonly area: number;
  readonly colour: Lab;
  /** Difference of its lightness from the surroundings. */
  readonly contrast: number;
  readonly isDark: boolean;
}

/**
 * Dark and light components of an image: pixels whose lightness differs by more than `least` from the mean of the
 * visible ones within `reach` pixels.
 */
export function findComponents(
  raster: Raster,
  plane: Float32Array,
  reach: number,
  least: number,
): readonly Component[] {
  const around = meanLightness(raster, plane, reach);
  const pixels = raster.width * raster.height;
  const dark = new Uint8Array(pixels);
  const light = new Uint8Array(pixels);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    if ((raster.data[pixel * 4 + 3] ?? 0) < 200) continue;
    const difference = (plane[pixel * 3] ?? 0) - (around[pixel] ?? 0);
    if (difference < -least) dark[pixel] = 1;
    else if (difference > least) light[pixel] = 1;
  }
  return [
    ...gather(dark, raster, plane, around).map((spot) => ({ ...spot, isDark: true })),
    ...gather(light, raster, plane, around).map((spot) => ({ ...spot, isDark: false })),
  ];
}

/** Mean lightness of the visible pixels in a square around each pixel, by a summed-area table. */
function meanLightness({ width, height, data }: Raster, plane: Float32Array, reach: number): Float32Array {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  const counts = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let [sum, count] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x;
      if ((data[pixel * 4 + 3] ?? 0) >= 128) {
        sum += plane[pixel * 3] ?? 0;
        count += 1;
      }
      const at = (y + 1) * stride + x + 1;
      sums[at] = (sums[at - stride] ?? 0) + sum;
      counts[at] = (counts[at - stride] ?? 0) + count;
    }
  }
  const mean = new Float32Array(width * height);
  for (let pixel = 0; pixel < mean.length; pixel += 1) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    const [top, bottom] = [Math.max(0, y - reach) * stride, Math.min(height, y + reach + 1) * stride];
    const over = (table: Float64Array) =>
      (table[bottom + right] ?? 0) -
      (table[top + right] ?? 0) -
      (table[bottom + left] ?? 0) +
      (table[top + left] ?? 0);
    mean[pixel] = over(sums) / Math.max(1, over(counts));
  }
  return mean;
}

/** Components of marked pixels that are large enough to be a feature. */
function gather(
  marked: Uint8Array,
  { width, height }: Raster,
  plane: Float32Array,
  around: Float32Array,
): Omit<Component, 'isDark'>[] {
  const spots: Omit<Component, 'isDark'>[] = [];
  const members = new Int32Array(marked.length);
  for (let start = 0; start < marked.length; start += 1) {
    if (marked[start] !== 1) continue;
    const count = spread(marked, width, height, start, members);
    if (count >= 4) spots.push(describe(members.subarray(0, count), width, plane, around));
  }
  return spots;
}

/** Collects the 8-connected component of a pixel and unmarks it. */
// @wide: called for each pixel, term or number, where an object would be made each time
function spread(
  marked: Uint8Array,
  width: number,
  height: number,
  start: number,
  members: Int32Array,
): number {
  members[0] = start;
  marked[start] = 0;
  let count = 1;
  for (let next = 0; next < count; next += 1) {
    const pixel = members[next] ?? 0;
    const x = pixel % width;
    const y = (pixel - x) / width;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const near = row * width + column;
        if (marked[near] !== 1) continue;
        marked[near] = 0;
        members[count] = near;
        count += 1;
      }
    }
  }
  return count;
}

function describe(
  members: Int32Array,
  width: number,
  plane: Float32Array,
  around: Float32Array,
): Omit<Component, 'isDark'> {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0];
  const rows = new Map<number, [number, number]>();
  const sum = [0, 0, 0];
  let contrast = 0;
  for (const pixel of members) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    const row = rows.get(y);
    rows.set(y, row ? [Math.min(row[0], x), Math.max(row[1], x)] : [x, x]);
    const colour = labAt(plane, pixel);
    for (const part of [0, 1, 2] as const) sum[part] = (sum[part] ?? 0) + colour[part];
    contrast += Math.abs(colour[0] - (around[pixel] ?? 0));
  }
  const mean = (part: number) => (sum[part] ?? 0) / members.length;
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left,
    height: bottom - top,
    area: [...rows.values()].reduce((total, [from, to]) => total + to - from + 1, 0),
    colour: [mean(0), mean(1), mean(2)],
    contrast: contrast / members.length,
  };
}

/** Half axes of an ellipse around an eye with its white, rim and glints. */
export function reachOf(
  { width, height }: Pick<Raster, 'width' | 'height'>,
  plane: Float32Array,
  eye: { readonly x: number; readonly y: number; readonly rx: number; readonly ry: number },
  skin: Lab,
): number {
  for (let reach = 1.15; reach < 1.9; reach += 0.1) {
    let unlike = 0;
    for (let nth = 0; nth < 32; nth += 1) {
      const turn = (nth / 32) * Math.PI * 2;
      const column = Math.max(
        0,
        Math.min(width - 1, Math.round(eye.x - 0.5 + Math.cos(turn) * eye.rx * reach)),
      );
      const row = Math.max(
        0,
        Math.min(height - 1, Math.round(eye.y - 0.5 + Math.sin(turn) * eye.ry * reach)),
      );
      if (labDistance(labAt(plane, row * width + column), skin) > 0.09) unlike += 1;
    }
    if (unlike <= 5) return reach;
  }
  return 1.35;
}
