/** Type and size of an image, from its header. */
export interface ImageHeader {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Reads type and size of a PNG, JPEG or WebP image from its header; `undefined` for anything else. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.readUInt32BE(0) === 0x89504e47) {
      return { mediaType: 'image/png', width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
    }
    if (view.readUInt16BE(0) === 0xffd8) return jpegHead(view);
    if (text(view, 0) === 'RIFF' && text(view, 8) === 'WEBP') return webpHead(view);
  } catch (error) {
    // The header is truncated.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

const text = (view: Buffer, at: number) => view.toString('latin1', at, at + 4);

/** Walks the segments to the frame header (SOF0 to SOF15, without DHT, JPG and DAC). */
function jpegHead(view: Buffer): ImageHeader | undefined {
  for (let at = 2; view.readUInt8(at) === 0xff;) {
    const marker = view.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame)
      return { mediaType: 'image/jpeg', width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) };
    at += 2 + view.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpHead(view: Buffer): ImageHeader | undefined {
  const mediaType = 'image/webp';
  const kind = text(view, 12);
  if (kind === 'VP8X')
    return { mediaType, width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ')
    return { mediaType, width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const packed = view.readUInt32LE(21);
  return { mediaType, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}
