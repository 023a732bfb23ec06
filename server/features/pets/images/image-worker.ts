import type { PetState, PetStyle } from '../../../../contract/pets/requests.ts';
import type { Stroke } from '../../../../contract/pets/strokes.ts';
import { decodeImage, encodePng } from '../../../imaging/image.ts';
import { drawExpression } from '../../../imaging/expression.ts';
import { hasAlpha, type Raster } from '../../../imaging/raster.ts';
import { serveOperations } from '../../../work/threads/thread-calls.ts';
import { blend } from './blend.ts';
import { cleanEdge, type EdgeOptions } from './edge.ts';
import { clearMask, type FlatMask } from './mask.ts';
import { makeMaster } from './master.ts';
import { regionMask, type Region } from './region.ts';
import { eraseStrokes } from './strokes.ts';

interface ImageInput {
  readonly bytes: Uint8Array;
}

/** Maximum side of stored photos, which is enough for image models. */
const photoSide = 1024;
/** Maximum side of masters; pages show a pet a few hundred pixels wide. */
const masterSide = 1024;

/** Operations of the image thread: decode, change, encode. */
const operations = {
  photo: async ({ bytes }: ImageInput) => encodePng(await decodeImage(bytes, { longestSide: photoSide })),

  inspect: async ({ bytes }: ImageInput) => {
    const raster = await decodeImage(bytes);
    return { width: raster.width, height: raster.height, hasAlpha: hasAlpha(raster) };
  },

  clearMask: ({ bytes, mask }: ImageInput & { readonly mask: FlatMask }) =>
    changed(bytes, (raster) => clearMask(raster, mask)),

  eraseStrokes: ({ bytes, strokes }: ImageInput & { readonly strokes: readonly Stroke[] }) =>
    changed(bytes, (raster) => eraseStrokes(raster, strokes)),

  edge: ({ bytes, options }: ImageInput & { readonly options: EdgeOptions }) =>
    changed(bytes, (raster) => cleanEdge(raster, options)),

  master: async ({ bytes, style }: ImageInput & { readonly style: PetStyle }) =>
    encodePng(makeMaster(await decodeImage(bytes, { longestSide: masterSide }), style)),

  expression: async ({ bytes, state, style, region }: ImageInput & ExpressionInput) =>
    encodePng(drawExpression(await decodeImage(bytes), state, style, region)),

  regionMask: async ({ bytes, region }: ImageInput & { readonly region: Region }) => {
    const { width, height } = await decodeImage(bytes);
    return encodePng(regionMask(region, width, height));
  },

  blend: async ({ bytes, drawn, region, style }: ImageInput & BlendInput) =>
    encodePng(await blend(await decodeImage(bytes), await decodeImage(drawn), region, style)),
};

export type ImageOperations = typeof operations;

interface ExpressionInput {
  readonly state: PetState;
  readonly style: PetStyle;
  readonly region: Region | undefined;
}

interface BlendInput {
  readonly drawn: Uint8Array;
  readonly region: Region;
  readonly style: PetStyle;
}

async function changed(bytes: Uint8Array, change: (raster: Raster) => void) {
  const raster = await decodeImage(bytes);
  change(raster);
  return encodePng(raster);
}

serveOperations(operations);
