import { afterAll, describe, expect, test } from 'vitest';
import { petLimits } from '../../../../contract/pets/limits.ts';
import { petStates, petStyles } from '../../../../contract/pets/requests.ts';
import { colourOf, noiseRaster, rasterOf } from '../../../../test/fakes/rasters.ts';
import { drawSkin } from '../../../../test/pictures/skin-pictures.ts';
import { decodeImage, encodePng, resizeRaster } from '../../../imaging/image.ts';
import { cellSizeOf } from '../../../imaging/pixel-grid.ts';
import { figureBox, hasAlpha, type Raster } from '../../../imaging/raster.ts';
import { createImageProcessor } from './image-processor.ts';
import { presetNames, presetImage } from './presets.ts';
import { regionWeights } from './region.ts';

const pictures = createImageProcessor();
afterAll(() => pictures[Symbol.asyncDispose]());

const { signal } = new AbortController();

const side = 200;

/** A brown figure with eyes on white, like a model's image. */
const painted = (): Raster =>
  rasterOf(side, side, (x, y) => {
    const [u, v] = [(x + 0.5) / side, (y + 0.5) / side];
    if (Math.hypot(u - 0.42, v - 0.45) < 0.03 || Math.hypot(u - 0.58, v - 0.45) < 0.03)
      return [20, 16, 18, 255];
    return Math.hypot((u - 0.5) / 0.25, (v - 0.55) / 0.35) < 1 ? [168, 112, 70, 255] : [255, 255, 255, 255];
  });
const master = async (style: (typeof petStyles)[number]) =>
  pictures.master(await encodePng(painted()), style, signal);

describe('a photo', () => {
  test('PET2: becomes a PNG of at most 1024 pixels a side; more than 5 MB are refused', async () => {
    const bytes = await pictures.photo(await encodePng(noiseRaster(1500, 300)), signal);
    expect(await pictures.inspect(bytes, signal)).toEqual({ width: 1024, height: 205, hasAlpha: true });
    await expect(pictures.photo(new Uint8Array(petLimits.photoBytes + 1), signal)).rejects.toMatchObject({
      code: 'invalid',
      message: /5 MB/,
    });
    await expect(pictures.photo(Buffer.from('<svg/>'), signal)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('a master', () => {
  test.each(petStyles)(
    'in %s is a square with the figure in its middle and nothing around it',
    async (style) => {
      const raster = await decodeImage(await master(style));
      expect(raster.width).toBe(raster.height);
      expect(colourOf(raster, 0, 0)[3]).toBe(0);
      const box = figureBox(raster);
      expect(Math.abs((box?.left ?? 0) - (raster.width - (box?.right ?? 0)))).toBeLessThan(
        raster.width * 0.05,
      );
    },
  );

  test('PET10: in pixel art lies on a grid, and making it a master again changes nothing', async () => {
    const first = await master('pixel');
    const raster = await decodeImage(first);
    expect(cellSizeOf(raster)).toBeGreaterThanOrEqual(4);
    const second = await decodeImage(await pictures.master(first, 'pixel', signal));
    expect(second.width).toBe(raster.width);
    expect(Buffer.compare(second.data, raster.data)).toBe(0);
  });

  test('of nothing is refused', async () => {
    const empty = await encodePng(rasterOf(10, 10, () => [0, 0, 0, 0]));
    await expect(pictures.master(empty, 'flat', signal)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('changes', () => {
  test('PET9, PET10, PET11: clear alpha and leave every other byte', async () => {
    const before = noiseRaster(60, 40);
    const bytes = await encodePng(before);
    const cleared = await decodeImage(
      await pictures.clearMask(bytes, { width: 60, height: 40, runs: [[10, 5]] }, signal),
    );
    const expected = before.data.slice();
    for (let pixel = 10; pixel < 15; pixel += 1) expected[pixel * 4 + 3] = 0;
    expect(cleared.data).toEqual(expected);
    await expect(
      pictures.clearMask(bytes, { width: 40, height: 60, runs: [[10, 5]] }, signal),
    ).rejects.toMatchObject({ code: 'invalid' });
    const erased = await decodeImage(
      await pictures.eraseStrokes(bytes, [{ radius: 2, points: [[30, 20]] }], signal),
    );
    expect(colourOf(erased, 30, 20)).toEqual([...colourOf(before, 30, 20).slice(0, 3), 0]);
    expect(colourOf(erased, 40, 20)).toEqual(colourOf(before, 40, 20));
  });

  test('PET15: of an edge give a picture of the same size', async () => {
    const tidied = await pictures.edge(
      await master('soft-3d'),
      { shrink: 1, dewhite: 60, pixelArt: false },
      signal,
    );
    const { width } = await pictures.inspect(await master('soft-3d'), signal);
    expect(await pictures.inspect(tidied, signal)).toMatchObject({ width, hasAlpha: true });
  });
});

describe('PET12: a picture drawn by a model', () => {
  const region = { centerX: 0.5, centerY: 0.4, width: 0.4, height: 0.3, feather: 0.1 };

  test.each(petStyles)('in %s is blended into the region; outside every byte stays', async (style) => {
    const bytes = await master(style);
    const before = await decodeImage(bytes);
    const drawn = rasterOf(before.width, before.height, () => [40, 200, 90, 255]);
    const after = await decodeImage(
      await pictures.blend(
        bytes,
        await encodePng(await resizeRaster(drawn, 333, 250)),
        { region, style },
        signal,
      ),
    );
    const size = style === 'pixel' ? cellSizeOf(before) : 1;
    const weights = regionWeights(region, before.width / size, before.height / size);
    let strays = 0;
    for (let pixel = 0; pixel < before.width * before.height; pixel += 1) {
      const x = pixel % before.width;
      const y = (pixel - x) / before.width;
      const weight = weights[Math.floor(y / size) * (before.width / size) + Math.floor(x / size)] ?? 0;
      if (weight === 0) strays += Number(colourOf(after, x, y).join() !== colourOf(before, x, y).join());
    }
    expect(strays).toBe(0);
    const middle = Math.round(before.width / 2);
    expect(colourOf(after, middle, Math.round(before.height * 0.4))).toEqual([40, 200, 90, 255]);
    expect(style === 'pixel' ? cellSizeOf(after) : 1).toBe(size);
  });

  test('keeps the outline of the master when it has no alpha of its own', async () => {
    const bytes = await master('flat');
    const before = await decodeImage(bytes);
    const whole = { centerX: 0.5, centerY: 0.5, width: 1, height: 1, feather: 0 };
    const drawn = await encodePng(rasterOf(64, 64, () => [40, 200, 90, 255]));
    const after = await decodeImage(
      await pictures.blend(bytes, drawn, { region: whole, style: 'flat' }, signal),
    );
    expect(hasAlpha(after)).toBe(true);
    expect(colourOf(after, 1, Math.round(before.height / 2))[3]).toBe(0);
  });

  test('input that is no picture is refused, also for a mask and an expression', async () => {
    const bytes = await master('flat');
    const garbage = Buffer.from('no picture');
    await expect(pictures.blend(bytes, garbage, { region, style: 'flat' }, signal)).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(pictures.regionMask(garbage, region, signal)).rejects.toMatchObject({ code: 'invalid' });
    await expect(pictures.expression(garbage, { state: 'sad', style: 'flat' }, signal)).rejects.toMatchObject(
      {
        code: 'invalid',
      },
    );
  });
});

describe('PET44: the built-in skins', () => {
  test('are three, whole, different in every picture, and small', async () => {
    const drawn = await Promise.all(presetNames.map(({ id }) => presetImage(id)));
    const skins = drawn.filter((skin) => skin !== undefined);
    expect(new Set(skins.map(({ id }) => id)).size).toBe(3);
    const all = skins.flatMap(({ master: idle, expressions }) => [
      idle,
      ...petStates.map((state) => expressions[state]),
    ]);
    expect(new Set(all.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(15);
    for (const bytes of all) {
      expect(bytes.byteLength).toBeLessThan(60_000);
      expect(await pictures.inspect(bytes, signal)).toEqual({ width: 320, height: 320, hasAlpha: true });
    }
    expect(await presetImage('ember')).toEqual(skins[0]);
    expect(await presetImage('none')).toBeUndefined();
  });

  test('PET44: are files of what is drawn, so that no visitor waits for a drawing', async () => {
    const ember = await presetImage('ember');
    const files = new Map<string, Uint8Array | undefined>([
      ['master', ember?.master],
      ...petStates.map((state) => [state, ember?.expressions[state]] as const),
    ]);
    for (const { picture, raster } of drawSkin('ember')) {
      const { data } = await decodeImage(files.get(picture) ?? new Uint8Array());
      let [apart, seen] = [0, 0];
      for (let n = 0; n < data.length; n += 4) {
        if (raster.data[n + 3] !== 255) continue;
        seen += 1;
        for (let channel = 0; channel < 4; channel++)
          apart += Math.abs((data[n + channel] ?? 0) - (raster.data[n + channel] ?? 0)) / 4;
      }
      // The files have fewer colours than the drawing.
      expect(seen).toBeGreaterThan(10_000);
      expect(apart / seen).toBeLessThan(4);
    }
  });
});
