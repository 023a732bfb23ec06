import { expect, test } from 'vitest';
import { testPorts } from '../../test/app.ts';
import { createFakeImageProcessor } from '../../test/fakes/image-processor.ts';
import { createFeatures } from './features.ts';
import { createFoundation } from './foundation.ts';

test('a feature that cannot be built leaves none open of those that were built before it', async () => {
  await using parts = new AsyncDisposableStack();
  const closed: string[] = [];
  const closing = (name: string) => async () => void closed.push(name);
  const imageProcessor = { ...createFakeImageProcessor(), [Symbol.asyncDispose]: closing('pets') };
  const base = await createFoundation({ ...testPorts(), imageProcessor }, parts);
  parts.defer(closing('foundation'));
  const jobs: typeof base.jobs = {
    ...base.jobs,
    kind(settings) {
      if (settings.name === 'evaluation') throw new Error('no evaluations');
      return base.jobs.kind(settings);
    },
  };

  await expect(createFeatures({ ...base, jobs }, parts)).rejects.toThrow('no evaluations');
  await parts.disposeAsync();
  expect(closed).toEqual(['pets', 'foundation']);
});
