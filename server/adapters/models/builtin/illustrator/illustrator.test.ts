import { describe, expect, test } from 'vitest';
import { petStates, petStyles } from '../../../../../contract/pets/requests.ts';
import { colourOf, rasterOf } from '../../../../../test/fakes/rasters.ts';
import { decodeImage, encodePng } from '../../../../imaging/image.ts';
import { cellSizeOf } from '../../../../imaging/pixel-grid.ts';
import { figureBox, hasAlpha, type Raster } from '../../../../imaging/raster.ts';
import type { ImageCall } from '../../../../ports/models.ts';
import { createBuiltinIllustrator } from './builtin-illustrator.ts';
import { taskOf } from './prompt.ts';

const illustrator = createBuiltinIllustrator();

async function draw(call: Partial<ImageCall> = {}): Promise<Raster> {
  const { images } = await illustrator.call({
    model: '',
    scenario: 'pet_master',
    prompt: 'a friendly mascot',
    width: 192,
    height: 192,
    signal: new AbortController().signal,
    ...call,
  });
  return decodeImage(images[0] ?? new Uint8Array());
}

/** A brown animal with dark eyes in front of grass. */
const photo = rasterOf(160, 140, (x, y) => {
  if (Math.hypot(x - 66, y - 60) < 5 || Math.hypot(x - 94, y - 60) < 5) return [20, 18, 22, 255];
  if (Math.hypot((x - 80) / 36, (y - 72) / 48) < 1) return [176 + (x % 3) * 4, 116, 70, 255];
  return [60 + ((x * 7 + y * 13) % 40), 130 + ((x * 5 + y * 3) % 50), 50, 255];
});
const asked = async (raster: Raster) => ({ bytes: await encodePng(raster), mediaType: 'image/png' });

describe('the built-in illustrator', () => {
  test.each(petStyles)('draws a mascot with alpha in %s, the same for the same words', async (style) => {
    const task = { kind: 'pet-master', style } as const;
    const first = await draw({ task });
    expect(first).toEqual(await draw({ task }));
    expect(first).toMatchObject({ width: 192, height: 192 });
    expect(colourOf(first, 0, 0)[3]).toBe(0);
    expect(cellSizeOf(first) > 1).toBe(style === 'pixel');
  });

  test('takes animals and colours from the words, in English and Chinese', async () => {
    const blue = await draw({ prompt: 'a blue cat' });
    const [red = 0, , light = 0] = colourOf(blue, 96, 50);
    expect(light).toBeGreaterThan(red + 40);
    expect(await draw({ prompt: '一只蓝色的猫' })).not.toEqual(await draw({ prompt: '一只红色的猫' }));
  });

  test('obeys the wishes of a prompt that fences them, not its rules', async () => {
    const prompt = 'Draw it. <wishes>a pink rabbit</wishes> No blue, no black, no bear.';
    const [red = 0, , blue = 0] = colourOf(await draw({ prompt }), 96, 55);
    expect(red).toBeGreaterThan(blue);
  });

  test.each(petStyles)('restyles a photo in %s: its subject, cut out', async (style) => {
    const drawn = await draw({ task: { kind: 'pet-master', style }, image: await asked(photo) });
    const box = figureBox(drawn, 127);
    expect(hasAlpha(drawn)).toBe(true);
    expect(box).toBeDefined();
    const middle = Math.round(((box?.left ?? 0) + (box?.right ?? 0)) / 2);
    const [red = 0, green = 0, , alpha] = colourOf(drawn, middle, Math.round(drawn.height * 0.7));
    expect(alpha).toBe(255);
    expect(red).toBeGreaterThan(green);
  });

  test('makes something of any picture: plain, noisy, tiny', async () => {
    for (const raster of [
      rasterOf(40, 30, () => [90, 90, 90, 255]),
      rasterOf(50, 50, (x, y) => [(x * 97 + y * 31) % 256, (x * 13 + y * 71) % 256, (x * y) % 256, 255]),
      rasterOf(1, 1, () => [4, 5, 6, 255]),
    ])
      for (const style of petStyles)
        expect(
          await draw({ task: { kind: 'pet-master', style }, image: await asked(raster) }),
        ).toHaveProperty('data');
  });

  test('draws expressions, each its own, also as a movement', async () => {
    const mascot = await draw({ task: { kind: 'pet-master', style: 'soft-3d' } });
    const image = await asked(mascot);
    for (const mode of ['face', 'motion'] as const) {
      const drawn = await Promise.all(
        petStates.map((state) => draw({ task: { kind: 'pet-expression', state, mode }, image })),
      );
      expect(new Set(drawn.map(({ data }) => Buffer.from(data).toString('base64'))).size).toBe(4);
    }
  });

  test('with a mask changes only pixels that the mask leaves transparent', async () => {
    const image = await asked(photo);
    const mask = await encodePng(
      rasterOf(160, 140, (x, y) => [0, 0, 0, x > 40 && x < 120 && y < 90 ? 0 : 255]),
    );
    for (const task of [
      { kind: 'pet-expression', state: 'happy', mode: 'face' },
      { kind: 'pet-master', style: 'flat' },
    ] as const) {
      const drawn = await draw({ task, image, mask });
      expect(drawn).toMatchObject({ width: 160, height: 140 });
      const changed = Array.from(
        { length: 160 * 140 },
        (_, pixel) => [pixel % 160, Math.floor(pixel / 160)] as const,
      ).filter(([x, y]) => colourOf(drawn, x, y).join() !== colourOf(photo, x, y).join());
      expect(changed.length).toBeGreaterThan(50);
      expect(changed.filter(([x, y]) => x <= 40 || x >= 120 || y >= 90)).toEqual([]);
    }
  });

  test('refuses anything but a picture, and stops when aborted', async () => {
    const image = { bytes: Buffer.from('no picture'), mediaType: 'image/png' };
    await expect(draw({ image })).rejects.toMatchObject({ code: 'invalid' });
    await expect(draw({ signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  });

  test('reads the words when no task is given', () => {
    expect(taskOf('Draw it with eyes closed, in the middle of a blink')).toMatchObject({ state: 'blink' });
    expect(taskOf('a little sad')).toMatchObject({ kind: 'pet-expression', state: 'sad' });
    expect(taskOf('pixel art of a dog')).toEqual({ kind: 'pet-master', style: 'pixel' });
    expect(taskOf('anything')).toEqual({ kind: 'pet-master', style: 'soft-3d' });
  });
});
