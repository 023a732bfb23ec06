import type { Raster } from '../../../imaging/raster.ts';
import { alphaOf, eroded, opaque, type AlphaPlane } from './alpha-plane.ts';

/**
 * Removes white fringes from edge pixels, in place. An edge colour on the line from the figure's nearby inside colour
 * to white is set back to the inside colour; at soft edges its alpha is reduced by the same share. White figures stay
 * as they are.
 */
export function defringe(raster: Raster, strength: number, hardEdges: boolean): void {
  const { width, height, data } = raster;
  const alpha = alphaOf(raster);
  const inside = eroded(eroded(eroded(alpha)));
  const innerNear = insideColours(raster, inside);
  const across = alpha.stride / 4;
  for (let y = 0, word = 0; y < height; y += 1) {
    for (let column = 0; column < across; column += 1, word += 1) {
      if (alpha.words[word] === 0 || inside.words[word] === opaque) continue;
      for (let x = column * 4; x < Math.min(width, column * 4 + 4); x += 1) {
        const at = y * alpha.stride + x;
        if (alpha.bytes[at] === 0 || inside.bytes[at] === 255) continue;
        const inner = innerNear(x, y);
        if (inner) unmix(data, (y * width + x) * 4, inner, strength, hardEdges);
      }
    }
  }
}

type Colour = readonly [red: number, green: number, blue: number];

/** Below this distance from white (of 441) the figure itself counts as white. */
const nearWhite = 60;
/** Minimum share of white that counts as a fringe. */
const minShare = 0.06;

// @wide: called for each pixel, term or number, where an object would be made each time
function unmix(data: Uint8Array, at: number, inner: Colour, strength: number, hardEdges: boolean): void {
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
  const away: Colour = [255 - inner[0], 255 - inner[1], 255 - inner[2]];
  const length = away[0] ** 2 + away[1] ** 2 + away[2] ** 2;
  if (length < nearWhite ** 2) return;
  const along = (red - inner[0]) * away[0] + (green - inner[1]) * away[1] + (blue - inner[2]) * away[2];
  const white = Math.min(1, along / length);
  if (white < minShare || strays([red, green, blue], inner, away, white)) return;
  const taken = white * strength;
  if (hardEdges && taken < 0.4) return;
  const rest = hardEdges ? white : taken;
  data[at] = clamp(red - rest * away[0]);
  data[at + 1] = clamp(green - rest * away[1]);
  data[at + 2] = clamp(blue - rest * away[2]);
  if (!hardEdges) data[at + 3] = Math.round(alpha * (1 - taken));
}

/** True when a colour is too far from the line between inside colour and white to be a mixture. */
const strays = (colour: Colour, inner: Colour, away: Colour, white: number): boolean =>
  Math.hypot(
    colour[0] - inner[0] - white * away[0],
    colour[1] - inner[1] - white * away[1],
    colour[2] - inner[2] - white * away[2],
  ) > 70;

const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

const tileBits = 3;
const tileSide = 1 << tileBits;

/**
 * Mean inside colour around a pixel, over its tile of 8 by 8 pixels and the eight neighbours; `undefined` where there
 * is none. Tiles are computed on demand, along the edge only.
 */
function insideColours(raster: Raster, inside: AlphaPlane) {
  const across = (raster.width >> tileBits) + 1;
  const means = new Map<number, Colour | undefined>();
  const sums = new Map<number, readonly number[]>();
  const sumOf = (column: number, row: number) => {
    const tile = row * across + column;
    const known = sums.get(tile) ?? tileSum(raster, inside, column * tileSide, row * tileSide);
    sums.set(tile, known);
    return known;
  };
  const meanOf = (column: number, row: number): Colour | undefined => {
    const total = [0, 0, 0, 0];
    for (let y = Math.max(0, row - 1); y <= row + 1; y += 1) {
      for (let x = Math.max(0, column - 1); x <= Math.min(across - 1, column + 1); x += 1)
        sumOf(x, y).forEach((value, part) => (total[part] = (total[part] ?? 0) + value));
    }
    const [red = 0, green = 0, blue = 0, count = 0] = total;
    return count === 0 ? undefined : [red / count, green / count, blue / count];
  };
  return (x: number, y: number): Colour | undefined => {
    const tile = (y >> tileBits) * across + (x >> tileBits);
    if (!means.has(tile)) means.set(tile, meanOf(x >> tileBits, y >> tileBits));
    return means.get(tile);
  };
}

function tileSum(
  { width, height, data }: Raster,
  inside: AlphaPlane,
  left: number,
  top: number,
): readonly number[] {
  const sum = [0, 0, 0, 0];
  for (let y = top; y < Math.min(height, top + tileSide); y += 1) {
    for (let x = left; x < Math.min(width, left + tileSide); x += 1) {
      if (inside.bytes[y * inside.stride + x] !== 255) continue;
      const at = (y * width + x) * 4;
      for (const part of [0, 1, 2]) sum[part] = (sum[part] ?? 0) + (data[at + part] ?? 0);
      sum[3] = (sum[3] ?? 0) + 1;
    }
  }
  return sum;
}
