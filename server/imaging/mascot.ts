import type { PetState, PetStyle } from '../../contract/pets/requests.ts';
import { mixLab, toLab, type Lab } from './colour.ts';
import { curve, drawFeatures, roundEye, type FacePlan } from './facial-features.ts';
import { fromCells } from './pixel-grid.ts';
import { earsOf, tailOf, type EarKind, type TailKind } from './mascot-parts.ts';
import { cel, createCanvas, paint, plush, type Canvas } from './paint.ts';
import type { Raster } from './raster.ts';
import { ellipse, grown, limb, mirrored, polygon, union, within, type Shape } from './shapes.ts';

/** A mascot as data; the same look always gives the same image. */
export interface MascotLook {
  readonly ears: EarKind;
  readonly tail: TailKind;
  readonly coat: Lab;
  /** Colour of belly, muzzle and the inside of ears. */
  readonly patch: Lab;
  /** Colour of scarf, sprout, and the cheeks of a bird. */
  readonly accent: Lab;
  readonly nose: 'button' | 'triangle' | 'beak' | 'none';
  readonly pattern: 'none' | 'mask' | 'blaze' | 'spot';
  readonly scarf: boolean;
  /** 0.85 (slim) to 1.15 (round). */
  readonly width: number;
}

/** Side of the drawing in canvas units. */
const units = 100;
const middle = 50;
/** Number of pixel-art blocks along the side. */
const cells = 64;

/**
 * Draws a mascot with alpha on a square. `pixel` is drawn on a grid of blocks, at the nearest multiple of 64 pixels.
 */
export function drawMascot(look: MascotLook, style: PetStyle, side: number): Raster {
  const [drawn] = drawMascots(look, style, side, [undefined]);
  if (!drawn) throw new Error('nothing was drawn');
  return drawn;
}

/** The same mascot in several states, `undefined` for none: the figure, which takes most of the time, is painted once. */
export function drawMascots(
  look: MascotLook,
  style: PetStyle,
  side: number,
  states: readonly (PetState | undefined)[],
): Raster[] {
  const isPixel = style === 'pixel';
  const canvas = createCanvas(isPixel ? cells : side, units, isPixel);
  figure(canvas, look, style);
  return states.map((state) => {
    const raster = { ...canvas.raster, data: canvas.raster.data.slice() };
    face({ ...canvas, raster }, look, state);
    return isPixel ? fromCells(raster, Math.max(1, Math.round(side / cells))) : raster;
  });
}

type Fill = (shape: Shape, colour: Lab, bevel: number) => void;

/** Paints from back to front; drawn styles get an outline around each group. */
function figure(canvas: Canvas, look: MascotLook, style: PetStyle): void {
  const { coat, patch, accent, width } = look;
  const fill: Fill = (shape, colour, bevel) =>
    paint(canvas, shape, {
      colour: style === 'soft-3d' ? plush(shape, colour, bevel) : cel(shape, colour, bevel * 0.16),
    });
  const line = style === 'soft-3d' ? 0 : style === 'pixel' ? 1.5 : style === 'chibi' ? 1.3 : 0;
  const outlined = (shape: Shape) => {
    if (line > 0) paint(canvas, grown(shape, line), { colour: lineColour(coat) });
  };
  const grow = style === 'chibi' ? 1.08 : 1;
  const head = ellipse(middle, 43, 29 * width * grow, 25 * grow);
  const body = ellipse(middle, 76, 18.5 * width, 17);
  const foot = ellipse(middle - 9 * width, 91, 7, 5);
  const arm = limb(middle - 15 * width, 70, middle - 19 * width, 79, 4.2, 4.8);
  const ears = earsOf(look.ears, width * grow);
  const tail = tailOf(look.tail, width);

  for (const part of [tail.shape, ears.outer, union(body, foot, mirrored(foot, middle))]) outlined(part);
  fill(tail.shape, coat, 7);
  fill(within(tail.shape, tail.tip), patch, 7);
  fill(ears.outer, ears.isAccent ? accent : coat, 6);
  fill(ears.inner, patch, 5);
  fill(body, coat, 16);
  fill(within(ellipse(middle, 79, 11.5 * width, 13), grown(body, -1)), patch, 12);
  for (const limbShape of [foot, mirrored(foot, middle), arm, mirrored(arm, middle)]) {
    outlined(within(limbShape, grown(body, -3)));
    fill(limbShape, coat, 5);
  }
  outlined(head);
  fill(head, coat, 24);
  pattern(look, head, fill);
  if (look.scarf) scarf(canvas, look, outlined, fill);
}

/** Outline colour: the coat, much darker. */
const lineColour = (coat: Lab): Lab => [Math.min(0.34, coat[0] * 0.42), coat[1] * 0.6, coat[2] * 0.6];

function pattern(look: MascotLook, head: Shape, fill: Fill): void {
  const { patch, width } = look;
  const inHead = (shape: Shape) => within(shape, grown(head, -0.6));
  if (look.pattern === 'mask') {
    const cheek = ellipse(middle - 15 * width, 55, 17 * width, 13, 0.35);
    fill(inHead(union(cheek, mirrored(cheek, middle))), patch, 14);
  }
  if (look.pattern === 'blaze') fill(inHead(ellipse(middle, 30, 5 * width, 17)), patch, 8);
  if (look.pattern === 'spot') fill(inHead(ellipse(middle + 12 * width, 42, 9.5 * width, 11)), patch, 12);
  if (look.nose !== 'beak') fill(inHead(ellipse(middle, 56, 11.5 * width, 8.2)), patch, 9);
}

function scarf(
  canvas: Canvas,
  { accent, width }: MascotLook,
  outlined: (shape: Shape) => void,
  fill: Fill,
): void {
  const band = within(ellipse(middle, 66.5, 17.5 * width, 5.2), (_x, y) => 64 - y);
  const end = limb(middle + 8 * width, 69, middle + 10 * width, 78, 3.2, 3.8);
  outlined(within(end, (_x, y) => 70 - y));
  fill(end, accent, 4);
  fill(band, accent, 5);
  paint(
    canvas,
    within(end, (_x, y) => 76.5 - y),
    { colour: mixLab(accent, toLab(255, 255, 255), 0.45) },
  );
}

function face(canvas: Canvas, look: MascotLook, state: PetState | undefined): void {
  const plan = planOf(look);
  nose(canvas, look);
  if (state) return drawFeatures(canvas, plan, state);
  for (const eye of [plan.left, plan.right]) roundEye(canvas, plan, eye, [0, 0]);
  if (plan.mouth) curve(canvas, plan, plan.mouth, 0.75);
  for (const x of [plan.left.x - 4, plan.right.x + 4])
    paint(canvas, ellipse(x, 52.5, 3.6, 2), {
      colour: toLab(255, 130, 140),
      opacity: 0.32,
      soft: canvas.hard ? 0 : 2,
    });
}

const dark = toLab(44, 34, 40);
const light = toLab(255, 250, 240);

function planOf({ coat, nose: kind, width, pattern: kindOfPattern, patch, accent }: MascotLook): FacePlan {
  const eye = { y: 44, rx: 3.7, ry: 4.7 };
  const around = kindOfPattern === 'mask' ? mixLab(coat, patch, 0.5) : coat;
  const isDark = around[0] < 0.5;
  return {
    left: { ...eye, x: middle - 12.5 * width },
    right: { ...eye, x: middle + 12.5 * width },
    ...(kind === 'beak' ? {} : { mouth: { x: middle, y: kind === 'none' ? 55.5 : 58.6, half: 4.2 } }),
    ink: isDark ? mixLab(coat, light, 0.75) : dark,
    ...(isDark && { iris: mixLab(accent, toLab(255, 236, 160), 0.55) }),
    mouthInk: (kind === 'none' ? coat : patch)[0] < 0.5 ? light : dark,
    skin: coat,
    thought: { x: 77, y: 22, size: 6.4 },
  };
}

function nose(canvas: Canvas, { nose: kind, accent }: MascotLook): void {
  if (kind === 'button') paint(canvas, ellipse(middle, 53.4, 3.1, 2.3), { colour: dark });
  if (kind === 'triangle') {
    const corners = [
      [middle - 1.9, 52.6],
      [middle + 1.9, 52.6],
      [middle, 54.4],
    ] as const;
    paint(canvas, polygon(corners, 0.9), { colour: toLab(214, 104, 112) });
  }
  if (kind === 'beak') {
    const beak = polygon(
      [
        [middle - 4.5, 52],
        [middle + 4.5, 52],
        [middle, 57],
      ],
      1.6,
    );
    paint(canvas, beak, { colour: canvas.hard ? accent : plush(beak, accent, 4) });
  }
}
