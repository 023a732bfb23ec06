import { emptySelection, type Point, type Selection } from './runs.ts';

/** Pixels as a canvas gives them: red, green, blue and alpha of each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** The pixels around a point whose colour differs by at most `tolerance` of 255 in every channel; transparent ones never. */
export function similarAround({ width, height, data }: Pixels, at: Point, tolerance: number): Selection {
  const found = emptySelection(width, height);
  const [x, y] = [Math.floor(at.x), Math.floor(at.y)];
  if (x < 0 || y < 0 || x >= width || y >= height) return found;
  const seed = y * width + x;
  const fits = (pixel: number) => {
    if ((data[pixel * 4 + 3] ?? 0) === 0) return false;
    for (let channel = 0; channel < 3; channel += 1) {
      const difference = (data[pixel * 4 + channel] ?? 0) - (data[seed * 4 + channel] ?? 0);
      if (Math.abs(difference) > tolerance) return false;
    }
    return true;
  };
  const open: number[] = [];
  const visit = (pixel: number) => {
    if (found.pixels[pixel] === 1 || !fits(pixel)) return;
    found.pixels[pixel] = 1;
    open.push(pixel);
  };
  visit(seed);
  for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
    const column = pixel % width;
    if (column > 0) visit(pixel - 1);
    if (column < width - 1) visit(pixel + 1);
    if (pixel >= width) visit(pixel - width);
    if (pixel < width * (height - 1)) visit(pixel + width);
  }
  return found;
}
