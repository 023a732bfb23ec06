import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('WG82: what a page undoes at once is done again ten times a second at most', () => {
  let time = 5000;
  const mayAct = createPace(() => time);
  const acts = () => Array.from({ length: 1000 }, mayAct).filter(Boolean).length;
  expect(acts()).toBe(10);
  time += 500;
  expect(acts()).toBe(0);
  time += 501;
  expect(acts()).toBe(10);
});
