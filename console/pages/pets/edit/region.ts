/** The part of an image that expressions change, in shares of its sides; `feather` of the part's shorter side. */
export interface Region {
  readonly centerX: number;
  readonly centerY: number;
  readonly width: number;
  readonly height: number;
  readonly feather: number;
}

/** The usual position of a face. */
export const usualRegion: Region = { centerX: 0.5, centerY: 0.4, width: 0.5, height: 0.4, feather: 0.15 };

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));
const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Minimum side that the service accepts; smaller drags are accidental. */
const least = 0.01;

/** The part between two corners, each a share of the sides; it stays inside the image. */
export function between(
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  feather: number,
): Region | undefined {
  const [left, right] = [clamp(Math.min(ax, bx), 0, 1), clamp(Math.max(ax, bx), 0, 1)];
  const [top, bottom] = [clamp(Math.min(ay, by), 0, 1), clamp(Math.max(ay, by), 0, 1)];
  if (right - left < least || bottom - top < least) return undefined;
  return {
    centerX: rounded((left + right) / 2),
    centerY: rounded((top + bottom) / 2),
    width: rounded(right - left),
    height: rounded(bottom - top),
    feather,
  };
}

/** The position of the region in percent of the image, for CSS. */
export const boxOf = ({ centerX, centerY, width, height }: Region) => ({
  left: `${(centerX - width / 2) * 100}%`,
  top: `${(centerY - height / 2) * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});
