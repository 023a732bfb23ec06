import type { ImageProcessor } from '../../server/features/pets/pets.ts';
import { invalid } from '../../server/kit/fault.ts';
import { readImageHeader, type ImageHeader } from '../../server/imaging/image-header.ts';
import { plainPng } from './png.ts';

/** Side of the masters it makes, in pixels. */
export const fakeSide = 8;

/** Work on images without pixels: every result is a small plain PNG of another colour than those before. */
export function createFakeImageProcessor(): ImageProcessor {
  let colour = 0;
  const next = () => {
    colour += 1;
    return plainPng(fakeSide, fakeSide, [colour % 256, colour >> 8, 0, 255]);
  };
  const headOf = (bytes: Uint8Array): ImageHeader => {
    const head = readImageHeader(bytes);
    if (!head) throw invalid('The picture must be a JPEG, PNG or WebP');
    return head;
  };
  const made = async (bytes: Uint8Array, signal: AbortSignal) => {
    signal.throwIfAborted();
    headOf(bytes);
    return next();
  };

  return {
    photo: made,
    master: (bytes, _style, signal) => made(bytes, signal),
    inspect: async (bytes) => {
      const { width, height } = headOf(bytes);
      return { width, height, hasAlpha: false };
    },
    async clearMask(bytes, mask, signal) {
      const { width, height } = headOf(bytes);
      if (mask.width !== width || mask.height !== height) throw invalid('The mask has another size');
      return made(bytes, signal);
    },
    eraseStrokes: (bytes, _strokes, signal) => made(bytes, signal),
    edge: (bytes, _options, signal) => made(bytes, signal),
    expression: (master, _wanted, signal) => made(master, signal),
    regionMask: (master, _region, signal) => made(master, signal),
    async blend(master, drawn, _within, signal) {
      headOf(drawn);
      return made(master, signal);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
