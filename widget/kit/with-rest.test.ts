import { expect, test } from 'vitest';
import { withRest } from './with-rest.ts';

test('WG82: a module that does not come is asked for again after ten seconds, not at each paint', async () => {
  let time = 0;
  let isThere = false;
  let asked = 0;
  const load = withRest(
    async () => {
      asked += 1;
      if (!isThere) throw new Error('404');
      return 'module';
    },
    () => time,
  );
  for (let paint = 0; paint < 60; paint += 1) await expect(load()).rejects.toThrow('404');
  expect(asked).toBe(1);
  isThere = true;
  time = 10_000;
  expect([await load(), await load(), asked]).toEqual(['module', 'module', 3]);
});
