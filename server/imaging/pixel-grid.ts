import { applyPalette, paletteOf } from './palette.ts';
import { copyRaster, emptyRaster, type Raster } from './raster.ts';

/** Logical pixels of a pixel-art image along its longer side, and its colours. */
export const pixelGrid = { cells: 64, colours: 32 };

/**
 * Width in pixels of a logical pixel of pixel art: the largest block size, from the top left, at which every block has
 * one colour; 1 when the image is no pixel art.
 */
export function cellSizeOf({ width, height, data }: Raster): number {
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  let size = gcd(width, height);
  for (let y = 0; y < height && size > 1; y += 1) {
    for (let x = 0; x < width && size > 1; x += 1) {
      const at = y * width + x;
      if (x > 0 && differs(words[at] ?? 0, words[at - 1] ?? 0)) size = gcd(size, x);
      if (y > 0 && differs(words[at] ?? 0, words[at - width] ?? 0)) size = gcd(size, y);
    }
  }
  return size;
}

/** True for different visible colours; transparent pixels are alike. Little-endian, so alpha is the highest byte. */
const differs = (one: number, other: number): boolean => one !== other && (one | other) >>> 24 !== 0;

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other));

/** Shrinks every block to one pixel. */
export function toCells({ width, height, data }: Raster, size: number): Raster {
  const cells = emptyRaster(Math.floor(width / size), Math.floor(height / size));
  for (let y = 0, to = 0; y < cells.height; y += 1) {
    for (let x = 0; x < cells.width; x += 1, to += 4) {
      const from = (y * size * width + x * size) * 4;
      cells.data.set(data.subarray(from, from + 4), to);
    }
  }
  return cells;
}

/** Enlarges every pixel to a block. */
export function fromCells(cells: Raster, size: number): Raster {
  const raster = emptyRaster(cells.width * size, cells.height * size);
  const from = new Uint32Array(cells.data.buffer, cells.data.byteOffset, cells.width * cells.height);
  const to = new Uint32Array(raster.data.buffer);
  for (let y = 0, at = 0; y < raster.height; y += 1) {
    const row = Math.floor(y / size) * cells.width;
    for (let x = 0; x < raster.width; x += 1, at += 1) to[at] = from[row + Math.floor(x / size)] ?? 0;
  }
  return raster;
}

/**
 * Converts an image to `across` logical pixels with at most 32 colours. Each cell takes its most frequent colour, so
 * that small features stay crisp, and is either opaque or empty.
 */
export function drawCells(raster: Raster, across: number): Raster {
  const source = copyRaster(raster);
  const palette = paletteOf(source, pixelGrid.colours);
  const places = applyPalette(source, palette);
  const scale = source.width / across;
  const cells = emptyRaster(across, Math.max(1, Math.round(source.height / scale)));
  for (let y = 0; y < cells.height; y += 1) {
    for (let x = 0; x < cells.width; x += 1) {
      const pixel = chosenPixel(source, places, {
        left: Math.floor(x * scale),
        right: Math.min(source.width, Math.max(Math.floor(x * scale) + 1, Math.floor((x + 1) * scale))),
        top: Math.floor(y * scale),
        bottom: Math.min(source.height, Math.max(Math.floor(y * scale) + 1, Math.floor((y + 1) * scale))),
      });
      if (pixel === undefined) continue;
      cells.data.set(source.data.subarray(pixel * 4, pixel * 4 + 3), (y * cells.width + x) * 4);
      cells.data[(y * cells.width + x) * 4 + 3] = 255;
    }
  }
  return cells;
}

interface Cell {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A pixel with the cell's most frequent colour; `undefined` when most of the cell is empty. */
function chosenPixel({ width, data }: Raster, places: Uint8Array, cell: Cell): number | undefined {
  const votes = new Uint32Array(pixelGrid.colours);
  const voters = new Uint32Array(pixelGrid.colours);
  let visible = 0;
  for (let y = cell.top; y < cell.bottom; y += 1) {
    for (let x = cell.left; x < cell.right; x += 1) {
      const pixel = y * width + x;
      if ((data[pixel * 4 + 3] ?? 0) < 128) continue;
      visible += 1;
      const place = places[pixel] ?? 0;
      votes[place] = (votes[place] ?? 0) + 1;
      voters[place] = pixel;
    }
  }
  if (visible * 2 < (cell.right - cell.left) * (cell.bottom - cell.top)) return undefined;
  return voters[votes.indexOf(Math.max(...votes))];
}
