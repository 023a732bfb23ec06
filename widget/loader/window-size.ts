import { writeText, readJson } from '../kit/storage.ts';
import { fieldsOf, wholeOf } from '../kit/coerce.ts';
import { textScaleAt } from '../appearance/text-size.ts';

/** CSS pixels at the usual text size. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const key = 'docent-window-size';
const smallest: Size = { width: 320, height: 420 };

/** A size between the minimum and the maximum that fits on the screen with margins. */
export const fitting = ({ width, height }: Size, screen: Size): Size => ({
  width: Math.round(Math.max(smallest.width, Math.min(width, screen.width - 40))),
  height: Math.round(Math.max(smallest.height, Math.min(height, screen.height - 40))),
});

/** The size that the visitor gave the window, else the usual one. */
export function keptSize(usual: Size): Size {
  const given = fieldsOf(readJson(key, 'local'));
  return {
    width: wholeOf(given.width, smallest.width, 4000, usual.width),
    height: wholeOf(given.height, smallest.height, 4000, usual.height),
  };
}

/** Keeps a size for later visits; without one the usual size counts again. */
export const keepSize = (size: Size | undefined): void =>
  writeText(key, size && JSON.stringify(size), 'local');

/** Gives the window a size, or the one nearest to it that fits on the screen. */
export function takeSize(window: HTMLElement, wanted: Size): Size {
  const scale = textScaleAt(window);
  const size = fitting(wanted, { width: innerWidth / scale, height: innerHeight / scale });
  window.style.setProperty('--docent-width', String(size.width));
  window.style.setProperty('--docent-height', String(size.height));
  return size;
}
