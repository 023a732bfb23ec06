import type { Stroke } from '../../../../contract/pets/strokes.ts';
import type { Raster } from '../../../imaging/raster.ts';

/**
 * Makes every pixel transparent whose centre lies within `radius` of a stroke, in place. Covered stretches of rows are
 * recorded and cleared in one pass, so that overlapping strokes cost no extra time.
 */
export function eraseStrokes(raster: Raster, strokes: readonly Stroke[]): void {
  const { width, height, data } = raster;
  const steps = new Int16Array((width + 1) * height);
  for (const { points, radius } of strokes) {
    points.forEach((to, nth) => noteStretch({ width, height, steps }, points[nth - 1] ?? to, to, radius));
  }
  for (let y = 0, step = 0, at = 3; y < height; y += 1, step += 1) {
    for (let x = 0, covers = 0; x < width; x += 1, step += 1, at += 4) {
      covers += steps[step] ?? 0;
      if (covers > 0) data[at] = 0;
    }
  }
}

type Point = readonly [x: number, y: number];

/** Counters per row: +1 where a covered stretch begins, -1 after its end; 16 bits suffice for 20000 stretches. */
interface Notes {
  readonly width: number;
  readonly height: number;
  readonly steps: Int16Array;
}

function noteStretch({ width, height, steps }: Notes, from: Point, to: Point, radius: number): void {
  const first = Math.max(0, Math.floor(Math.min(from[1], to[1]) - radius));
  const last = Math.min(height - 1, Math.ceil(Math.max(from[1], to[1]) + radius));
  const sides = sidesOf(from, to, radius);
  for (let y = first; y <= last; y += 1) {
    const at = y + 0.5;
    const left = edgeAt(from, to, radius, sides, at, -1);
    const right = edgeAt(from, to, radius, sides, at, 1);
    const start = Math.max(0, Math.ceil(-left - 0.5));
    const end = Math.min(width, Math.floor(right - 0.5) + 1);
    if (start >= end) continue;
    const row = y * (width + 1);
    steps[row + start] = (steps[row + start] ?? 0) + 1;
    steps[row + end] = (steps[row + end] ?? 0) - 1;
  }
}

/** Corners of the straight part of a thick line, alternately x and y; none for a point. */
function sidesOf([ax, ay]: Point, [bx, by]: Point, radius: number): readonly number[] {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return [];
  const nx = (-(by - ay) / length) * radius;
  const ny = ((bx - ax) / length) * radius;
  return [ax + nx, ay + ny, bx + nx, by + ny, bx - nx, by - ny, ax - nx, ay - ny];
}

/**
 * Extent of a thick line with round caps to one side (1 right, -1 left, with x negated) at height `y`. Called for every
 * row, so it allocates nothing.
 */
// @wide: called for each pixel, term or number, where an object would be made each time
function edgeAt(
  from: Point,
  to: Point,
  radius: number,
  sides: readonly number[],
  y: number,
  side: 1 | -1,
): number {
  let reach = Number.NEGATIVE_INFINITY;
  const atFrom = radius * radius - (y - from[1]) ** 2;
  if (atFrom >= 0) reach = Math.max(reach, side * from[0] + Math.sqrt(atFrom));
  const atTo = radius * radius - (y - to[1]) ** 2;
  if (atTo >= 0) reach = Math.max(reach, side * to[0] + Math.sqrt(atTo));
  for (let corner = 0; corner < sides.length; corner += 2) {
    const next = (corner + 2) % sides.length;
    const top = sides[corner + 1] ?? 0;
    const bottom = sides[next + 1] ?? 0;
    if (top === bottom || (y - top) * (y - bottom) > 0) continue;
    const x = sides[corner] ?? 0;
    reach = Math.max(reach, side * (x + ((y - top) / (bottom - top)) * ((sides[next] ?? 0) - x)));
  }
  return reach;
}
