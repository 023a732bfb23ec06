import { expect, test } from 'vitest';
import { cellOf, explained } from '../../../kit/explained.ts';
import { mostFrequent } from './counted-reasons.ts';

test('WIRE11: a reason counts together with itself as an earlier version has stored it', () => {
  const rows = [
    { reason: 'it is a list', count: 2 },
    { reason: 'Bad luck', count: 4 },
    { reason: cellOf(explained('left_list')), count: 3 },
  ];
  expect(mostFrequent(rows, 1)).toEqual([{ reason: explained('left_list'), count: 5 }]);
  expect(mostFrequent(rows, 5).at(1)).toEqual({ reason: 'Bad luck', count: 4 });
});
