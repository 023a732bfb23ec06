import type { Raster } from './raster.ts';

interface Patch {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
}

/** Number of directions in which surrounding colours are sampled. */
const directions = 28;

/**
 * Inpaints an elliptic patch: each pixel is the mean of the rim's colours, weighted by inverse square distance, without
 * outliers. Alpha stays.
 */
export function inpaint(raster: Raster, patch: Patch): void {
  const rim = rimOf(raster, patch);
  if (rim.length === 0) return;
  const { width, height, data } = raster;
  for (
    let y = Math.max(0, Math.floor(patch.y - patch.ry));
    y < Math.min(height, patch.y + patch.ry);
    y += 1
  ) {
    for (
      let x = Math.max(0, Math.floor(patch.x - patch.rx));
      x < Math.min(width, patch.x + patch.rx);
      x += 1
    ) {
      const far = Math.hypot((x + 0.5 - patch.x) / patch.rx, (y + 0.5 - patch.y) / patch.ry);
      const at = (y * width + x) * 4;
      if (far >= 1 || data[at + 3] === 0) continue;
      const cover = Math.min(1, (1 - far) * Math.min(patch.rx, patch.ry));
      const filled = fill(rim, x + 0.5, y + 0.5);
      filled.forEach((value, part) => {
        data[at + part] = Math.round(value * cover + (data[at + part] ?? 0) * (1 - cover));
      });
    }
  }
}

interface RimColour {
  readonly x: number;
  readonly y: number;
  readonly colour: readonly number[];
}

/** Colours just outside a patch; those far from their median (a brow, the other eye) are left out. */
function rimOf({ width, height, data }: Raster, { x, y, rx, ry }: Patch): readonly RimColour[] {
  const rim = Array.from({ length: directions }, (_, nth): RimColour | undefined => {
    const turn = (nth / directions) * Math.PI * 2;
    const px = Math.floor(x + Math.cos(turn) * (rx + 0.8));
    const py = Math.floor(y + Math.sin(turn) * (ry + 0.8));
    if (px < 0 || py < 0 || px >= width || py >= height) return undefined;
    const at = (py * width + px) * 4;
    if ((data[at + 3] ?? 0) < 200) return undefined;
    return { x: px + 0.5, y: py + 0.5, colour: [...data.subarray(at, at + 3)] };
  }).filter((each) => each !== undefined);
  const median = [0, 1, 2].map(
    (part) => rim.map(({ colour }) => colour[part] ?? 0).toSorted((a, b) => a - b)[rim.length >> 1] ?? 0,
  );
  const off = (colour: readonly number[]) =>
    colour.reduce((most, value, part) => Math.max(most, Math.abs(value - (median[part] ?? 0))), 0);
  const usual = rim.filter(({ colour }) => off(colour) < 64);
  return usual.length > 3 ? usual : rim;
}

function fill(rim: readonly RimColour[], x: number, y: number): readonly number[] {
  const sum = [0, 0, 0];
  let weights = 0;
  for (const { x: rx, y: ry, colour } of rim) {
    const weight = 1 / ((rx - x) ** 2 + (ry - y) ** 2 + 0.5);
    weights += weight;
    colour.forEach((value, part) => (sum[part] = (sum[part] ?? 0) + value * weight));
  }
  return sum.map((value) => value / weights);
}
