import { expect, test } from 'vitest';
import { createConfiguration } from './configuration.ts';

/** A configuration whose reply and whose patience end when told. */
function late(reply: unknown) {
  let arrive = () => {};
  let loseHeart = () => {};
  const asked: string[] = [];
  const configuration = createConfiguration({
    base: new URL('https://docent.example/'),
    options: { showsSources: false, texts: {} },
    language: () => 'en',
    fetch: async (url) => {
      asked.push(url);
      await new Promise<void>((resolve) => (arrive = resolve));
      return { ok: reply !== undefined, json: async () => reply };
    },
    wait: () => new Promise<void>((resolve) => (loseHeart = resolve)),
  });
  return { configuration, asked, arrive: () => arrive(), loseHeart: () => loseHeart() };
}

test('WG80: what comes late replaces the defaults for all who ask from then on', async () => {
  const { configuration, asked, arrive, loseHeart } = late({ position: 'bottom-left' });
  const first = configuration.soon();
  loseHeart();
  expect((await first).position).not.toBe('bottom-left');
  expect(await configuration.soon()).toBe(await first);
  arrive();
  const settled = await configuration.settled();
  expect(settled.position).toBe('bottom-left');
  expect(await configuration.soon()).toBe(settled);
  expect(asked).toHaveLength(1);
});

test('WG80: settings that cannot be had are the defaults, once and for all', async () => {
  const { configuration, arrive, loseHeart } = late(undefined);
  const first = configuration.soon();
  loseHeart();
  await first;
  arrive();
  const settled = await configuration.settled();
  expect(settled).toEqual(await first);
  expect(await configuration.soon()).toBe(settled);
});
