import { toRgb, type Lab } from './colour.ts';
import { emptyRaster, type Box, type Raster } from './raster.ts';
import type { Shape } from './shapes.ts';

/** An image to paint shapes on, with its own units. */
export interface Canvas {
  readonly raster: Raster;
  /** Pixels per unit. */
  readonly scale: number;
  /** True for pixel art: pixels are painted wholly or not at all. */
  readonly hard: boolean;
  /** Clipping box in pixels. */
  readonly clip?: Box;
}

export const createCanvas = (side: number, units: number, hard: boolean): Canvas => ({
  raster: emptyRaster(side, side),
  scale: side / units,
  hard,
});

/** Colour at a point of a shape, given the distance to the outline. */
export type Shade = (x: number, y: number, distance: number) => Lab;

export interface Paint {
  readonly colour: Lab | Shade;
  readonly opacity?: number;
  /** Width over which the edge fades, in units; 0 is a crisp edge. */
  readonly soft?: number;
}

/** Paints a shape over the image. */
export function paint({ raster, scale, hard, clip }: Canvas, shape: Shape, how: Paint): void {
  const { colour, opacity = 1, soft = 0 } = how;
  const shade = typeof colour === 'function' ? colour : undefined;
  const plain = typeof colour === 'function' ? undefined : toRgb(colour);
  const { width, height, data } = raster;
  const box = clip ?? { left: 0, top: 0, right: width, bottom: height };
  for (const tile of tilesNear(shape, box, scale, soft)) {
    for (let row = tile.top; row < tile.bottom; row += 1) {
      for (let column = tile.left; column < tile.right; column += 1) {
        const [x, y] = [(column + 0.5) / scale, (row + 0.5) / scale];
        const distance = shape(x, y);
        const edge = soft === 0 ? 0.5 - distance * scale : 0.5 - distance / soft;
        if (edge <= 0) continue;
        const cover = hard && soft === 0 ? Number(edge >= 0.5) : Math.min(1, edge);
        const [red, green, blue] = plain ?? (shade ? toRgb(shade(x, y, distance)) : [0, 0, 0]);
        lay(data, (row * width + column) * 4, red, green, blue, cover * opacity);
      }
    }
  }
}

const tileSide = 16;

/** Tiles of a box that a shape may touch, by the distance at the tile's centre. */
function* tilesNear(shape: Shape, box: Box, scale: number, soft: number): Generator<Box> {
  // Twice the half diagonal, since distances to stretched ellipses are approximate.
  const reach = (tileSide * 1.5) / scale + soft;
  for (let top = box.top; top < box.bottom; top += tileSide) {
    for (let left = box.left; left < box.right; left += tileSide) {
      if (shape((left + tileSide / 2) / scale, (top + tileSide / 2) / scale) > reach) continue;
      const [right, bottom] = [left + tileSide, top + tileSide];
      yield { left, top, right: Math.min(box.right, right), bottom: Math.min(box.bottom, bottom) };
    }
  }
}

/** Source over destination, straight alpha. */
// @wide: called for each pixel, term or number, where an object would be made each time
function lay(data: Uint8Array, at: number, red: number, green: number, blue: number, share: number): void {
  const below = ((data[at + 3] ?? 0) / 255) * (1 - share);
  const total = share + below;
  if (total === 0) return;
  data[at] = Math.round((red * share + (data[at] ?? 0) * below) / total);
  data[at + 1] = Math.round((green * share + (data[at + 1] ?? 0) * below) / total);
  data[at + 2] = Math.round((blue * share + (data[at + 2] ?? 0) * below) / total);
  data[at + 3] = Math.round(total * 255);
}

/** Light direction: from the upper left, towards the viewer. */
const light = [-0.42, -0.64, 0.64] as const;

/** A shape that looks like a soft toy: inflated over `bevel` units, lit from the upper left, with a rim light. */
export function plush(shape: Shape, base: Lab, bevel: number): Shade {
  const step = bevel / 20;
  return (x, y, distance) => {
    const inside = Math.max(0, Math.min(1, -distance / bevel));
    const dx = (shape(x + step, y) - shape(x - step, y)) / (2 * step);
    const dy = (shape(x, y + step) - shape(x, y - step)) / (2 * step);
    const slope = Math.max(0, 1 - inside) / Math.max(1, Math.hypot(dx, dy));
    const [nx, ny] = [dx * slope, dy * slope];
    const nz = Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny));
    const lit = Math.max(0, nx * light[0] + ny * light[1] + nz * light[2]);
    const rim = (1 - nz) ** 3 * Math.max(0, nx * 0.7 + ny * 0.5) * 0.16;
    const gloss = lit ** 18 * 0.07;
    const lightness = base[0] * (0.74 + 0.32 * lit) + rim + gloss;
    const colour = 1 + 0.12 * (1 - lit);
    return [Math.min(0.99, lightness), base[1] * colour, base[2] * colour];
  };
}

/** A flat colour with one darker crescent on the side away from the light. */
export function cel(shape: Shape, base: Lab, shadow: number): Shade {
  const dark: Lab = [base[0] * 0.88, base[1] * 1.06, base[2] * 1.06];
  return (x, y) => (shape(x + shadow, y + shadow * 1.3) > 0 ? dark : base);
}
