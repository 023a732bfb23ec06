import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { plainPng } from '../../test/fakes/png.ts';
import { seeded } from '../../test/fakes/random.ts';
import { noiseRaster } from '../../test/fakes/rasters.ts';
import { isFault } from '../kit/fault.ts';
import { decodeImage, encodePng, resizeRaster } from './image.ts';
import type { Raster } from './raster.ts';

const as = async (raster: Raster, format: 'jpeg' | 'webp') =>
  sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 4 } })
    .toFormat(format)
    .toBuffer();

describe('PET10: a PNG that is read and written again', () => {
  test.each([
    [1, 1],
    [3, 7],
    [64, 33],
    [257, 129],
  ])('is the same byte for byte, also the colours under alpha 0: %i x %i', async (width, height) => {
    const raster = noiseRaster(width, height);
    const again = await decodeImage(await encodePng(raster));
    expect({ width: again.width, height: again.height }).toEqual({ width, height });
    expect(Buffer.compare(again.data, raster.data)).toBe(0);
  });
});

test('pictures that were read leave no memory behind', async () => {
  const side = 2048;
  const png = await encodePng({ width: side, height: side, data: new Uint8Array(side * side * 4) });
  // Whether pictures that nobody holds are collected in time depends on the other tests of the process.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const read = async (times: number) => {
    for (let nth = 0; nth < times; nth += 1) {
      await decodeImage(png);
      // Else the process is as large as what was read since the last collection.
      collect();
    }
    return process.memoryUsage.rss();
  };
  const before = await read(4);
  const pictures = 40;
  expect((await read(pictures)) - before).toBeLessThan((pictures * side * side * 4) / 2);
});

test('WR20, PET2: a picture of few pixels in one endless row is refused, since its rows are held many times over', async () => {
  const refused = { code: 'invalid', message: expect.stringMatching(/wider or higher than 65535/) };
  for (const [width, height] of [
    [65_536, 1],
    [1, 65_536],
  ] as const)
    await expect(decodeImage(plainPng(width, height, [1, 2, 3, 255]))).rejects.toMatchObject(refused);
  const longest = await decodeImage(plainPng(65_535, 1, [1, 2, 3, 255]), { longestSide: 64 });
  expect(longest).toMatchObject({ width: 64, height: 1 });
});

describe('PET2: the kind of a picture', () => {
  test('is recognised by its content: JPEG, PNG and WebP are read', async () => {
    const raster = noiseRaster(20, 10);
    for (const bytes of [await encodePng(raster), await as(raster, 'jpeg'), await as(raster, 'webp')])
      expect(await decodeImage(bytes)).toMatchObject({ width: 20, height: 10 });
  });

  test.each([
    [
      'SVG',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>',
      ),
    ],
    ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(500)],
    ['TIFF', Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(100)])],
  ])('%s is refused', async (_, bytes) => {
    await expect(decodeImage(bytes)).rejects.toMatchObject({
      code: 'invalid',
      message: 'The picture must be a JPEG, PNG or WebP',
    });
  });

  test('SVG stays switched off in the codec itself, also behind the head of a PNG', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported/);
    const mixed = Buffer.concat([Buffer.from(plainPng(2, 2, [1, 2, 3, 4])).subarray(0, 33), svg]);
    await expect(decodeImage(mixed)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('a picture that is not sound', () => {
  test('is refused when it is cut anywhere before the end of its pixels', async () => {
    const raster = noiseRaster(40, 30);
    for (const bytes of [
      Buffer.from(await encodePng(raster)),
      await as(raster, 'jpeg'),
      await as(raster, 'webp'),
    ]) {
      for (let share = 0; share < 0.95; share += 0.07)
        await expect(decodeImage(bytes.subarray(0, Math.floor(bytes.length * share)))).rejects.toMatchObject({
          code: 'invalid',
        });
    }
  });

  test('is refused when its checksums are wrong', async () => {
    const bytes = Buffer.from(await encodePng(noiseRaster(40, 30)));
    const at = bytes.indexOf('IDAT');
    for (const place of [29, at + 8, at + 4 + bytes.readUInt32BE(at - 4)]) {
      const broken = Buffer.from(bytes);
      broken.writeUInt8(broken.readUInt8(place) ^ 0x55, place);
      await expect(decodeImage(broken)).rejects.toMatchObject({ code: 'invalid' });
    }
  });

  test('never does more than be refused or read, whatever bytes are changed', async () => {
    const random = seeded(5);
    const raster = noiseRaster(24, 24);
    const sources = [
      Buffer.from(await encodePng(raster)),
      await as(raster, 'jpeg'),
      await as(raster, 'webp'),
    ];
    for (let round = 0; round < 150; round += 1) {
      const broken = Buffer.from(sources[round % 3] ?? []);
      for (let change = 0; change < 6; change += 1) broken.writeUInt8(random(256), random(broken.length));
      const outcome = await decodeImage(broken).catch((error: unknown) => error);
      expect(
        isFault(outcome, 'invalid') || (outcome !== null && typeof outcome === 'object' && 'data' in outcome),
      ).toBe(true);
    }
  });

  test('is refused for its size before it is decoded', async () => {
    const bomb = Buffer.from(plainPng(2, 2, [1, 2, 3, 4]));
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    await expect(decodeImage(bomb)).rejects.toMatchObject({ message: /16777216 pixels/ });
    bomb.writeUInt32BE(0, 16);
    await expect(decodeImage(bomb)).rejects.toMatchObject({ code: 'invalid' });
    bomb.writeUInt32BE(0xffffffff, 16);
    await expect(decodeImage(bomb)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is refused when it moves', async () => {
    const frames = noiseRaster(10, 20);
    const webp = await sharp(frames.data, { raw: { width: 10, height: 20, channels: 4, pageHeight: 10 } })
      .webp({ loop: 0, delay: [90, 90] })
      .toBuffer();
    await expect(decodeImage(webp)).rejects.toMatchObject({ message: 'The picture must not be animated' });
    const png = Buffer.from(plainPng(2, 2, [1, 2, 3, 4]));
    const control = Buffer.from([0, 0, 0, 0, 0x61, 0x63, 0x54, 0x4c, 0, 0, 0, 0]);
    const moving = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
    await expect(decodeImage(moving)).rejects.toMatchObject({ message: 'The picture must not be animated' });
  });
});

describe('what is written', () => {
  test('holds nothing but the picture: no place, no profile, nothing behind the end', async () => {
    const raster = noiseRaster(16, 8);
    const photo = await sharp(raster.data, { raw: { width: 16, height: 8, channels: 4 } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const read = await decodeImage(Buffer.concat([photo, Buffer.from('<script>PK</script>')]));
    expect({ width: read.width, height: read.height }).toEqual({ width: 8, height: 16 });
    const written = Buffer.from(await encodePng(read));
    expect(written.includes('somebody')).toBe(false);
    expect(written.includes('script')).toBe(false);
    expect(written.includes('eXIf')).toBe(false);
    expect(written.subarray(-8, -4).toString('latin1')).toBe('IEND');
  });

  test('is made smaller on reading, never larger, and owns its memory', async () => {
    const bytes = await encodePng(noiseRaster(200, 50));
    expect(await decodeImage(bytes, { longestSide: 100 })).toMatchObject({ width: 100, height: 25 });
    const same = await decodeImage(bytes, { longestSide: 1000 });
    expect(same).toMatchObject({ width: 200, height: 50 });
    expect(same.data.byteLength).toBe(same.data.buffer.byteLength);
    expect(await resizeRaster(same, 20, 5)).toMatchObject({ width: 20, height: 5 });
  });
});
