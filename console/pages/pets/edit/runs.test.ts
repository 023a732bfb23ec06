import { describe, expect, test } from 'vitest';
import { readMask } from '../../../../contract/pets/mask.ts';
import { emptySelection, fillRuns, paint, runsOf } from './runs.ts';

const drawn = (width: number, height: number, rows: string) => ({
  width,
  height,
  pixels: Uint8Array.from(rows.replaceAll(/\s/g, ''), (sign) => (sign === '#' ? 1 : 0)),
});

describe('runs of a selection (spec 2.14)', () => {
  test('nothing selected is no run', () => {
    expect(runsOf(emptySelection(4, 3))).toEqual([]);
  });

  test('they ascend, do not touch, and go on from one row to the next', () => {
    expect(runsOf(drawn(4, 3, '.##. #..# #..#'))).toEqual([
      [1, 2],
      [4, 1],
      [7, 2],
      [11, 1],
    ]);
    expect(runsOf(drawn(2, 2, '## ##'))).toEqual([[0, 4]]);
  });

  test('the contract takes them, whatever was painted', () => {
    const selection = emptySelection(64, 48);
    paint(
      selection,
      [
        { x: -5, y: 3 },
        { x: 70, y: 44 },
      ],
      6,
      1,
    );
    paint(selection, [{ x: 10, y: 40 }], 4, 1);
    paint(selection, [{ x: 32, y: 24 }], 2, 0);
    const mask = { width: 64, height: 48, runs: runsOf(selection) };
    expect(mask.runs.length).toBeGreaterThan(10);
    expect(readMask(mask)).toEqual(mask);
    const again = emptySelection(64, 48);
    fillRuns(again, mask.runs, 1);
    expect(again.pixels).toEqual(selection.pixels);
  });
});

describe('painting', () => {
  test('a dot is a disc around its point', () => {
    const selection = emptySelection(5, 5);
    paint(selection, [{ x: 2.5, y: 2.5 }], 1, 1);
    expect(runsOf(selection)).toEqual([
      [7, 1],
      [11, 3],
      [17, 1],
    ]);
  });

  test('a line has no gaps, however fast the hand was', () => {
    const selection = emptySelection(100, 3);
    paint(
      selection,
      [
        { x: 0.5, y: 1.5 },
        { x: 99.5, y: 1.5 },
      ],
      0.6,
      1,
    );
    expect(runsOf(selection)).toEqual([[100, 100]]);
  });

  test('what is painted over with nothing is free again; outside the image nothing happens', () => {
    const selection = emptySelection(10, 10);
    paint(selection, [{ x: 5, y: 5 }], 3, 1);
    paint(selection, [{ x: 5, y: 5 }], 4, 0);
    paint(selection, [{ x: 500, y: -500 }], 10, 1);
    paint(selection, [], 10, 1);
    expect(runsOf(selection)).toEqual([]);
  });
});
