import { expect, test } from 'vitest';
import { plainPng } from '../../test/fakes/png.ts';
import { readImageHeader } from './image-header.ts';

const webp = (kind: string, rest: readonly number[]) =>
  Buffer.concat([Buffer.from(`RIFF....WEBP${kind}`, 'latin1'), Buffer.from([0, 0, 0, 0, ...rest])]);

test('CFG19: type and size stand in the head of a picture', () => {
  expect(readImageHeader(plainPng(7, 9, [1, 2, 3, 255]))).toEqual({
    mediaType: 'image/png',
    width: 7,
    height: 9,
  });
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0, 9, 0, 7, 1]);
  expect(readImageHeader(jpeg)).toEqual({ mediaType: 'image/jpeg', width: 7, height: 9 });
  expect(readImageHeader(webp('VP8X', [0, 0, 0, 0, 6, 0, 0, 8, 0, 0]))).toEqual({
    mediaType: 'image/webp',
    width: 7,
    height: 9,
  });
  expect(readImageHeader(webp('VP8L', [0x2f, 6, 0, 2, 0]))).toEqual({
    mediaType: 'image/webp',
    width: 7,
    height: 9,
  });
});

test('a truncated file, or one that is no picture, has none', () => {
  for (const bytes of [
    [],
    [0x89],
    [0xff, 0xd8, 0xff],
    Buffer.from('<svg xmlns="x"/>'),
    Buffer.from('RIFF1234WEBPVP8X'),
  ]) {
    expect(readImageHeader(Uint8Array.from(bytes))).toBeUndefined();
  }
});
