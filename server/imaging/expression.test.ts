import { describe, expect, test } from 'vitest';
import { petStates, petStyles, type PetStyle } from '../../contract/pets/requests.ts';
import { toLab } from './colour.ts';
import { drawExpression } from './expression.ts';
import { findFace } from './face.ts';
import { cellSizeOf } from './pixel-grid.ts';
import { drawMascot, type MascotLook } from './mascot.ts';
import { rasterOf } from '../../test/fakes/rasters.ts';

const fox: MascotLook = {
  ears: 'fox',
  tail: 'bush',
  coat: toLab(240, 138, 72),
  patch: toLab(255, 241, 222),
  accent: toLab(72, 150, 196),
  nose: 'button',
  pattern: 'mask',
  scarf: true,
  width: 1,
};
const looks: Readonly<Record<string, MascotLook>> = {
  fox,
  'a dark cat': {
    ...fox,
    ears: 'cat',
    coat: toLab(54, 52, 64),
    patch: toLab(206, 210, 232),
    pattern: 'none',
    nose: 'triangle',
  },
  'a white rabbit': {
    ...fox,
    ears: 'bunny',
    coat: toLab(246, 240, 240),
    patch: toLab(255, 206, 214),
    pattern: 'none',
    nose: 'triangle',
  },
};

describe('a face', () => {
  test.each(
    Object.entries(looks).flatMap(([name, look]) => petStyles.map((style) => [name, style, look] as const)),
  )('of %s in %s is found where it was drawn', (_, style, look) => {
    const side = 192;
    const { found, left, right } = findFace(drawMascot(look, style, side));
    const unit = side / 100;
    expect(found).toBe(true);
    expect(Math.abs(left.x - 37.5 * unit)).toBeLessThan(3 * unit);
    expect(Math.abs(right.x - 62.5 * unit)).toBeLessThan(3 * unit);
    expect(Math.abs(left.y - 44 * unit)).toBeLessThan(3 * unit);
  });

  test('is supposed in the middle of the region where no eyes are seen', () => {
    const plain = rasterOf(100, 100, () => [200, 180, 160, 255]);
    const face = findFace(plain, { centerX: 0.5, centerY: 0.3, width: 0.4, height: 0.3 });
    expect(face.found).toBe(false);
    expect((face.left.x + face.right.x) / 2).toBeCloseTo(50);
    expect(face.left.y).toBeGreaterThan(20);
    expect(face.left.y).toBeLessThan(45);
  });
});

describe('PET44: an expression composed without a model', () => {
  const masters = new Map(petStyles.map((style) => [style, drawMascot(fox, style, 192)]));
  const masterIn = (style: PetStyle) => masters.get(style) ?? drawMascot(fox, style, 192);

  test.each(petStyles)('in %s is four different pictures, each the same every time', (style) => {
    const master = masterIn(style);
    const before = master.data.slice();
    const drawn = petStates.map((state) => drawExpression(master, state, style));
    expect(new Set(drawn.map(({ data }) => Buffer.from(data).toString('base64'))).size).toBe(4);
    for (const [nth, state] of petStates.entries()) {
      expect(drawn[nth]).toEqual(drawExpression(master, state, style));
      expect(drawn[nth]?.width).toBe(master.width);
    }
    expect(master.data).toEqual(before);
  });

  test('changes the face and nothing below the neck', () => {
    const master = masterIn('soft-3d');
    const below = master.width * Math.round(master.height * 0.7) * 4;
    for (const state of petStates)
      expect(drawExpression(master, state, 'soft-3d').data.subarray(below)).toEqual(
        master.data.subarray(below),
      );
  });

  test('PET10: of pixel art stays on its grid, with hard edges', () => {
    const master = masterIn('pixel');
    for (const state of petStates) {
      const drawn = drawExpression(master, state, 'pixel');
      expect(cellSizeOf(drawn)).toBe(cellSizeOf(master));
      expect(new Set(drawn.data.filter((_, at) => at % 4 === 3))).toEqual(new Set([0, 255]));
    }
  });

  test.each([
    [1, 1],
    [2, 9],
    [64, 3],
  ])('of a picture of %i x %i pixels is a picture of that size', (width, height) => {
    const tiny = rasterOf(width, height, () => [120, 100, 80, 255]);
    for (const state of petStates)
      expect(drawExpression(tiny, state, 'flat').data).toHaveLength(width * height * 4);
    expect(
      drawExpression(
        rasterOf(8, 8, () => [0, 0, 0, 0]),
        'sad',
        'flat',
      ).width,
    ).toBe(8);
  });
});
