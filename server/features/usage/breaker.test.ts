import { expect, test } from 'vitest';
import { createFakeModels } from '../../../test/fakes/models.ts';
import { Fault } from '../../kit/fault.ts';
import type { EmbedCall } from '../../ports/models.ts';
import { withBreaker } from './breaker.ts';

const down = new Fault('upstream', 'the address refuses the connection', { upstreamKind: 'network' });
const call: EmbedCall = {
  model: 'fake-embedding',
  texts: ['a'],
  scenario: 'search_embedding',
  signal: new AbortController().signal,
};

test('MOD35: a model of vectors that is down is not asked again for half a minute, and the log has one line', async () => {
  const models = createFakeModels();
  const lines: unknown[] = [];
  let time = 0;
  const guarded = withBreaker(models, { warn: (...line: unknown[]) => void lines.push(line) }, () => time);
  models.fail('embedding', down, 2);
  for (let nth = 0; nth < 5; nth += 1) await expect(guarded.embed(call)).rejects.toBe(down);
  expect(models.calls.embedding).toHaveLength(1);
  time = 30_000;
  await expect(guarded.embed(call)).rejects.toBe(down);
  time = 60_000;
  expect((await guarded.embed(call)).vectors).toHaveLength(1);
  expect(lines).toHaveLength(1);
});

test('MOD35: what an answer or the index needs is always asked', async () => {
  const models = createFakeModels();
  const guarded = withBreaker(models, { warn: () => {} });
  models.fail('embedding', down, 1);
  await expect(guarded.embed({ ...call, scenario: 'index_embedding' })).rejects.toBe(down);
  expect((await guarded.embed({ ...call, scenario: 'index_embedding' })).vectors).toHaveLength(1);
});
