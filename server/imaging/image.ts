import sharp from 'sharp';
import { explained } from '../kit/explained.ts';
import { Fault, invalid } from '../kit/fault.ts';
import { readImageHeader, type ImageHeader } from './image-header.ts';
import type { Raster } from './raster.ts';

/**
 * Only JPEG, PNG and WebP are decoded: the loaders of all other formats (SVG, PDF, TIFF …) are disabled for the
 * process.
 */
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/** Pictures with more pixels are refused. */
const maxImagePixels = 16_777_216;
/** Pictures that are longer are refused: a decoder holds whole rows, many times over. No JPEG or WebP can be. */
const maxImageSide = 65_535;

export interface DecodeOptions {
  /** Scales the image down, never up, to this length of the longer side; pixels. */
  readonly longestSide?: number;
}

/**
 * Decodes a JPEG, PNG or WebP image (detected by content), turned upright, in sRGB.
 * @throws Fault `invalid` for another format, or an image that is too large, animated, damaged or incomplete
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
    throw new Fault('invalid', explained('picture_damaged'), {}, error);
  }
}

/** PNG without metadata; colours under transparent pixels are kept. */
export async function encodePng({ width, height, data }: Raster): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: maxImagePixels });
  return owned(await image.png({ compressionLevel: 7 }).toBuffer());
}

/** JPEG without metadata; what is transparent becomes white. */
export async function encodeJpeg({ width, height, data }: Raster): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: maxImagePixels });
  return owned(await image.flatten({ background: '#fff' }).jpeg({ quality: 80 }).toBuffer());
}

/** Resizes an image smoothly, with respect to alpha. */
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

/** Refuses images by their header, before they are decoded. */
function checkHead(bytes: Uint8Array): void {
  const head = readImageHeader(bytes);
  if (!head) throw invalid(explained('picture_kind'));
  if (head.width * head.height > maxImagePixels)
    throw invalid(explained('picture_large', { count: maxImagePixels }));
  if (Math.max(head.width, head.height) > maxImageSide)
    throw invalid(explained('picture_long', { count: maxImageSide }));
  if (head.width === 0 || head.height === 0) throw invalid(explained('picture_damaged'));
  if (isAnimated(bytes, head)) throw invalid(explained('picture_animated'));
}

/** An extended WebP has a flag; a PNG has a control chunk before its pixels. */
function isAnimated(bytes: Uint8Array, { mediaType }: ImageHeader): boolean {
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
 * A copy that owns its memory, so that it can be transferred to another thread. Sharp's own `toUint8Array` would save
 * the copy, but sharp 0.35 leaks what it returns.
 */
const owned = (data: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(data);
