import { expect, test } from 'vitest';
import { fitting } from './window-size.ts';

test.each([
  [
    { width: 500, height: 700 },
    { width: 500, height: 700 },
  ],
  [
    { width: 100, height: 100 },
    { width: 320, height: 420 },
  ],
  [
    { width: 5000, height: 5000 },
    { width: 1160, height: 760 },
  ],
])('%o on a screen of 1200 × 800 becomes %o', (wanted, size) => {
  expect(fitting(wanted, { width: 1200, height: 800 })).toEqual(size);
});
