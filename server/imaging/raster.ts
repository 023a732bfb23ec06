/** An image in memory: 8-bit sRGB with straight alpha, row by row, four bytes per pixel. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

export const emptyRaster = (width: number, height: number): Raster => ({
  width,
  height,
  data: new Uint8Array(width * height * 4),
});

export const copyRaster = ({ width, height, data }: Raster): Raster => ({
  width,
  height,
  data: data.slice(),
});

/** A rectangle in pixels; `right` and `bottom` are exclusive. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Bounding box of all pixels with more alpha than `least`; `undefined` when there is none. */
export function figureBox({ width, height, data }: Raster, least = 8): Box | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 3; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      if ((data[at] ?? 0) <= least) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  return right === 0 ? undefined : { left, top, right, bottom };
}

/** Part of an image; areas outside of it are transparent. */
export function cropRaster({ width, height, data }: Raster, box: Box): Raster {
  const part = emptyRaster(box.right - box.left, box.bottom - box.top);
  const from = Math.max(0, box.left);
  const to = Math.min(width, box.right);
  for (let y = Math.max(0, box.top); y < Math.min(height, box.bottom) && from < to; y += 1) {
    const row = data.subarray((y * width + from) * 4, (y * width + to) * 4);
    part.data.set(row, ((y - box.top) * part.width + from - box.left) * 4);
  }
  return part;
}

/** True when some pixel is not opaque. */
export function hasAlpha({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}
