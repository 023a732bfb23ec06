import { afterEach, beforeEach, expect, test } from 'vitest';
import { peakOf, startEndlessServer } from '../../../../../test/fakes/endless-server.ts';
import { readOutside } from './read-outside.ts';

const { signal } = new AbortController();
let endless: Awaited<ReturnType<typeof startEndlessServer>>;
beforeEach(async () => {
  endless = await startEndlessServer();
});
afterEach(() => endless[Symbol.asyncDispose]());

const maxBytes = 2_000_000;
const read = (path: string) => readOutside(endless.origin + path, { maxBytes, signal });

test.each(['/endless', '/bomb'])('SEC2: of %s only the beginning is read', async (path) => {
  let length = 0;
  const megabytes = await peakOf(async () => {
    length = (await read(path)).text.length;
  });
  expect(length).toBe(maxBytes);
  expect(megabytes).toBeLessThan(50);
  // The rest is buffered by the system.
  expect(endless.counts.sent).toBeLessThan(20_000_000);
});

test('SEC2: a redirect leads nowhere but the same site, and never to another port or a private address', async () => {
  await using internal = await startEndlessServer();
  for (const target of [
    `${internal.origin}/secret`,
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/',
  ]) {
    await using site = await startEndlessServer(target);
    await expect(readOutside(`${site.origin}/away`, { maxBytes, signal })).rejects.toThrow(/redirect/i);
  }
  expect(internal.counts.asked).toBe(0);
  expect(await read('/away')).toMatchObject({ status: 200, text: '{"data":[]}' });
});
