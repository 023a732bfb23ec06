import { ellipse, limb, mirrored, polygon, union, within, type Shape } from './shapes.ts';

export type EarKind = 'cat' | 'fox' | 'bear' | 'bunny' | 'dog' | 'bird' | 'sprout' | 'none';
export type TailKind = 'bush' | 'thin' | 'stub' | 'none';

export interface Ears {
  readonly outer: Shape;
  readonly inner: Shape;
  /** True for the accent's colour, false for the coat's. */
  readonly isAccent: boolean;
}

const middle = 50;
const nothing: Shape = () => 1000;

/** Ears on a head of the relative width `width` (1 is usual). */
export function earsOf(kind: EarKind, width: number): Ears {
  const { outer, inner, isAccent = false } = left[kind](width);
  return {
    outer: union(outer, mirrored(outer, middle)),
    inner: union(inner, mirrored(inner, middle)),
    isAccent,
  };
}

/** Left ear of each kind. */
const left: Readonly<Record<EarKind, (width: number) => { outer: Shape; inner: Shape; isAccent?: boolean }>> =
  {
    cat: (w) => pointed(w, { tip: [23, 11], foot: 30, head: 20 }),
    fox: (w) => pointed(w, { tip: [19, 5], foot: 32, head: 19 }),
    bear: (w) => ({
      outer: ellipse(middle - 20 * w, 23, 8.4, 8.4),
      inner: ellipse(middle - 20 * w, 23.5, 4.8, 4.8),
    }),
    bunny: (w) => ({
      outer: ellipse(middle - 11 * w, 18, 5.6, 14.5, -0.16),
      inner: ellipse(middle - 11 * w, 17.5, 2.8, 10.5, -0.16),
    }),
    dog: (w) => ({ outer: ellipse(middle - 27 * w, 39, 7, 15.5, 0.3), inner: nothing }),
    bird: () => ({
      outer: union(limb(middle, 20, middle, 9, 3, 1.6), limb(middle, 20, middle - 6, 11.5, 3, 1.4)),
      inner: nothing,
      isAccent: true,
    }),
    sprout: () => ({
      outer: union(limb(middle, 20, middle, 10, 1.3), ellipse(middle - 6, 8.5, 6.4, 3.5, 0.35)),
      inner: nothing,
      isAccent: true,
    }),
    none: () => ({ outer: nothing, inner: nothing }),
  };

interface Point {
  readonly tip: readonly [x: number, y: number];
  /** Height at which the outer and the inner side meet the head. */
  readonly foot: number;
  readonly head: number;
}

function pointed(w: number, { tip: [x, y], foot, head }: Point) {
  const at = (unit: number) => middle - (middle - unit) * w;
  const ear = (inset: number, round: number) =>
    polygon(
      [
        [at(x + inset * 0.4), y + inset * 1.5],
        [at(25.5 + inset * 0.9), foot + 3],
        [at(42 - inset * 1.4), head],
      ],
      round,
    );
  return { outer: ear(0, 2.6), inner: within(ear(3, 1.4), ear(0, 1)) };
}

export interface Tail {
  readonly shape: Shape;
  /** Part in the patch's colour. */
  readonly tip: Shape;
}

export function tailOf(kind: TailKind, width: number): Tail {
  const side = middle + 15 * width;
  if (kind === 'bush')
    return {
      shape: union(limb(side, 86, side + 13, 79, 4, 7.5), limb(side + 13, 79, side + 14, 68, 7.5, 3.2)),
      tip: ellipse(side + 14, 65, 12, 9),
    };
  if (kind === 'thin')
    return {
      shape: union(limb(side - 2, 87, side + 12, 84, 2.6), limb(side + 12, 84, side + 14, 72, 2.6, 2.4)),
      tip: ellipse(side + 14, 70, 7, 6),
    };
  if (kind === 'stub') return { shape: ellipse(side + 3, 84, 6, 6), tip: nothing };
  return { shape: nothing, tip: nothing };
}
