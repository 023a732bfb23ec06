import { describe, expect, test } from 'vitest';
import { seeded } from '../../../../test/fakes/random.ts';
import { colourOf, noiseRaster, rasterOf } from '../../../../test/fakes/rasters.ts';
import type { Run } from '../../../../contract/pets/mask.ts';
import { copyRaster, type Raster } from '../../../imaging/raster.ts';
import { cleanEdge } from './edge.ts';
import { clearMask, flattenRuns } from './mask.ts';
import { regionMask, regionWeights } from './region.ts';
import { eraseStrokes } from './strokes.ts';

/** Random runs as of a brush: ascending and disjoint. */
function randomRuns(pixels: number, seed: number): readonly Run[] {
  const random = seeded(seed);
  const runs: Run[] = [];
  for (let at = random(9); at < pixels;) {
    const length = 1 + random(40);
    if (at + length > pixels) break;
    runs.push([at, length]);
    at += length + random(60);
  }
  return runs;
}

const isSelected = (runs: readonly Run[], pixel: number) =>
  runs.some(([start, length]) => pixel >= start && pixel < start + length);

/** Pixels whose alpha differs; fails when a colour differs. */
function alphaChanges(before: Raster, after: Raster): Set<number> {
  const changed = new Set<number>();
  for (let at = 0; at < before.data.length; at += 1) {
    if (before.data[at] === after.data[at]) continue;
    expect(at % 4).toBe(3);
    changed.add((at - 3) / 4);
  }
  return changed;
}

describe('PET10: a mask', () => {
  test.each([1, 2, 3, 4, 5, 6])('clears the alpha of what it selects and not one byte more (%i)', (seed) => {
    const [width, height] = [31 + seed * 7, 23 + seed * 3];
    const before = noiseRaster(width, height, seed);
    const after = copyRaster(before);
    const runs = randomRuns(width * height, seed);
    clearMask(after, { width, height, runs: flattenRuns(runs) });
    const expected = before.data.slice();
    for (let pixel = 0; pixel < width * height; pixel += 1)
      if (isSelected(runs, pixel)) expected[pixel * 4 + 3] = 0;
    expect(after.data).toEqual(expected);
  });

  test('may select the first pixel, the last, all, or none', () => {
    const before = noiseRaster(8, 4);
    for (const [runs, cleared] of [
      [[[0, 1]], [0]],
      [[[31, 1]], [31]],
      [[], []],
    ] as const) {
      const after = copyRaster(before);
      clearMask(after, { width: 8, height: 4, runs: flattenRuns(runs) });
      for (let pixel = 0; pixel < 32; pixel += 1)
        expect(after.data[pixel * 4 + 3]).toBe(
          cleared.some((each) => each === pixel) ? 0 : before.data[pixel * 4 + 3],
        );
    }
    const all = copyRaster(before);
    clearMask(all, { width: 8, height: 4, runs: flattenRuns([[0, 32]]) });
    expect(all.data.filter((_, at) => at % 4 === 3).every((alpha) => alpha === 0)).toBe(true);
  });

  test('PET9: of another size is refused, and nothing changes', () => {
    const raster = noiseRaster(8, 4);
    const before = raster.data.slice();
    for (const [width, height] of [
      [4, 8],
      [8, 5],
      [32, 1],
    ] as const)
      expect(() => clearMask(raster, { width, height, runs: flattenRuns([[0, 1]]) })).toThrow(/8 x 4/);
    expect(raster.data).toEqual(before);
  });
});

describe('PET11: strokes', () => {
  /** Distance of a point to a polyline. */
  const distance = (x: number, y: number, points: readonly (readonly [number, number])[]) =>
    Math.min(
      ...points.map(([bx, by], nth) => {
        const [ax, ay] = points[nth - 1] ?? [bx, by];
        const length = (bx - ax) ** 2 + (by - ay) ** 2;
        const along =
          length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
        return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
      }),
    );

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'clear the pixels whose centre the brush covers, and no others (%i)',
    (seed) => {
      const random = seeded(seed * 31);
      const before = rasterOf(48, 37, (x, y) => [x, y, 7, 255]);
      const strokes = Array.from({ length: 1 + random(3) }, () => ({
        radius: 1 + random(50) / 7,
        points: Array.from({ length: 1 + random(5) }, (): [number, number] => [
          random(700) / 10 - 10,
          random(600) / 10 - 10,
        ]),
      }));
      const after = copyRaster(before);
      eraseStrokes(after, strokes);
      const changed = alphaChanges(before, after);
      const wrong = Array.from({ length: 48 * 37 }, (_, pixel) => pixel).filter((pixel) => {
        const x = (pixel % 48) + 0.5;
        const y = Math.floor(pixel / 48) + 0.5;
        const over = Math.min(...strokes.map(({ points, radius }) => distance(x, y, points) - radius));
        // On the boundary either result is right.
        return Math.abs(over) > 1e-6 && changed.has(pixel) !== over < 0;
      });
      expect(wrong).toEqual([]);
    },
  );

  test('beside the picture change nothing, and a brush larger than it clears all', () => {
    const before = noiseRaster(20, 20);
    const after = copyRaster(before);
    eraseStrokes(after, [
      {
        radius: 5,
        points: [
          [-50, -50],
          [-50, 90],
          [-1e9, -1e9],
        ],
      },
    ]);
    expect(after).toEqual(before);
    eraseStrokes(after, [{ radius: 1024, points: [[10, 10]] }]);
    expect(after.data.filter((_, at) => at % 4 === 3).every((alpha) => alpha === 0)).toBe(true);
  });
});

describe('PET14: an edge', () => {
  /** A square figure with a white fringe of one pixel. */
  const fringed = () =>
    rasterOf(40, 40, (x, y) => {
      const inside = Math.min(x, 39 - x, y, 39 - y) - 6;
      if (inside < 0) return [1, 2, 3, 0];
      return inside < 1 ? [240, 236, 236, 255] : [180, 60, 40, 255];
    });
  const soft = () =>
    rasterOf(40, 40, (x, y) => {
      const share = Math.max(0, Math.min(1, 14 - Math.hypot(x - 19.5, y - 19.5)));
      return [
        Math.round(180 * share + 255 * (1 - share)),
        Math.round(60 * share + 255 * (1 - share)),
        40,
        Math.round(255 * share),
      ];
    });

  test.each([
    [1, false],
    [2, false],
    [1, true],
    [2, true],
    [0.5, false],
    [1.5, true],
  ])(
    'shrinks by %d pixels, changes alpha only, and hard edges stay hard in pixel art (%s)',
    (shrink, pixelArt) => {
      const before = fringed();
      const after = copyRaster(before);
      cleanEdge(after, { shrink, dewhite: 0, pixelArt });
      alphaChanges(before, after);
      const row = Array.from({ length: 12 }, (_, x) => colourOf(after, x, 20)[3] ?? 0);
      expect(row.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
      expect(row[6]).toBe(shrink === 0.5 ? 128 : 0);
      expect(row[9]).toBe(255);
      expect(row.filter((alpha) => alpha === 255)).toHaveLength(6 - Math.ceil(shrink));
      const half = shrink % 1 !== 0 && !pixelArt;
      expect(new Set(after.data.filter((_, at) => at % 4 === 3))).toEqual(
        new Set(half ? [0, 128, 255] : [0, 255]),
      );
    },
  );

  test('of a soft figure moves inwards and stays soft', () => {
    const after = soft();
    const before = copyRaster(after);
    cleanEdge(after, { shrink: 1, dewhite: 0, pixelArt: false });
    const alphas = (raster: Raster) => Array.from({ length: 20 }, (_, x) => colourOf(raster, x, 19)[3] ?? 0);
    expect(alphas(after).slice(1)).toEqual(alphas(before).slice(0, -1));
  });

  test.each([false, true])('gives up its white, and alpha stays in pixel art: %s', (pixelArt) => {
    const after = fringed();
    const before = copyRaster(after);
    cleanEdge(after, { shrink: 0, dewhite: 100, pixelArt });
    const [red = 0, green = 0, blue = 0, alpha = 0] = colourOf(after, 6, 20);
    expect(red - green).toBeGreaterThan(90);
    expect(blue).toBeLessThan(90);
    expect(alpha > 80).toBe(pixelArt);
    for (const [x, y] of [
      [20, 20],
      [9, 9],
      [2, 2],
    ] as const)
      expect(colourOf(after, x, y)).toEqual(colourOf(before, x, y));
  });

  test('of a white figure stays white', () => {
    const white = rasterOf(40, 40, (x, y) =>
      Math.hypot(x - 20, y - 20) < 14 ? [250, 250, 248, 255] : [0, 0, 0, 0],
    );
    const before = copyRaster(white);
    cleanEdge(white, { shrink: 0, dewhite: 100, pixelArt: false });
    expect(white).toEqual(before);
  });

  test('at the border of the picture is not taken for an edge', () => {
    const whole = rasterOf(10, 10, () => [5, 5, 5, 255]);
    const before = copyRaster(whole);
    cleanEdge(whole, { shrink: 2, dewhite: 100, pixelArt: false });
    expect(whole).toEqual(before);
  });

  test.each([
    [1, 1],
    [1, 9],
    [7, 2],
  ])('of a picture of %i x %i pixels is tidied too', (width, height) => {
    const tiny = noiseRaster(width, height);
    cleanEdge(tiny, { shrink: 1.5, dewhite: 50, pixelArt: false });
    expect(tiny.data).toHaveLength(width * height * 4);
  });
});

describe('PET12: a region', () => {
  test('is 0 outside, 1 in its middle, and softens within its feather', () => {
    const weights = regionWeights(
      { centerX: 0.5, centerY: 0.5, width: 0.5, height: 0.5, feather: 0.2 },
      100,
      100,
    );
    const row = Array.from(weights.subarray(5000, 5100));
    expect(row.slice(0, 25).every((weight) => weight === 0)).toBe(true);
    expect(row[50]).toBe(1);
    expect(row.slice(25, 35)).toEqual(row.slice(25, 35).toSorted((a, b) => a - b));
    expect(weights[25 * 100 + 25]).toBe(0);
  });

  test('may reach beyond the picture, or lie in its corner', () => {
    for (const region of [
      { centerX: 0, centerY: 0, width: 1, height: 1, feather: 0 },
      { centerX: 1, centerY: 0.5, width: 0.05, height: 1, feather: 0.5 },
      { centerX: 9, centerY: -3, width: 0.1, height: 0.1, feather: 0.1 },
    ]) {
      const weights = regionWeights(region, 33, 17);
      expect(weights).toHaveLength(33 * 17);
      expect(weights.every((weight) => weight >= 0 && weight <= 1)).toBe(true);
    }
  });

  test('is transparent in the mask for a model, and only there', () => {
    const region = { centerX: 0.4, centerY: 0.6, width: 0.3, height: 0.5, feather: 0.1 };
    const weights = regionWeights(region, 50, 40);
    const { data } = regionMask(region, 50, 40);
    weights.forEach((weight, pixel) => expect(data[pixel * 4 + 3]).toBe(weight > 0 ? 0 : 255));
  });
});
