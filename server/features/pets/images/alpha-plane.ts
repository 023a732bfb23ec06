import type { Raster } from '../../../imaging/raster.ts';

/**
 * Alpha of every pixel, rows padded to words of four bytes: most pixels are opaque or transparent, and four such pixels
 * are skipped at once.
 */
export interface AlphaPlane {
  readonly width: number;
  readonly height: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
}

/** Four opaque pixels as a word. */
export const opaque = 0xffffffff;

function emptyPlane(width: number, height: number): AlphaPlane {
  const stride = (width + 3) & ~3;
  const words = new Uint32Array((stride / 4) * height);
  return { width, height, stride, words, bytes: new Uint8Array(words.buffer) };
}

export function alphaOf({ width, height, data }: Raster): AlphaPlane {
  const plane = emptyPlane(width, height);
  const { bytes, stride } = plane;
  for (let y = 0, from = 3; y < height; y += 1) {
    for (let x = 0, to = y * stride; x < width; x += 1, to += 1, from += 4) bytes[to] = data[from] ?? 0;
  }
  return plane;
}

/** Erosion: minimum alpha of a pixel and its four neighbours; the image's border does not erode. */
export function eroded(plane: AlphaPlane): AlphaPlane {
  const { width, height, stride, words } = plane;
  const result = emptyPlane(width, height);
  const across = stride / 4;
  for (let y = 0, at = 0; y < height; y += 1) {
    const up = y === 0 ? 0 : across;
    const down = y === height - 1 ? 0 : across;
    for (let column = 0; column < across; column += 1, at += 1) {
      const own = words[at] ?? 0;
      if (own === 0) continue;
      const isInside =
        own === opaque &&
        column > 0 &&
        column < across - 1 &&
        words[at - 1] === opaque &&
        words[at + 1] === opaque &&
        words[at - up] === opaque &&
        words[at + down] === opaque;
      if (isInside) result.words[at] = opaque;
      else erodeFour(plane, result.bytes, column * 4, y);
    }
  }
  return result;
}

function erodeFour(
  { width, height, stride, bytes }: AlphaPlane,
  to: Uint8Array,
  first: number,
  y: number,
): void {
  for (let x = first; x < Math.min(width, first + 4); x += 1) {
    const at = y * stride + x;
    const own = bytes[at] ?? 0;
    to[at] = Math.min(
      own,
      bytes[x === 0 ? at : at - 1] ?? 0,
      bytes[x === width - 1 ? at : at + 1] ?? 0,
      bytes[y === 0 ? at : at - stride] ?? 0,
      bytes[y === height - 1 ? at : at + stride] ?? 0,
    );
  }
}
