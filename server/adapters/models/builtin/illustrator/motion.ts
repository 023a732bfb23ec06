import type { PetState } from '../../../../../contract/pets/requests.ts';
import { emptyRaster, figureBox, type Raster } from '../../../../imaging/raster.ts';

interface Pose {
  /** Rotation about the feet in radians, clockwise. */
  readonly turn: number;
  readonly wide: number;
  readonly high: number;
}

const poses: Readonly<Record<PetState, Pose>> = {
  blink: { turn: 0, wide: 1.015, high: 0.985 },
  happy: { turn: -0.05, wide: 0.98, high: 1.03 },
  sad: { turn: 0.035, wide: 1.02, high: 0.955 },
  thinking: { turn: 0.07, wide: 1, high: 1 },
};

/** Tilts, stretches or slumps a figure about its feet, on the same canvas. */
export function move(raster: Raster, state: PetState): Raster {
  const box = figureBox(raster);
  if (!box) return raster;
  const { turn, wide, high } = poses[state];
  const [footX, footY] = [(box.left + box.right) / 2, box.bottom];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const moved = emptyRaster(raster.width, raster.height);
  for (let y = 0, at = 0; y < raster.height; y += 1) {
    for (let x = 0; x < raster.width; x += 1, at += 4) {
      const [dx, dy] = [x + 0.5 - footX, y + 0.5 - footY];
      const fromX = footX + (dx * cos + dy * sin) / wide - 0.5;
      const fromY = footY + (dy * cos - dx * sin) / high - 0.5;
      sample(raster, fromX, fromY, moved.data, at);
    }
  }
  return moved;
}

/** Bilinear interpolation, weighted by alpha. */
// @wide: called for each pixel, term or number, where an object would be made each time
function sample({ width, height, data }: Raster, x: number, y: number, to: Uint8Array, at: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const sum = [0, 0, 0, 0];
  for (const [column, row] of [
    [left, top],
    [left + 1, top],
    [left, top + 1],
    [left + 1, top + 1],
  ] as const) {
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const from = (row * width + column) * 4;
    const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row)) * (data[from + 3] ?? 0);
    for (const part of [0, 1, 2]) sum[part] = (sum[part] ?? 0) + (data[from + part] ?? 0) * weight;
    sum[3] = (sum[3] ?? 0) + weight;
  }
  const alpha = sum[3] ?? 0;
  if (alpha === 0) return;
  for (const part of [0, 1, 2]) to[at + part] = Math.round((sum[part] ?? 0) / alpha);
  to[at + 3] = Math.round(alpha);
}
