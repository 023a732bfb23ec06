import type { Raster } from '../../../imaging/raster.ts';
import { alphaOf, eroded, type AlphaPlane } from './alpha-plane.ts';
import { defringe } from './defringe.ts';

/** Edge clean-up: pixels removed (0 to 2), white removed (0 to 100 percent). */
export interface EdgeOptions {
  readonly shrink: number;
  readonly dewhite: number;
  /** Keeps hard edges hard. */
  readonly pixelArt: boolean;
}

/** Cleans the edge of a figure in place; only pixels near transparent ones change. */
export function cleanEdge(raster: Raster, options: EdgeOptions): void {
  const shrink = options.pixelArt ? Math.ceil(options.shrink) : options.shrink;
  if (shrink > 0) shrinkBy(raster, alphaOf(raster), shrink);
  if (options.dewhite > 0) defringe(raster, options.dewhite / 100, options.pixelArt);
}

/** Erodes the edge by whole steps, and by a fraction between two of them. */
function shrinkBy({ width, height, data }: Raster, plane: AlphaPlane, by: number): void {
  const one = eroded(plane);
  const outer = by < 1 ? plane : one;
  const inner = by > 1 ? eroded(one) : one;
  const share = by > 1 ? by - 1 : by;
  for (let y = 0, at = 3; y < height; y += 1) {
    for (let x = 0, from = y * plane.stride; x < width; x += 1, from += 1, at += 4) {
      const most = outer.bytes[from] ?? 0;
      const least = inner.bytes[from] ?? 0;
      const alpha = most === least ? least : Math.round(least * share + most * (1 - share));
      if (alpha !== data[at]) data[at] = alpha;
    }
  }
}
