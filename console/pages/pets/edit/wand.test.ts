import { expect, test } from 'vitest';
import { runsOf } from './runs.ts';
import { similarAround } from './wand.ts';

/** `w` white, `g` nearly white, `b` black, `.` transparent. */
const picture = (rows: readonly string[]) => {
  const colors: Record<string, readonly number[]> = {
    w: [255, 255, 255, 255],
    g: [245, 250, 255, 255],
    b: [0, 0, 0, 255],
    '.': [255, 255, 255, 0],
  };
  const data = Uint8ClampedArray.from(
    rows.flatMap((row) => row.split('').flatMap((sign) => colors[sign] ?? [])),
  );
  return { width: rows[0]?.length ?? 0, height: rows.length, data };
};

test('it takes what hangs together and looks alike', () => {
  const pixels = picture(['wwbw', 'wgbw', 'bbbw']);
  expect(runsOf(similarAround(pixels, { x: 0.5, y: 0.5 }, 20))).toEqual([
    [0, 2],
    [4, 2],
  ]);
  expect(runsOf(similarAround(pixels, { x: 0.5, y: 0.5 }, 5))).toEqual([
    [0, 2],
    [4, 1],
  ]);
  expect(runsOf(similarAround(pixels, { x: 0.5, y: 0.5 }, 255))).toEqual([[0, 12]]);
});

test('it takes nothing that is transparent already, and nothing outside', () => {
  const pixels = picture(['w.w', 'w.w']);
  expect(runsOf(similarAround(pixels, { x: 0, y: 0 }, 255))).toEqual([
    [0, 1],
    [3, 1],
  ]);
  expect(runsOf(similarAround(pixels, { x: 1, y: 0 }, 255))).toEqual([]);
  expect(runsOf(similarAround(pixels, { x: 9, y: 0 }, 255))).toEqual([]);
});
