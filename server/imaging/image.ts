import sharp from 'sharp';
import { Fault, invalid } from '../kit/fault.ts';
import { readImageHead, type ImageHead } from './image-header.ts';
import type { Raster } from './raster.ts';

/*
 * The only door to the codec. Nothing but JPEG, PNG and WebP is ever loaded: the loaders of all other formats
 * (SVG, PDF, TIFF …) are switched off for the process.
 */
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/** No picture with more pixels is decoded. */
const maxImagePixels = 16_777_216;

export interface DecodeOptions {
  /** Makes the picture smaller, never larger, so that no side is longer; pixels. */
  readonly longestSide?: number;
}

/**
 * Reads a JPEG, PNG or WebP picture, as its content says, turned upright, in sRGB.
 * @throws Fault `invalid` when it is something else, too large, animated, damaged or incomplete
 */
export async function decodeImage(bytes: Uint8Array, { longestSide }: DecodeOptions = {}): Promise<Raster> {
  checkHead(bytes);
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: maxImagePixels, autoOrient: true });
  if (longestSide !== undefined)
    image.resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
  try {
    const pixels = image.toColourspace('srgb').ensureAlpha().raw();
    const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: owned(data) };
  } catch (error) {
    throw new Fault('invalid', 'The picture is damaged or incomplete', {}, error);
  }
}

/** A PNG of a picture, without any other data; colours under transparent pixels stay as they are. */
export async function encodePng({ width, height, data }: Raster): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: maxImagePixels });
  return owned(await image.png({ compressionLevel: 7 }).toBuffer());
}

/** A PNG of at most 256 colours: a fraction of the size, for flat drawings. */
export async function encodeSmallPng({ width, height, data }: Raster): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return owned(await image.png({ palette: true, quality: 92, effort: 7, dither: 0.6 }).toBuffer());
}

/** The same picture in another size, smoothly; alpha is respected. */
export async function resizeRaster(
  { width, height, data }: Raster,
  newWidth: number,
  newHeight: number,
): Promise<Raster> {
  if (width === newWidth && height === newHeight) return { width, height, data };
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  const resized = await image.resize(newWidth, newHeight, { fit: 'fill' }).raw().toBuffer();
  return { width: newWidth, height: newHeight, data: owned(resized) };
}

/** What can be refused from the first bytes is, before anything is decoded. */
function checkHead(bytes: Uint8Array): void {
  const head = readImageHead(bytes);
  if (!head) throw invalid('The picture must be a JPEG, PNG or WebP');
  if (head.width * head.height > maxImagePixels)
    throw invalid(`The picture must not have more than ${maxImagePixels} pixels`);
  if (head.width === 0 || head.height === 0) throw invalid('The picture is damaged or incomplete');
  if (isAnimated(bytes, head)) throw invalid('The picture must not be animated');
}

/** An extended WebP says so in its flags; a PNG has a control chunk before its pixels. */
function isAnimated(bytes: Uint8Array, { mediaType }: ImageHead): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (mediaType === 'image/webp')
    return view.toString('latin1', 12, 16) === 'VP8X' && ((view[20] ?? 0) & 2) !== 0;
  if (mediaType !== 'image/png') return false;
  for (let at = 8; at + 8 <= view.length; at += 12 + view.readUInt32BE(at)) {
    const chunk = view.toString('latin1', at + 4, at + 8);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

/**
 * Bytes that own their memory, so that they can be handed to another thread. The codec's own `toUint8Array` would save
 * this copy, but sharp 0.35 never frees what it gives.
 */
const owned = (data: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(data);
