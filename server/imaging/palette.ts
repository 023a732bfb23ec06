import { labDistance, toLab, toRgb, type Lab } from './colour.ts';
import type { Raster } from './raster.ts';

interface Swatch {
  readonly lab: Lab;
  readonly count: number;
}

/**
 * Palette of at most `size` colours for an image's figure: median cut (Heckbert 1982) in OKLab, over a histogram of 5
 * bits per channel; the box with the largest colour error is split next.
 */
export function paletteOf(raster: Raster, size: number): readonly Lab[] {
  const boxes = [histogram(raster)].filter((box) => box.length > 0);
  while (boxes.length < size) {
    const widest = boxes
      .map((box, place) => ({ place, ...spread(box) }))
      .toSorted((one, other) => other.error - one.error || one.place - other.place)[0];
    const box = widest && boxes[widest.place];
    if (!box || widest.error < 1e-6) break;
    boxes.splice(widest.place, 1, ...cut(box, widest.axis));
  }
  return boxes.map(meanOf);
}

/** Index of the nearest palette colour. */
function nearest(palette: readonly Lab[], colour: Lab): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  palette.forEach((candidate, place) => {
    const distance = labDistance(candidate, colour);
    if (distance < least) [best, least] = [place, distance];
  });
  return best;
}

/** Replaces every visible pixel by the nearest palette colour, in place; returns the palette index of each pixel. */
export function applyPalette({ data }: Raster, palette: readonly Lab[]): Uint8Array {
  const colours = palette.map(toRgb);
  const known = new Map<number, number>();
  const places = new Uint8Array(data.length / 4);
  for (let pixel = 0, at = 0; at < data.length; pixel += 1, at += 4) {
    if (data[at + 3] === 0) continue;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    const key = (red << 16) | (green << 8) | blue;
    const place = known.get(key) ?? nearest(palette, toLab(red, green, blue));
    // Bound of the cache; photos have more colours than are worth caching.
    if (known.size < 65_536) known.set(key, place);
    places[pixel] = place;
    data.set(colours[place] ?? [red, green, blue], at);
  }
  return places;
}

function histogram({ data }: Raster): Swatch[] {
  const counts = new Uint32Array(32_768);
  const sums = new Float64Array(32_768 * 3);
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 128) continue;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    const bin = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    counts[bin] = (counts[bin] ?? 0) + 1;
    sums[bin * 3] = (sums[bin * 3] ?? 0) + red;
    sums[bin * 3 + 1] = (sums[bin * 3 + 1] ?? 0) + green;
    sums[bin * 3 + 2] = (sums[bin * 3 + 2] ?? 0) + blue;
  }
  return Array.from(counts.entries()).flatMap(([bin, count]) => {
    if (count === 0) return [];
    const mean = (part: number) => Math.round((sums[bin * 3 + part] ?? 0) / count);
    return [{ lab: toLab(mean(0), mean(1), mean(2)), count }];
  });
}

function meanOf(box: readonly Swatch[]): Lab {
  const sum = [0, 0, 0];
  let total = 0;
  for (const { lab, count } of box) {
    lab.forEach((value, part) => (sum[part] = (sum[part] ?? 0) + value * count));
    total += count;
  }
  return [(sum[0] ?? 0) / total, (sum[1] ?? 0) / total, (sum[2] ?? 0) / total];
}

/** Axis with the largest spread of colours and its error; colours count with the square root of their frequency. */
function spread(box: readonly Swatch[]): { axis: number; error: number } {
  const mean = meanOf(box);
  const errors = [0, 0, 0];
  for (const { lab, count } of box)
    lab.forEach((value, part) => {
      errors[part] = (errors[part] ?? 0) + (value - (mean[part] ?? 0)) ** 2 * Math.sqrt(count);
    });
  const error = Math.max(...errors);
  return { axis: errors.indexOf(error), error };
}

function cut(box: readonly Swatch[], axis: number): Swatch[][] {
  const middle = meanOf(box)[axis] ?? 0;
  return [
    box.filter(({ lab }) => (lab[axis] ?? 0) <= middle),
    box.filter(({ lab }) => (lab[axis] ?? 0) > middle),
  ].filter((part) => part.length > 0);
}
