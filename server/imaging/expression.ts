import type { PetState, PetStyle } from '../../contract/pets/requests.ts';
import { labPlane, mixLab, toLab, type Lab } from './colour.ts';
import { drawFeatures, type Eye, type FacePlan } from './facial-features.ts';
import { findFace, type Face, type FaceRegion } from './face.ts';
import { cellSizeOf, fromCells, toCells } from './pixel-grid.ts';
import { inpaint } from './inpaint.ts';
import { copyRaster, figureBox, type Raster } from './raster.ts';
import { reachOf } from './connected-components.ts';

/**
 * Draws an expression over a figure without a model: finds the face, inpaints eyes and mouth with the skin around them,
 * and draws new ones. Deterministic; pixel art stays on its grid.
 */
export function drawExpression(
  master: Raster,
  state: PetState,
  style: PetStyle,
  region?: FaceRegion,
): Raster {
  const size = style === 'pixel' ? cellSizeOf(master) : 1;
  if (size === 1) return express(master, state, style === 'pixel', region);
  return fromCells(express(toCells(master, size), state, true, region), size);
}

function express(master: Raster, state: PetState, hard: boolean, region?: FaceRegion): Raster {
  const raster = copyRaster(master);
  const face = findFace(raster, region);
  if (face.found) clearFace(raster, face);
  drawFeatures({ raster, scale: 1, hard }, planOf(raster, face), state);
  return raster;
}

/** Removes the eyes, and the mouth if one was found. */
function clearFace(raster: Raster, face: Face): void {
  const plane = labPlane(raster.data);
  for (const eye of [face.left, face.right]) {
    const reach = reachOf(raster, plane, eye, face.skin);
    inpaint(raster, { x: eye.x, y: eye.y, rx: eye.rx * reach + 1, ry: eye.ry * reach + 1 });
  }
  if (!face.oldMouth) return;
  const { left, right, top, bottom } = face.oldMouth;
  inpaint(raster, {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    rx: ((right - left) / 2) * 1.25 + 1,
    ry: ((bottom - top) / 2) * 1.3 + 1,
  });
}

/** Bounds the size of the eyes and picks an ink that is visible on the skin. */
function planOf(raster: Raster, { left, right, mouth, skin }: Face): FacePlan {
  const box = figureBox(raster, 127) ?? { left: 0, top: 0, right: raster.width, bottom: raster.height };
  const size = Math.max(2, (right.x - left.x) * 0.26);
  const room = {
    x: right.x + (right.x - left.x) * 0.75,
    y: Math.max(size * 3, left.y - (right.x - left.x) * 0.85),
  };
  const usual = (eye: Eye): Eye => {
    const mean = (left.rx + left.ry + right.rx + right.ry) / 4;
    const clamped = (value: number) => Math.min(mean * 1.35, Math.max(mean * 0.75, value));
    return { ...eye, rx: clamped(eye.rx), ry: clamped(eye.ry) };
  };
  return {
    left: usual(left),
    right: usual(right),
    mouth,
    ink: inkOn(skin),
    mouthInk: inkOn(colourAt(raster, mouth.x, mouth.y)),
    skin,
    ...(skin[0] < 0.42 && { iris: toLab(250, 214, 120) }),
    thought: {
      x: Math.min(room.x, raster.width - size * 3.2),
      y: Math.max(room.y, Math.min(box.top, size * 2.9), size * 3.1),
      size,
    },
  };
}

const inkOn = (skin: Lab): Lab =>
  skin[0] < 0.42 ? mixLab(skin, toLab(255, 248, 236), 0.72) : mixLab(toLab(38, 28, 32), skin, 0.06);

function colourAt({ width, height, data }: Raster, x: number, y: number): Lab {
  const column = Math.max(0, Math.min(width - 1, Math.round(x)));
  const row = Math.max(0, Math.min(height - 1, Math.round(y)));
  const at = (row * width + column) * 4;
  return toLab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
}
