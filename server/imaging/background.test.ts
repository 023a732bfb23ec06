import { describe, expect, test } from 'vitest';
import { colourOf, rasterOf } from '../../test/fakes/rasters.ts';
import { seeded } from '../../test/fakes/random.ts';
import { removeBackground } from './background.ts';
import type { Raster } from './raster.ts';

type Rgb = readonly [number, number, number];

/** A disc with a spot in it, antialiased, on a background. */
function disc(figure: Rgb, spot: Rgb, backdrop: (x: number, y: number) => Rgb): Raster {
  const side = 120;
  return rasterOf(side, side, (x, y) => {
    const far = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2);
    const share = Math.max(0, Math.min(1, side * 0.35 - far + 0.5));
    const inner = far < side * 0.1 ? spot : figure;
    const behind = backdrop(x, y);
    const mixed = (part: 0 | 1 | 2) => Math.round(inner[part] * share + behind[part] * (1 - share));
    return [mixed(0), mixed(1), mixed(2), 255];
  });
}

const white: Rgb = [255, 255, 255];
const orange: Rgb = [226, 120, 60];
const magenta: Rgb = [255, 0, 255];
const random = seeded(3);

describe('a background', () => {
  test.each<[string, (x: number, y: number) => Rgb]>([
    ['white', () => white],
    ['black', () => [0, 0, 0]],
    ['green', () => [0, 255, 0]],
    ['magenta', () => magenta],
    ['a gradient', (x, y) => [200 - y * 0.5, 210 - x * 0.3, 230 - y * 0.2]],
    ['a little noisy', () => [236 + random(8), 236 + random(8), 240 + random(8)]],
    ['a painted checkerboard', (x, y) => (((x >> 3) + (y >> 3)) % 2 ? white : [204, 204, 204])],
  ])('that is %s becomes transparent, and the figure stays', (_, backdrop) => {
    const cut = removeBackground(disc(orange, [30, 30, 40], backdrop));
    for (const [x, y] of [
      [1, 1],
      [118, 1],
      [1, 118],
      [60, 8],
      [60, 112],
    ] as const)
      expect(colourOf(cut, x, y)[3]).toBe(0);
    expect(colourOf(cut, 60, 30)).toEqual([...orange, 255]);
    expect(colourOf(cut, 60, 60)).toEqual([30, 30, 40, 255]);
  });

  test('keeps areas of its colour inside the figure: eyes, a white belly', () => {
    const cut = removeBackground(disc(orange, white, () => white));
    expect(colourOf(cut, 60, 60)).toEqual([255, 255, 255, 255]);
    expect(colourOf(cut, 2, 2)[3]).toBe(0);
  });

  test('of a key colour is also taken out of holes', () => {
    const cut = removeBackground(disc(orange, magenta, () => magenta));
    expect(colourOf(cut, 60, 60)[3]).toBe(0);
  });

  test('is taken out of the colours of the edge, whose alpha is its share', () => {
    const cut = removeBackground(disc([200, 40, 40], [200, 40, 40], () => [0, 0, 255]));
    const soft = Array.from({ length: 120 }, (_, x) => colourOf(cut, x, 60)).filter(
      ([, , , alpha = 0]) => alpha > 20 && alpha < 235,
    );
    for (const [red = 0, , blue = 0] of soft) {
      expect(red).toBeGreaterThan(150);
      expect(blue).toBeLessThan(100);
    }
    const alphas = cut.data.filter((_, at) => at % 4 === 3);
    expect(alphas.some((alpha) => alpha > 20 && alpha < 235)).toBe(true);
  });

  test('a background like the figure stays opaque', () => {
    const noise = seeded(9);
    const busy = rasterOf(60, 60, () => [noise(256), noise(256), noise(256), 255]);
    expect(removeBackground(busy).data).toEqual(busy.data);
    const plain = rasterOf(40, 40, () => [90, 90, 90, 255]);
    expect(removeBackground(plain).data).toEqual(plain.data);
  });

  test('that is transparent already is left alone', () => {
    const drawn = rasterOf(50, 50, (x, y) =>
      Math.hypot(x - 25, y - 25) < 15 ? [250, 250, 250, 255] : [9, 8, 7, 0],
    );
    expect(removeBackground(drawn).data).toEqual(drawn.data);
  });
});
