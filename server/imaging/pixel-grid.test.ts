import { describe, expect, test } from 'vitest';
import { noiseRaster, rasterOf } from '../../test/fakes/rasters.ts';
import { labDistance, toLab, toRgb } from './colour.ts';
import { cellSizeOf, drawCells, fromCells, toCells } from './pixel-grid.ts';
import { applyPalette, paletteOf } from './palette.ts';

describe('OKLab', () => {
  test('gives every grey and colour back as it was', () => {
    for (let value = 0; value < 256; value += 5) {
      expect(toRgb(toLab(value, value, value))).toEqual([value, value, value]);
      expect(toRgb(toLab(value, 255 - value, 128))).toEqual([value, 255 - value, 128]);
    }
    expect(toLab(255, 255, 255)[0]).toBeCloseTo(1, 3);
    expect(labDistance(toLab(255, 0, 0), toLab(0, 255, 0))).toBeGreaterThan(0.4);
  });
});

describe('a palette', () => {
  test('has no more colours than asked, and those that are there when they are few', () => {
    expect(paletteOf(noiseRaster(40, 40), 12)).toHaveLength(12);
    const two = rasterOf(10, 10, (x) => (x < 5 ? [255, 0, 0, 255] : [0, 0, 255, 255]));
    const before = two.data.slice();
    applyPalette(two, paletteOf(two, 32));
    expect(two.data).toEqual(before);
    expect(
      paletteOf(
        rasterOf(4, 4, () => [9, 9, 9, 0]),
        8,
      ),
    ).toEqual([]);
  });
});

describe('a grid', () => {
  test.each([2, 3, 8])(
    'of blocks of %i pixels is found again, and taken down and up without a change',
    (size) => {
      const cells = rasterOf(13, 9, (x, y) => [x * 19, y * 28, (x * y) % 255, (x + y) % 3 === 0 ? 0 : 255]);
      const art = fromCells(cells, size);
      expect(cellSizeOf(art)).toBe(size);
      expect(fromCells(toCells(art, size), size)).toEqual(art);
    },
  );

  test('is not seen in other pictures', () => {
    expect(cellSizeOf(noiseRaster(16, 16))).toBe(1);
  });

  test('is drawn with at most 32 colours and no half-transparent cell', () => {
    const cells = drawCells(noiseRaster(200, 100), 50);
    expect({ width: cells.width, height: cells.height }).toEqual({ width: 50, height: 25 });
    const colours = new Set<string>();
    for (let at = 0; at < cells.data.length; at += 4) {
      expect([0, 255]).toContain(cells.data[at + 3]);
      if (cells.data[at + 3] === 255) colours.add(cells.data.subarray(at, at + 3).join());
    }
    expect(colours.size).toBeLessThanOrEqual(32);
  });
});
