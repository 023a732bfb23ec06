import { expect, test } from 'vitest';
import { databaseUnavailable } from './database.ts';
import { createLastKnown } from './last-known.ts';

test('DB8: a value is read once, again when it is outdated, and stands during an outage', async () => {
  let readings = 0;
  let away = false;
  const known = createLastKnown(async () => {
    if (away) throw databaseUnavailable('it does not answer');
    return ++readings;
  });
  expect([await known.read(), await known.read()]).toEqual([1, 1]);
  known.outdated();
  expect(await known.read()).toBe(2);
  away = true;
  known.outdated();
  expect([await known.read(), await known.read()]).toEqual([2, 2]);
  away = false;
  expect(await known.read()).toBe(3);
});

test('DB8: without a cached value, and for failures other than an outage, the error is thrown', async () => {
  const never = createLastKnown(() => Promise.reject(databaseUnavailable('it does not answer')));
  await expect(never.read()).rejects.toMatchObject({ code: 'unavailable' });
  let broken = false;
  const known = createLastKnown(async () => {
    if (broken) throw new Error('broken');
    return 1;
  });
  await known.read();
  broken = true;
  known.outdated();
  await expect(known.read()).rejects.toThrow('broken');
});
