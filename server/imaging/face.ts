import { labAt, labDistance, labPlane, type Lab } from './colour.ts';
import { cropRaster, figureBox, type Box, type Raster } from './raster.ts';
import { findComponents, type Component } from './connected-components.ts';
import type { Eye } from './facial-features.ts';

/** Position of a face on an image, in pixels. */
export interface Face {
  readonly left: Eye;
  readonly right: Eye;
  readonly mouth: { readonly x: number; readonly y: number; readonly half: number };
  /** Area to inpaint before a new mouth is drawn. */
  readonly oldMouth?: Box;
  readonly skin: Lab;
  /** True when eyes were found; otherwise the position is the usual one. */
  readonly found: boolean;
}

/** Expected region of a face, as fractions of the image's sides. */
export interface FaceRegion {
  readonly centerX: number;
  readonly centerY: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Finds the eyes: two components in the upper part of the figure, alike in size, colour and height, on both sides of
 * its middle. Looks inside the region first, then on the whole figure.
 */
export function findFace(raster: Raster, region?: FaceRegion): Face {
  const figure = figureBox(raster, 127) ?? { left: 0, top: 0, right: raster.width, bottom: raster.height };
  const plane = labPlane(raster.data);
  const spots = findComponents(
    raster,
    plane,
    Math.max(2, Math.round((figure.right - figure.left) / 9)),
    0.13,
  );
  const wanted = region && boxOf(raster, region);
  const pair =
    (wanted &&
      bestPair(
        spots.filter((spot) => contains(wanted, spot)),
        figure,
      )) ??
    bestPair(spots, figure);
  if (!pair) return usualFace(wanted ?? headOf(figure), plane, raster);
  const skin = skinAround(raster, plane, pair);
  const [left, right] = pair.map(eyeOf);
  if (!left || !right) return usualFace(headOf(figure), plane, raster);
  return { ...mouthBelow(raster, left, right), left, right, skin, found: true };
}

const boxOf = ({ width, height }: Raster, region: FaceRegion): Box => ({
  left: (region.centerX - region.width / 2) * width,
  right: (region.centerX + region.width / 2) * width,
  top: (region.centerY - region.height / 2) * height,
  bottom: (region.centerY + region.height / 2) * height,
});

const contains = (box: Box, { x, y }: Component): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** A figure's head is about its upper 60 %. */
const headOf = ({ left, right, top, bottom }: Box): Box => ({
  left,
  right,
  top,
  bottom: top + (bottom - top) * 0.62,
});

function bestPair(spots: readonly Component[], figure: Box): readonly [Component, Component] | undefined {
  const eyes = spots.filter((spot) => couldBeEye(spot, figure));
  let best: readonly [Component, Component] | undefined;
  let most = 0.28;
  for (const left of eyes) {
    for (const right of eyes) {
      const score = left.x < right.x ? likeness(left, right, figure) : 0;
      if (score > most) [best, most] = [[left, right], score];
    }
  }
  return best;
}

function couldBeEye({ y, width, height, area }: Component, figure: Box): boolean {
  const size = (figure.right - figure.left) * (figure.bottom - figure.top);
  const shape = width / height;
  return (
    y < figure.top + (figure.bottom - figure.top) * 0.72 &&
    shape > 0.4 &&
    shape < 2.6 &&
    area > size * 0.0004 &&
    area < size * 0.03 &&
    area > width * height * 0.42
  );
}

/** 0 to 1: likelihood that two components are a pair of eyes. */
function likeness(left: Component, right: Component, figure: Box): number {
  const wide = figure.right - figure.left;
  const apart = right.x - left.x;
  const size = (left.width + right.width + left.height + right.height) / 4;
  if (apart < size * 1.3 || apart > wide * 0.62 || apart > size * 9) return 0;
  const level = 1 - Math.abs(left.y - right.y) / (apart * 0.35);
  const alike = Math.min(left.area, right.area) / Math.max(left.area, right.area);
  const colour = 1 - labDistance(left.colour, right.colour) / 0.35;
  const axis = (figure.left + figure.right) / 2;
  const middle = 1 - Math.abs((left.x + right.x) / 2 - axis) / (wide * 0.3);
  if (Math.min(level, alike - 0.3, colour, middle) <= 0) return 0;
  const contrast = Math.min(1, (left.contrast + right.contrast) / 0.5);
  const big = Math.min(1, size / (wide * 0.05));
  return level * alike * colour * Math.sqrt(middle) * (0.4 + 0.6 * contrast) * (0.5 + 0.5 * big);
}

const eyeOf = ({ x, y, width, height }: Component): Eye => ({ x, y, rx: width / 2, ry: height / 2 });

/** Puts the new mouth where the old one is, else under the nose, else at the usual position. */
function mouthBelow(raster: Raster, left: Eye, right: Eye): Pick<Face, 'mouth' | 'oldMouth'> {
  const apart = right.x - left.x;
  const [x, y] = [(left.x + right.x) / 2, (left.y + right.y) / 2];
  const half = Math.max(apart * 0.15, 2);
  const lines = linesIn(raster, {
    left: Math.round(x - apart * 0.42),
    right: Math.round(x + apart * 0.42),
    top: Math.round(y + Math.max(left.ry, apart * 0.16)),
    bottom: Math.round(y + apart * 0.98),
  }).filter((spot) => Math.abs(spot.x - x) < apart * 0.22 && spot.width < apart * 0.7);
  const { nose, old } = noseAndMouth(lines.map(boxAround), apart);
  if (old.length === 0) return { mouth: { x, y: nose ? nose.bottom + half : y + apart * 0.66, half } };
  const oldMouth = old.reduce((box, each) => ({
    left: Math.min(box.left, each.left),
    right: Math.max(box.right, each.right),
    top: Math.min(box.top, each.top),
    bottom: Math.max(box.bottom, each.bottom),
  }));
  const wide = Math.min((oldMouth.right - oldMouth.left) / 2, apart * 0.26);
  return {
    mouth: {
      x: ((oldMouth.left + oldMouth.right) / 2 + x) / 2,
      y: (oldMouth.top + oldMouth.bottom) / 2,
      half: Math.max(half, wide),
    },
    oldMouth,
  };
}

const boxAround = ({ x, y, width, height }: Component): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

/** The highest of several boxes is the nose, and so is a single narrow one; a tall one holds nose and mouth. */
function noseAndMouth(boxes: readonly Box[], apart: number): { nose?: Box; old: readonly Box[] } {
  const [first, ...others] = boxes;
  if (!first) return { old: [] };
  if (others.length > 0) return { nose: first, old: others };
  const tall = first.bottom - first.top;
  if (first.right - first.left > tall * 2) return { old: [first] };
  if (tall < apart * 0.24) return { nose: first, old: [] };
  return { nose: first, old: [{ ...first, top: first.top + tall * 0.5 }] };
}

/**
 * Lines and small components under the eyes, from top to bottom; those at the border of the window are parts of
 * something larger.
 */
function linesIn(raster: Raster, box: Box): readonly Component[] {
  const part = cropRaster(raster, box);
  const { width, height } = part;
  const reach = Math.max(2, Math.round(width / 7));
  const spots = findComponents(part, labPlane(part.data), reach, 0.07);
  const dark = spots.filter(({ isDark }) => isDark);
  return (dark.length > 0 ? dark : spots)
    .filter(
      (spot) =>
        spot.x - spot.width / 2 > 0 &&
        spot.x + spot.width / 2 < width &&
        spot.y - spot.height / 2 > 0 &&
        spot.y + spot.height / 2 < height &&
        Math.max(spot.width, spot.height) > width * 0.06,
    )
    .map((spot) => ({ ...spot, x: spot.x + box.left, y: spot.y + box.top }))
    .toSorted((one, other) => one.y - other.y);
}

/** Skin colour: that of the pixel with the median lightness around both eyes. */
function skinAround(raster: Raster, plane: Float32Array, pair: readonly Component[]): Lab {
  const ring = pair.flatMap(({ x, y, width, height }) =>
    Array.from({ length: 24 }, (_, nth) => {
      const turn = (nth / 24) * Math.PI * 2;
      const column = Math.round(x + Math.cos(turn) * width * 0.85);
      const row = Math.round(y + Math.sin(turn) * height * 0.85);
      return row * raster.width + column;
    }),
  );
  const colours = ring
    .filter((pixel) => (raster.data[pixel * 4 + 3] ?? 0) > 200)
    .map((pixel) => labAt(plane, pixel))
    .toSorted((one, other) => one[0] - other[0]);
  return colours[Math.floor(colours.length / 2)] ?? [0.7, 0, 0];
}

/** Position without a found face: eyes at two fifths of the head. */
function usualFace(head: Box, plane: Float32Array, { width, height }: Raster): Face {
  const wide = head.right - head.left;
  const x = (head.left + head.right) / 2;
  const y = head.top + (head.bottom - head.top) * 0.52;
  const eye = { y, rx: wide * 0.055, ry: wide * 0.065 };
  const pixel =
    Math.min(height - 1, Math.max(0, Math.round(y))) * width +
    Math.min(width - 1, Math.max(0, Math.round(x)));
  return {
    left: { ...eye, x: x - wide * 0.17 },
    right: { ...eye, x: x + wide * 0.17 },
    mouth: { x, y: y + wide * 0.2, half: wide * 0.07 },
    skin: labAt(plane, pixel),
    found: false,
  };
}
