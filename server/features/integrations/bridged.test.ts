import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bridged } from './bridged.ts';

test('SSE14: silence is bridged, pieces keep their order, and leaving ends the source', async () => {
  const go = Promise.withResolvers<void>();
  let hasEnded = false;
  async function* source() {
    try {
      yield 'a';
      await go.promise;
      yield 'b';
      yield 'c';
      await pause(60_000);
    } finally {
      hasEnded = true;
    }
  }
  const seen: string[] = [];
  for await (const piece of bridged(source(), ':', 5)) {
    seen.push(piece);
    if (seen.filter((one) => one === ':').length === 2) go.resolve();
    if (piece === 'c') break;
  }
  expect(seen[0]).toBe('a');
  expect(seen.filter((one) => one === ':').length).toBeGreaterThanOrEqual(2);
  expect(seen.filter((one) => one !== ':')).toEqual(['a', 'b', 'c']);
  expect(hasEnded).toBe(true);
});

test('SSE14: a source that fails fails its reader', async () => {
  async function* source(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('broken');
  }
  const read = async () => {
    for await (const _ of bridged(source(), ':', 1_000)) continue;
  };
  await expect(read()).rejects.toThrow('broken');
});
