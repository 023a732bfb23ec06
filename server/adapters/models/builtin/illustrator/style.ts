import type { PetStyle } from '../../../../../contract/pets/requests.ts';
import { labPlane, toRgb, type Lab } from '../../../../imaging/colour.ts';
import { drawCells, fromCells } from '../../../../imaging/pixel-grid.ts';
import { applyPalette, paletteOf } from '../../../../imaging/palette.ts';
import { cropRaster, figureBox, type Raster } from '../../../../imaging/raster.ts';
import { heightOf, outlined, widened } from './geometry.ts';
import { smooth } from './filter.ts';
import { segmentFigure } from './segmentation.ts';

/** The subject of a photo in a style, with alpha, cropped to itself. */
export function stylise(photo: Raster, style: PetStyle): Raster {
  const cut = segmentFigure(photo);
  const box = figureBox(cut, 127);
  if (!box) return cut;
  const room = Math.round((box.right - box.left) * 0.03) + 2;
  return styles[style](
    cropRaster(cut, {
      left: box.left - room,
      top: box.top - room,
      right: box.right + room,
      bottom: box.bottom + room,
    }),
  );
}

const styles: Readonly<Record<PetStyle, (cut: Raster) => Raster>> = {
  'soft-3d': (cut) => moulded(smooth(smooth(cut, 4), 3)),

  flat(cut) {
    const plain = vivid(smooth(smooth(cut, 5), 5), 1.2, 0.02);
    applyPalette(plain, paletteOf(plain, 9));
    return outlined(smooth(plain, 2), 0);
  },

  chibi(cut) {
    const plain = vivid(smooth(smooth(widened(cut), 4), 4), 1.25, 0.03);
    applyPalette(plain, paletteOf(plain, 14));
    return outlined(plain, Math.max(2, Math.round(cut.width * 0.011)));
  },

  pixel(cut) {
    const across = 64;
    const tall = Math.max(cut.width, cut.height);
    const left = -Math.floor((tall - cut.width) / 2);
    const top = -Math.floor((tall - cut.height) / 2);
    const square = cropRaster(cut, { left, top, right: left + tall, bottom: top + tall });
    return fromCells(outlined(drawCells(vivid(smooth(square, 3), 1.2, 0.02), across), 1), 8);
  },
};

/** Raises saturation and lightness, in place. */
function vivid(raster: Raster, factor: number, lighter: number): Raster {
  return repaint(raster, ([lightness, a, b]) => [
    Math.min(0.99, lightness + lighter),
    a * factor,
    b * factor,
  ]);
}

/** Quantizes lightness in soft steps, shades the figure as if inflated, and adds a rim light. */
function moulded(raster: Raster): Raster {
  const { width } = raster;
  const height = heightOf(raster);
  const steps = 7;
  return repaint(raster, ([lightness, a, b], pixel) => {
    const slopeX = ((height[pixel - 1] ?? 0) - (height[pixel + 1] ?? 0)) * 0.9;
    const slopeY = ((height[pixel - width] ?? 0) - (height[pixel + width] ?? 0)) * 0.9;
    const length = Math.hypot(slopeX, slopeY, 1);
    const lit = (-0.45 * slopeX - 0.62 * slopeY + 0.64) / length;
    const rim = (1 - 1 / length) ** 2 * Math.max(0, (slopeX * 0.6 + slopeY * 0.4) / length) * 0.5;
    const level = lightness * steps;
    const step = Math.floor(level) + smoothStep((level % 1) * 1.6 - 0.3);
    const shaded = (step / steps) * (0.84 + 0.26 * Math.max(0, lit)) + rim;
    return [Math.max(0, Math.min(0.99, shaded)), a * 1.14, b * 1.14];
  });
}

function smoothStep(value: number): number {
  const share = Math.max(0, Math.min(1, value));
  return share * share * (3 - 2 * share);
}

function repaint(raster: Raster, change: (colour: Lab, pixel: number) => Lab): Raster {
  const plane = labPlane(raster.data);
  for (let pixel = 0, at = 0; at < raster.data.length; pixel += 1, at += 4) {
    if (raster.data[at + 3] === 0) continue;
    const colour: Lab = [plane[pixel * 3] ?? 0, plane[pixel * 3 + 1] ?? 0, plane[pixel * 3 + 2] ?? 0];
    raster.data.set(toRgb(change(colour, pixel)), at);
  }
  return raster;
}
