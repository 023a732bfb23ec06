import type { PetState } from '../../contract/pets/requests.ts';
import { mixLab, toLab, type Lab } from './colour.ts';
import { paint, type Canvas } from './paint.ts';
import { bow, ellipse, limb, polygon, union, within } from './shapes.ts';

/** An eye: its centre and half axes. */
export interface Eye {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
}

/** Positions and colours of facial features, in canvas units. */
export interface FacePlan {
  readonly left: Eye;
  readonly right: Eye;
  /** Centre and half width; without it no mouth is drawn. */
  readonly mouth?: { readonly x: number; readonly y: number; readonly half: number };
  /** Colour of the lines around the eyes. */
  readonly ink: Lab;
  /** Colour of the mouth's line. */
  readonly mouthInk: Lab;
  /** Colour of the skin around the eyes. */
  readonly skin: Lab;
  /** Colour around the pupil, used where dark eyes would be invisible. */
  readonly iris?: Lab;
  /** Start of the thought dots, beside the upper right of the head. */
  readonly thought: { readonly x: number; readonly y: number; readonly size: number };
}

const black = toLab(34, 28, 34);
const pink = toLab(255, 120, 135);
const white = toLab(255, 255, 255);
const water = toLab(96, 178, 246);
const tongue = toLab(232, 96, 104);

/** Draws an expression on a face whose eyes (and mouth, if planned) were removed. */
export function drawFeatures(canvas: Canvas, plan: FacePlan, state: PetState): void {
  marks[state](canvas, plan);
}

const marks: Readonly<Record<PetState, (canvas: Canvas, plan: FacePlan) => void>> = {
  blink(canvas, plan) {
    for (const eye of [plan.left, plan.right]) lid(canvas, plan, eye, 0.75);
    if (plan.mouth) curve(canvas, plan, { ...plan.mouth, half: plan.mouth.half * 0.7 }, 0.5);
  },
  happy(canvas, plan) {
    for (const eye of [plan.left, plan.right]) {
      lid(canvas, plan, { ...eye, y: eye.y + eye.ry * 0.1 }, -1.1);
      blush(canvas, plan, eye);
    }
    if (plan.mouth) openSmile(canvas, plan.mouth);
  },
  sad(canvas, plan) {
    for (const eye of [plan.left, plan.right]) {
      const inward = eye === plan.left ? 1 : -1;
      roundEye(canvas, plan, { ...eye, ry: eye.ry * 0.82, y: eye.y + eye.ry * 0.15 }, [0, 0.2]);
      brow(canvas, plan, eye, inward);
    }
    if (plan.mouth) curve(canvas, plan, { ...plan.mouth, half: plan.mouth.half * 0.8 }, -0.7);
    tear(canvas, plan.right);
  },
  thinking(canvas, plan) {
    for (const eye of [plan.left, plan.right]) roundEye(canvas, plan, eye, [0.3, -0.42]);
    brow(canvas, plan, { ...plan.right, y: plan.right.y - plan.right.ry * 0.35 }, 0.15);
    if (plan.mouth) {
      const { x, y, half } = plan.mouth;
      curve(canvas, plan, { x: x + half * 0.35, y, half: half * 0.45 }, -0.15);
    }
    thoughtDots(canvas, plan);
  },
};

/** Line width: a fraction of the eye, at least a pixel. */
const lineOf = ({ scale }: Canvas, { rx, ry }: Eye): number =>
  Math.max(0.52 / scale, Math.min(rx, ry) * 0.19);

/** A closed eye: an arc that hangs (asleep) or arches (laughing). */
function lid(canvas: Canvas, plan: FacePlan, eye: Eye, sag: number): void {
  paint(canvas, bow(eye.x, eye.y, eye.rx * 1.05, Math.min(eye.rx, eye.ry) * sag, lineOf(canvas, eye)), {
    colour: plan.ink,
  });
}

/** An open eye with highlights; `gaze` shifts them, as fractions of the eye. */
export function roundEye(canvas: Canvas, plan: FacePlan, eye: Eye, gaze: readonly [number, number]): void {
  const [dx, dy] = gaze;
  const shape = ellipse(eye.x, eye.y, eye.rx, eye.ry);
  paint(canvas, shape, { colour: plan.iris ?? plan.ink });
  if (plan.iris) {
    const pupil = ellipse(eye.x + dx * eye.rx * 0.5, eye.y + dy * eye.ry * 0.5, eye.rx * 0.66, eye.ry * 0.76);
    paint(canvas, within(pupil, shape), { colour: black });
  } else if (!canvas.hard) {
    const lower = ellipse(eye.x, eye.y + eye.ry * 0.62, eye.rx * 0.72, eye.ry * 0.4);
    paint(canvas, within(shape, lower), { colour: mixLab(plan.ink, plan.skin, 0.35), opacity: 0.7 });
  }
  const [x, y] = [eye.x + eye.rx * (dx - 0.28), eye.y + eye.ry * (dy - 0.3)];
  const size = Math.max(0.52 / canvas.scale, eye.rx * 0.34);
  const glint = ellipse(x, y, size, size);
  const second = ellipse(x + eye.rx * 0.62, y + eye.ry * 0.68, size * 0.45, size * 0.45);
  paint(canvas, within(canvas.hard ? glint : union(glint, second), shape), { colour: white });
}

function blush(canvas: Canvas, plan: FacePlan, eye: Eye): void {
  const away = eye === plan.left ? -1 : 1;
  paint(canvas, ellipse(eye.x + away * eye.rx * 0.9, eye.y + eye.ry * 1.75, eye.rx * 1.1, eye.ry * 0.55), {
    colour: pink,
    opacity: 0.5,
    soft: canvas.hard ? 0 : eye.ry * 0.5,
  });
}

type Mouth = NonNullable<FacePlan['mouth']>;

export function curve(canvas: Canvas, plan: FacePlan, { x, y, half }: Mouth, sag: number): void {
  paint(canvas, bow(x, y, half, half * sag, Math.max(0.52 / canvas.scale, half * 0.13)), {
    colour: plan.mouthInk,
  });
}

/** The lower half of an ellipse, with a tongue. */
function openSmile(canvas: Canvas, { x, y, half }: Mouth): void {
  const below = (_x: number, at: number) => y - half * 0.35 - at;
  const mouth = within(ellipse(x, y - half * 0.35, half, half * 1.05), below);
  paint(canvas, mouth, { colour: mixLab(black, tongue, 0.2) });
  paint(canvas, within(mouth, ellipse(x, y + half * 0.72, half * 0.62, half * 0.52)), { colour: tongue });
}

/** An eyebrow; `inward` 1 raises the end nearer the nose for the left eye, -1 for the right one. */
function brow(canvas: Canvas, plan: FacePlan, eye: Eye, inward: number): void {
  const y = eye.y - eye.ry * 1.55;
  const lift = eye.ry * 0.32 * inward;
  const reach = eye.rx * 0.8;
  paint(canvas, limb(eye.x - reach, y + lift, eye.x + reach, y - lift, lineOf(canvas, eye)), {
    colour: plan.ink,
  });
}

function tear(canvas: Canvas, eye: Eye): void {
  const size = Math.max(1 / canvas.scale, Math.min(eye.rx, eye.ry) * 0.42);
  const [x, y] = [eye.x + eye.rx * 0.75, eye.y + eye.ry * 1.15 + size];
  const tip = polygon(
    [
      [x, y - size * 1.9],
      [x + size * 0.75, y - size * 0.2],
      [x - size * 0.75, y - size * 0.2],
    ],
    size * 0.15,
  );
  paint(canvas, union(ellipse(x, y, size, size), tip), { colour: water });
  if (!canvas.hard)
    paint(canvas, ellipse(x - size * 0.3, y - size * 0.1, size * 0.28, size * 0.36), { colour: white });
}

/** Three dots that grow towards the upper right. */
function thoughtDots(canvas: Canvas, { thought: { x, y, size } }: FacePlan): void {
  for (const [nth, share] of [0.34, 0.55, 0.85].entries()) {
    const [cx, cy] = [x + size * 1.05 * nth, y - size * 1.1 * nth];
    const radius = size * share;
    const line = Math.max(canvas.hard ? 1 / canvas.scale : 0, size * 0.1);
    paint(canvas, ellipse(cx, cy, radius, radius), { colour: black, opacity: canvas.hard ? 1 : 0.8 });
    paint(canvas, ellipse(cx, cy, radius - line, radius - line), { colour: white });
  }
}
