import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles } from '../source-files.ts';
import { crashRounds, kindsOfWork } from './crash-rounds.ts';

test('RUN2: killed under load, a service has lost nothing it acknowledged and leaves no work marked as running without a process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-crash-'));
  try {
    const { acknowledged, interrupted, lost, stuck } = await crashRounds(folder, 4);
    expect({ lost, stuck }).toEqual({ lost: [], stuck: [] });
    expect(acknowledged).toBeGreaterThan(0);
    expect(Object.values(interrupted).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);

test('RUN2: the load begins every kind of long work that there is', () => {
  const jobs = projectFiles('server/features')
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(({ text }) => [...text.matchAll(/jobs\.kind(?:<[^>]*>)?\(\{\s*name: '([^']+)'/g)])
    .map(([, name]) => name);
  expect(new Set([...jobs, 'rebuild'])).toEqual(new Set(kindsOfWork));
});
