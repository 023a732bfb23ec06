import { expect, describe, test } from 'vitest';
import { petLimits } from './limits.ts';
import { readMask } from './mask.ts';
import { MasterCleanup } from './requests.ts';
import { StrokesField } from './strokes.ts';
import { cpuMs } from '../../test/fakes/cpu-time.ts';

const mask = (runs: unknown, width = 10, height = 10) => ({ width, height, runs });

describe('PET8: a mask', () => {
  test('may touch the first and the last pixel, and runs may follow each other without a gap', () => {
    const fine = mask([
      [0, 1],
      [1, 9],
      [90, 10],
    ]);
    expect(readMask(fine)).toEqual(fine);
  });

  test.each([
    [
      'overlapping',
      [
        [0, 5],
        [4, 2],
      ],
    ],
    [
      'the same run twice',
      [
        [3, 1],
        [3, 1],
      ],
    ],
    [
      'descending',
      [
        [50, 1],
        [10, 1],
      ],
    ],
    ['empty', [[5, 0]]],
    ['of negative length', [[5, -1]]],
    ['before the image', [[-1, 2]]],
    ['past the image', [[95, 6]]],
    ['just past the image', [[100, 1]]],
    ['of half pixels', [[0.5, 1]]],
    ['of texts', [['0', '1']]],
    ['of three numbers', [[0, 1, 2]]],
    ['of one number', [[0]]],
    ['no pairs', [7]],
    ['endless', [[0, Number.POSITIVE_INFINITY]]],
    ['beyond whole numbers', [[Number.MAX_SAFE_INTEGER, 2]]],
    ['nothing at all', [null]],
  ])('is refused when its runs are %s', (_, runs) => {
    expect(readMask(mask(runs))).toMatchObject({ text: expect.stringMatching(/^mask\.runs must be pairs/) });
  });

  test.each([
    [undefined, /object/],
    [{ width: 0, height: 5, runs: [] }, /positive/],
    [{ width: 2.5, height: 5, runs: [] }, /positive/],
    [{ width: '4', height: 5, runs: [] }, /positive/],
    [{ width: 4, height: 4 }, /list/],
    [mask([], 4097, 4096), /16777216/],
    [mask([], Number.MAX_SAFE_INTEGER, 2), /16777216/],
  ])('is refused as a whole: %j', (value, message) => {
    expect(readMask(value)).toMatchObject({ text: expect.stringMatching(message) });
  });

  test('may have 4096 by 4096 pixels and 100000 runs, and is read at once', () => {
    const runs = Array.from({ length: petLimits.maskRuns }, (_, index) => [index * 160, 80]);
    const startedAt = cpuMs();
    const read = readMask(mask(runs, 4096, 4096));
    expect(cpuMs() - startedAt).toBeLessThan(100);
    expect(read).toHaveProperty('runs.length', petLimits.maskRuns);
    expect(readMask(mask([...runs, [16_000_000, 1]], 4096, 4096))).toMatchObject({
      text: expect.stringMatching(/100000 runs/),
    });
  });
});

describe('PET7: a cleanup', () => {
  const shown = { masterUrl: '/pet.png', masterRevision: 3 };

  test.each([{}, { strokes: [] }, { mask: null }, { mask: mask([]) }, { strokes: null, mask: mask([]) }])(
    'with %j selects nothing and is refused',
    (selection) => {
      expect(MasterCleanup.safeParse({ ...shown, ...selection }).error?.issues[0]?.message).toMatch(
        /Nothing is selected/,
      );
    },
  );

  test('takes strokes, a mask, or both', () => {
    const strokes = [{ points: [[1, 2], { x: 3, y: 4 }] }];
    const read = MasterCleanup.parse({ ...shown, strokes, mask: mask([[0, 1]]) });
    expect(read.strokes).toEqual([
      {
        points: [
          [1, 2],
          [3, 4],
        ],
        radius: 12,
      },
    ]);
    expect(read.mask?.runs).toEqual([[0, 1]]);
    expect(MasterCleanup.safeParse({ ...shown, strokes }).success).toBe(true);
  });

  test('PET8: a bad mask is refused with its reason, also beside strokes', () => {
    const read = MasterCleanup.safeParse({
      ...shown,
      strokes: [{ points: [[1, 2]] }],
      mask: mask([[99, 9]]),
    });
    expect(read.error?.issues[0]?.message).toMatch(/^mask\.runs/);
  });

  test('PET6: without the master that was shown it is refused with the advice to refresh', () => {
    for (const body of [
      {},
      { masterUrl: '/pet.png' },
      { masterRevision: 3 },
      { masterUrl: '', masterRevision: 1 },
    ]) {
      expect(MasterCleanup.safeParse({ ...body, mask: mask([[0, 1]]) }).error?.issues[0]?.message).toMatch(
        /refresh/,
      );
    }
  });

  test('PET11: strokes are bounded', () => {
    const stroke = { points: Array.from({ length: 5000 }, () => [1, 1]) };
    expect(StrokesField.safeParse([stroke, stroke, stroke, stroke]).success).toBe(true);
    expect(StrokesField.safeParse([stroke, stroke, stroke, stroke, { points: [[1, 1]] }]).success).toBe(
      false,
    );
  });
});
