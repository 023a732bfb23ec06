import type { Run } from '../../../../contract/pets/mask.ts';

/** A place in an image, in pixels from the top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The selection mask, row by row: 1 for a selected pixel. */
export interface Selection {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export const emptySelection = (width: number, height: number): Selection => ({
  width,
  height,
  pixels: new Uint8Array(width * height),
});

/** The selected pixels in the contract's form: ascending runs that neither touch nor overlap (spec 2.14). */
export function runsOf({ pixels }: Selection): Run[] {
  const runs: Run[] = [];
  let start = pixels.indexOf(1);
  while (start !== -1) {
    // A run may continue in the next row: positions count through the whole image.
    let end = start + 1;
    while (pixels[end] === 1) end += 1;
    runs.push([start, end - start]);
    start = pixels.indexOf(1, end);
  }
  return runs;
}

/** Selects or deselects the pixels of runs. */
export function fillRuns({ pixels }: Selection, runs: readonly Run[], value: 0 | 1): void {
  for (const [start, length] of runs) pixels.fill(value, start, start + length);
}

/** Selects or deselects all pixels whose centre lies within `radius` of a line through the points. */
export function paint(selection: Selection, points: readonly Point[], radius: number, value: 0 | 1): void {
  const [first] = points;
  if (first && points.length === 1) paintLine(selection, first, first, radius, value);
  points.slice(1).forEach((to, index) => {
    const from = points[index];
    if (from) paintLine(selection, from, to, radius, value);
  });
}

// @wide: called for each pixel, term or number, where an object would be made each time
function paintLine({ width, height, pixels }: Selection, a: Point, b: Point, radius: number, value: 0 | 1) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y) - radius));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y) + radius));
  const left = Math.max(0, Math.floor(Math.min(a.x, b.x) - radius));
  const right = Math.min(width - 1, Math.ceil(Math.max(a.x, b.x) + radius));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const [px, py] = [x + 0.5 - a.x, y + 0.5 - a.y];
      const along = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
      const [ex, ey] = [px - along * dx, py - along * dy];
      if (ex * ex + ey * ey <= radius * radius) pixels[y * width + x] = value;
    }
  }
}
