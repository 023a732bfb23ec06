import { hasOwnAlpha, removeBackground } from '../../../../imaging/background.ts';
import { labPlane } from '../../../../imaging/colour.ts';
import { copyRaster, type Raster } from '../../../../imaging/raster.ts';

/**
 * Cuts the subject out of a photo: by its alpha, a plain background, or colours that are frequent in the middle and
 * rare at the border. When none works, the result is a round portrait.
 */
export function segmentFigure(photo: Raster): Raster {
  if (hasOwnAlpha(photo)) return photo;
  const plain = removeBackground(photo);
  if (plain !== photo && isSubject(coverOf(plain)) && isOnePiece(plain)) return plain;
  const likely = likelySubject(photo);
  const mask = largestPart(likely, photo.width, photo.height);
  const share = mask.reduce((sum, each) => sum + each, 0) / mask.length;
  if (!isSubject(share)) return portrait(photo);
  return withAlpha(photo, softened(mask, photo.width, photo.height));
}

const isSubject = (share: number): boolean => share > 0.08 && share < 0.8;

/** True when nearly all visible pixels are connected: a background removed in part leaves fragments. */
function isOnePiece(cut: Raster): boolean {
  const visible = Uint8Array.from({ length: cut.width * cut.height }, (_, pixel) =>
    Number((cut.data[pixel * 4 + 3] ?? 0) > 127),
  );
  const { labels, largest } = labelled(visible, cut.width, cut.height, 1);
  const [whole, part] = [...labels].reduce(
    ([all, own], label) => [all + Number(label > 0), own + Number(label === largest)],
    [0, 0],
  );
  return part > whole * 0.9;
}

function coverOf({ data }: Raster): number {
  let cover = 0;
  for (let at = 3; at < data.length; at += 4) cover += (data[at] ?? 0) / 255;
  return cover / (data.length / 4);
}

/** Bins of a colour histogram along lightness, a and b. */
const bins = [14, 30, 30] as const;

function binOf(plane: Float32Array, pixel: number): number {
  const at = (part: 0 | 1 | 2, low: number, high: number) => {
    const share = ((plane[pixel * 3 + part] ?? 0) - low) / (high - low);
    return Math.max(0, Math.min(bins[part] - 1, Math.floor(share * bins[part])));
  };
  return (at(0, 0, 1) * bins[1] + at(1, -0.18, 0.18)) * bins[2] + at(2, -0.18, 0.18);
}

/**
 * Probability per pixel of belonging to the subject: colour histograms of subject and background, first by usual
 * position, then by the last result, smoothed in each round (a simple form of GrabCut, Rother 2004).
 */
function likelySubject({ data, width, height }: Raster): Float32Array {
  const plane = labPlane(data);
  const usual = Float32Array.from({ length: width * height }, (_, pixel) => {
    const x = (pixel % width) / width - 0.5;
    const y = Math.floor(pixel / width) / height - 0.53;
    return 1 / (1 + Math.exp((Math.hypot(x / 0.36, y / 0.42) - 1) * 5));
  });
  const colours = Uint16Array.from(usual, (_, pixel) => binOf(plane, pixel));
  let belief: Float32Array = usual;
  for (let round = 0; round < 5; round += 1) {
    const inside = histogram(colours, belief, false);
    const outside = histogram(colours, belief, true);
    const judged = belief.map((_, pixel) => {
      const own = (inside[colours[pixel] ?? 0] ?? 0) * (0.15 + 0.7 * (usual[pixel] ?? 0));
      const other = (outside[colours[pixel] ?? 0] ?? 0) * (0.85 - 0.7 * (usual[pixel] ?? 0));
      return own / (own + other + 1e-9);
    });
    belief = blurred(judged, width, height, Math.max(1, Math.round(width / 110)));
  }
  return belief;
}

function histogram(colours: Uint16Array, belief: Float32Array, inverse: boolean): Float64Array {
  const counts = new Float64Array(bins[0] * bins[1] * bins[2]);
  let total = 0;
  colours.forEach((bin, pixel) => {
    const weight = inverse ? 1 - (belief[pixel] ?? 0) : (belief[pixel] ?? 0);
    counts[bin] = (counts[bin] ?? 0) + weight;
    total += weight;
  });
  return counts.map((count) => (count + 0.5) / (total + 1));
}

/** Box blur by sliding sums: along rows, then along columns. */
function blurred(values: Float32Array, width: number, height: number, reach: number): Float32Array {
  // @wide: called for each pixel, term or number, where an object would be made each time
  const slide = (from: Float32Array, length: number, lines: number, step: number, stride: number) => {
    const to = new Float32Array(from.length);
    for (let line = 0; line < lines; line += 1) {
      let [sum, count] = [0, 0];
      for (let at = -reach; at < length; at += 1) {
        if (at + reach < length)
          [sum, count] = [sum + (from[line * stride + (at + reach) * step] ?? 0), count + 1];
        if (at - reach - 1 >= 0)
          [sum, count] = [sum - (from[line * stride + (at - reach - 1) * step] ?? 0), count - 1];
        if (at >= 0) to[line * stride + at * step] = sum / count;
      }
    }
    return to;
  };
  return slide(slide(values, width, height, 1, width), height, width, width, 1);
}

/** The largest connected component with its holes filled: 1 inside. */
function largestPart(belief: Float32Array, width: number, height: number): Float32Array {
  const inside = Uint8Array.from(belief, (value) => Number(value > 0.5));
  const parts = labelled(inside, width, height, 1);
  const outside = labelled(
    Uint8Array.from(parts.labels, (label) => Number(label === parts.largest)),
    width,
    height,
    0,
  );
  return Float32Array.from(outside.labels, (label) => Number(label === 0 || !outside.open.has(label)));
}

/** Labels the connected components of pixels with `value`; `open` are those at the border. */
function labelled(pixels: Uint8Array, width: number, height: number, value: number) {
  const labels = new Int32Array(pixels.length);
  const members = new Int32Array(pixels.length);
  const open = new Set<number>();
  let [largest, most, next] = [-1, 0, 0];
  for (let start = 0; start < pixels.length; start += 1) {
    if (pixels[start] !== value || labels[start] !== 0) continue;
    next += 1;
    labels[start] = next;
    members[0] = start;
    let count = 1;
    for (let place = 0; place < count; place += 1) {
      const pixel = members[place] ?? 0;
      const x = pixel % width;
      if (x === 0 || x === width - 1 || pixel < width || pixel >= width * (height - 1)) open.add(next);
      for (const near of [
        x > 0 ? pixel - 1 : -1,
        x < width - 1 ? pixel + 1 : -1,
        pixel - width,
        pixel + width,
      ]) {
        if (pixels[near] !== value || labels[near] !== 0) continue;
        labels[near] = next;
        members[count] = near;
        count += 1;
      }
    }
    if (count > most) [largest, most] = [next, count];
  }
  return { labels, open, largest };
}

/** Smooths the edge of a mask: a blur, then a threshold around its middle. */
function softened(mask: Float32Array, width: number, height: number): Float32Array {
  const reach = Math.max(1, Math.round(width / 130));
  const soft = blurred(blurred(mask, width, height, reach), width, height, reach);
  return soft.map((value) => Math.max(0, Math.min(1, (value - 0.42) / 0.24)));
}

function withAlpha(photo: Raster, alpha: Float32Array): Raster {
  const cut = copyRaster(photo);
  alpha.forEach((share, pixel) => (cut.data[pixel * 4 + 3] = Math.round(share * 255)));
  return cut;
}

/** A disc from the middle of the photo. */
function portrait(photo: Raster): Raster {
  const { width, height } = photo;
  const radius = Math.min(width, height) * 0.48;
  return withAlpha(
    photo,
    Float32Array.from({ length: width * height }, (_, pixel) => {
      const x = (pixel % width) + 0.5 - width / 2;
      const y = Math.floor(pixel / width) + 0.5 - height / 2;
      return Math.max(0, Math.min(1, radius - Math.hypot(x, y) + 0.5));
    }),
  );
}
