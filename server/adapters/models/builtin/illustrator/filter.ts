import { copyRaster, type Raster } from '../../../../imaging/raster.ts';

/**
 * Kuwahara filter (1976): each pixel takes the mean of the one of its four neighbouring squares with the least
 * variance. Fur and noise become flat areas, edges stay sharp. Only visible pixels count; alpha stays.
 */
export function smooth(raster: Raster, reach: number): Raster {
  const { width, height } = raster;
  const result = copyRaster(raster);
  const sums = summed(raster);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      if (raster.data[at + 3] === 0) continue;
      let least = Number.POSITIVE_INFINITY;
      for (let quarter = 0; quarter < 4; quarter += 1) {
        const left = Math.max(0, quarter % 2 === 0 ? x - reach : x);
        const right = Math.min(width, (quarter % 2 === 0 ? x : x + reach) + 1);
        const top = Math.max(0, quarter < 2 ? y - reach : y);
        const bottom = Math.min(height, (quarter < 2 ? y : y + reach) + 1);
        const found = meanOf(sums, width + 1, left, right, top, bottom);
        if (!found || found[3] >= least) continue;
        least = found[3];
        result.data.set(found.slice(0, 3), at);
      }
    }
  }
  return result;
}

/** Summed-area tables of red, green, blue, the squares of all three, and the number of visible pixels. */
function summed({ width, height, data }: Raster): Float64Array {
  const stride = (width + 1) * 5;
  const sums = new Float64Array(stride * (height + 1));
  const row = new Float64Array(5);
  for (let y = 0, at = 0; y < height; y += 1) {
    row.fill(0);
    for (let x = 0; x < width; x += 1, at += 4) {
      if ((data[at + 3] ?? 0) > 127) {
        const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
        row[0] = (row[0] ?? 0) + red;
        row[1] = (row[1] ?? 0) + green;
        row[2] = (row[2] ?? 0) + blue;
        row[3] = (row[3] ?? 0) + red * red + green * green + blue * blue;
        row[4] = (row[4] ?? 0) + 1;
      }
      const to = (y + 1) * stride + (x + 1) * 5;
      for (let part = 0; part < 5; part += 1)
        sums[to + part] = (sums[to - stride + part] ?? 0) + (row[part] ?? 0);
    }
  }
  return sums;
}

/** Mean colour and variance of a rectangle; `undefined` when none of it is visible. */
// @wide: called for each pixel, term or number, where an object would be made each time
function meanOf(
  sums: Float64Array,
  stride: number,
  left: number,
  right: number,
  top: number,
  bottom: number,
): [number, number, number, number] | undefined {
  const over = (part: number) =>
    (sums[(bottom * stride + right) * 5 + part] ?? 0) -
    (sums[(top * stride + right) * 5 + part] ?? 0) -
    (sums[(bottom * stride + left) * 5 + part] ?? 0) +
    (sums[(top * stride + left) * 5 + part] ?? 0);
  const count = over(4);
  if (count === 0) return undefined;
  const [red, green, blue] = [over(0) / count, over(1) / count, over(2) / count];
  return [red, green, blue, over(3) / count - red * red - green * green - blue * blue];
}
