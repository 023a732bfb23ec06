import { toLab, toRgb } from '../../../../imaging/colour.ts';
import { copyRaster, emptyRaster, type Raster } from '../../../../imaging/raster.ts';

/**
 * Distance of every pixel to the nearest transparent one, in pixels (chamfer distance transform in two passes,
 * Borgefors 1986).
 */
function depthOf({ width, height, data }: Raster): Float32Array {
  const far = width + height;
  const depth = Float32Array.from({ length: width * height }, (_, pixel) =>
    (data[pixel * 4 + 3] ?? 0) > 127 ? far : 0,
  );
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (depth[y * width + x] ?? 0);
  const steps = [
    [-1, 0, 1],
    [0, -1, 1],
    [-1, -1, Math.SQRT2],
    [1, -1, Math.SQRT2],
    [-1, -2, 2.236],
    [1, -2, 2.236],
    [-2, -1, 2.236],
    [2, -1, 2.236],
  ] as const;
  for (const turn of [1, -1]) {
    for (let nth = 0; nth < depth.length; nth += 1) {
      const pixel = turn === 1 ? nth : depth.length - 1 - nth;
      const x = pixel % width;
      const y = (pixel - x) / width;
      let least = depth[pixel] ?? 0;
      for (const [dx, dy, length] of steps)
        least = Math.min(least, at(x + dx * turn, y + dy * turn) + length);
      depth[pixel] = least;
    }
  }
  return depth;
}

/** Height map of a figure inflated like a cushion. */
export function heightOf(raster: Raster): Float32Array {
  const bevel = raster.width * 0.16;
  return depthOf(raster).map((depth) => {
    const share = Math.min(1, depth / bevel);
    return bevel * 0.55 * Math.sqrt(share * (2 - share));
  });
}

/** Draws a dark line inside the outline; alpha becomes 0 or 255. */
export function outlined(raster: Raster, line: number): Raster {
  const result = copyRaster(raster);
  const depth = depthOf(raster);
  for (let pixel = 0, at = 0; pixel < depth.length; pixel += 1, at += 4) {
    const inside = depth[pixel] ?? 0;
    if (inside === 0 || inside > line + 0.5) continue;
    const share = Math.min(1, line + 0.5 - inside) * 0.9;
    const [lightness, a, b] = toLab(result.data[at] ?? 0, result.data[at + 1] ?? 0, result.data[at + 2] ?? 0);
    const dark = Math.min(0.3, lightness * 0.4);
    result.data.set(toRgb([lightness + (dark - lightness) * share, a * 0.8, b * 0.8]), at);
  }
  return result;
}

/** Enlarges the head and shrinks the body. */
export function widened(raster: Raster): Raster {
  const { width, height, data } = raster;
  const result = emptyRaster(width, height);
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = y / height;
    // The upper 62 % of the new image show the upper half of the old one.
    const from = down < 0.62 ? (down / 0.62) * 0.5 : 0.5 + ((down - 0.62) / 0.38) * 0.5;
    const slim = down < 0.5 ? 1 : 1 + (down - 0.5) * 0.5;
    for (let x = 0; x < width; x += 1, at += 4) {
      const column = Math.round((x - width / 2) * slim + width / 2);
      const row = Math.min(height - 1, Math.round(from * height));
      if (column < 0 || column >= width) continue;
      result.data.set(data.subarray((row * width + column) * 4, (row * width + column) * 4 + 4), at);
    }
  }
  return result;
}
