import type { PetStyle } from '../../../../contract/pets/requests.ts';
import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import { removeBackground } from '../../../imaging/background.ts';
import { cellSizeOf, drawCells, fromCells, pixelGrid, toCells } from '../../../imaging/pixel-grid.ts';
import { cropRaster, figureBox, type Raster } from '../../../imaging/raster.ts';

/** The side of a pixel-art master is a multiple of the block size near this number of pixels. */
const pixelMasterSide = 512;
/** Maximum of logical pixels of a model's own grid; with more it is no pixel art. */
const maxCells = 128;

/** Makes a master: the figure on a transparent square; pixel art on a grid. */
export function makeMaster(raster: Raster, style: PetStyle): Raster {
  const figure = removeBackground(raster);
  if (style !== 'pixel') return onSquare(figure, (longer) => Math.ceil(longer * 0.04));
  const cells = onSquare(cellsOf(figure), () => 1);
  return fromCells(cells, Math.max(2, Math.round(pixelMasterSide / cells.width)));
}

/** Pixel art keeps its own grid; anything else is put on a new one. */
function cellsOf(figure: Raster): Raster {
  const own = cellSizeOf(figure);
  if (own > 1 && Math.max(figure.width, figure.height) / own <= maxCells) return toCells(figure, own);
  return drawCells(
    onSquare(figure, () => 0),
    pixelGrid.cells - 2,
  );
}

/** Centres a figure on a square with a margin. */
function onSquare(raster: Raster, freeBeside: (longerSide: number) => number): Raster {
  const box = figureBox(raster);
  if (!box) throw invalid(explained('picture_blank'));
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const side = Math.max(width, height) + 2 * freeBeside(Math.max(width, height));
  const left = box.left - Math.floor((side - width) / 2);
  const top = box.top - Math.floor((side - height) / 2);
  return cropRaster(raster, { left, top, right: left + side, bottom: top + side });
}
