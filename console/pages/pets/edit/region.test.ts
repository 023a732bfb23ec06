import { expect, test } from 'vitest';
import { ExpressionRequest } from '../../../../contract/pets/requests.ts';
import { between, boxOf, usualRegion } from './region.ts';

test('a part is drawn from any corner to any other and stays inside', () => {
  const part = { centerX: 0.4, centerY: 0.5, width: 0.4, height: 0.6, feather: 0.1 };
  expect(between([0.2, 0.2], [0.6, 0.8], 0.1)).toEqual(part);
  expect(between([0.6, 0.8], [0.2, 0.2], 0.1)).toEqual(part);
  expect(between([-1, -1], [2, 0.5], 0)).toEqual({
    centerX: 0.5,
    centerY: 0.25,
    width: 1,
    height: 0.5,
    feather: 0,
  });
});

test('a click is no part', () => {
  expect(between([0.3, 0.3], [0.3, 0.305], 0.1)).toBeUndefined();
});

test('the contract takes it, and the usual part is that of the contract', () => {
  expect(ExpressionRequest.parse(between([0, 0], [0.011, 1], 1)).width).toBe(0.011);
  expect(ExpressionRequest.parse({})).toMatchObject(usualRegion);
  expect(boxOf(usualRegion)).toEqual({ left: '25%', top: '20%', width: '50%', height: '40%' });
});
