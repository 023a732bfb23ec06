import { decodeImage, resizeRaster } from '../../../../imaging/image.ts';
import { drawExpression } from '../../../../imaging/expression.ts';
import { cellSizeOf } from '../../../../imaging/pixel-grid.ts';
import { drawMascot } from '../../../../imaging/mascot.ts';
import { cropRaster, type Raster } from '../../../../imaging/raster.ts';
import type { ImageCall } from '../../../../ports/models.ts';
import { traitsOf } from './traits.ts';
import { move } from './motion.ts';
import { stylise } from './style.ts';
import { taskOf } from './prompt.ts';

export type Order = Pick<ImageCall, 'prompt' | 'width' | 'height'> & {
  readonly task: ImageCall['task'] | undefined;
  readonly image: Uint8Array | undefined;
  readonly mask: Uint8Array | undefined;
};

/** Maximum length of a side in pixels. */
const longestSide = 1024;
/** Size at which photos are restyled; finer grain would not survive anyway. */
const workingSide = 640;

/** Draws the image of a call. With a mask, only pixels that it leaves transparent differ from the given image. */
export async function illustrate({ prompt, task, image, mask, width, height }: Order): Promise<Raster> {
  const wanted = task && task.kind !== 'probe' ? task : taskOf(prompt);
  const size = { width: sideOf(width), height: sideOf(height) };
  if (!image) {
    const style = wanted.kind === 'pet-master' ? wanted.style : 'soft-3d';
    return centred(drawMascot(traitsOf(prompt), style, Math.min(size.width, size.height)), size);
  }
  const given = await decodeImage(image, { longestSide });
  const drawn =
    wanted.kind === 'pet-expression' ? express(given, wanted) : await restyled(image, wanted.style, size);
  return mask ? onlyMasked(given, drawn, await decodeImage(mask, { longestSide })) : drawn;
}

const sideOf = (pixels: number): number => Math.max(64, Math.min(longestSide, Math.round(pixels)));

function express(
  given: Raster,
  { state, mode, region }: Extract<ReturnType<typeof taskOf>, { kind: 'pet-expression' }>,
) {
  const style = cellSizeOf(given) > 1 ? 'pixel' : 'soft-3d';
  const posed = mode === 'motion' && style !== 'pixel' ? move(given, state) : given;
  return drawExpression(posed, state, style, region);
}

async function restyled(
  image: Uint8Array,
  style: Parameters<typeof stylise>[1],
  size: Size,
): Promise<Raster> {
  const drawn = stylise(await decodeImage(image, { longestSide: workingSide }), style);
  if (style === 'pixel') return drawn;
  const scale = Math.min(size.width / drawn.width, size.height / drawn.height);
  return centred(
    await resizeRaster(drawn, Math.round(drawn.width * scale), Math.round(drawn.height * scale)),
    size,
  );
}

type Size = Pick<Raster, 'width' | 'height'>;

/** Centres an image on a transparent canvas. Pixel art keeps its size, so that its blocks stay whole. */
function centred(raster: Raster, { width, height }: Size): Raster {
  if (raster.width > width || raster.height > height) return raster;
  const left = -Math.floor((width - raster.width) / 2);
  const top = -Math.floor((height - raster.height) / 2);
  return cropRaster(raster, { left, top, right: left + width, bottom: top + height });
}

async function onlyMasked(given: Raster, drawn: Raster, mask: Raster): Promise<Raster> {
  const fitted = await resizeRaster(drawn, given.width, given.height);
  const free = await resizeRaster(mask, given.width, given.height);
  const data = given.data.slice();
  for (let at = 0; at < data.length; at += 4)
    if ((free.data[at + 3] ?? 255) < 128) data.set(fitted.data.subarray(at, at + 4), at);
  return { ...given, data };
}
