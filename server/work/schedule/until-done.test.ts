import { expect, test } from 'vitest';
import { createTestLog } from '../../../test/fakes/log.ts';
import { databaseUnavailable } from '../../kit/database.ts';
import { untilDone } from './until-done.ts';

const options = () => ({
  signal: new AbortController().signal,
  log: createTestLog(),
  failed: 'it failed',
  firstMs: 1,
});

test('a step that fails is run again until it succeeds, and then no more', async () => {
  const given = options();
  const failures = [new Error('no'), databaseUnavailable('away'), new Error('still no')];
  let runs = 0;
  await untilDone(async () => {
    runs += 1;
    const failure = failures.shift();
    if (failure) throw failure;
  }, given);
  expect(runs).toBe(4);
  // The database tells of its outage itself.
  expect(given.log.warnings.map(({ err }) => err)).toEqual(['Error: no', 'Error: still no']);
});

test.each(['before', 'during a run', 'in a pause'])('it ends when it is stopped %s', async (when) => {
  const stopping = new AbortController();
  const reason = new DOMException('stopping', 'AbortError');
  if (when === 'before') stopping.abort(reason);
  let runs = 0;
  const done = untilDone(
    async () => {
      runs += 1;
      if (when === 'during a run') stopping.abort(reason);
      else setImmediate(() => stopping.abort(reason));
      throw new Error('no');
    },
    { ...options(), signal: stopping.signal, firstMs: 60_000 },
  );
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  expect(runs).toBe(when === 'before' ? 0 : 1);
});
