import { expect, test } from 'vitest';
import type { Caller } from '../../../../ports/host.ts';
import { createIdentity, type Proof } from './identity.ts';

const anonymous: Caller = { kind: 'anonymous' };
const admin: Caller = { kind: 'admin', id: 'wordpress:1', via: 'cookie' };
const proofOf = (cookie: string): Proof => ({ headers: { cookie }, via: 'cookie' });

/** A platform whose checks last until `end`, where the cookie `right` is an administrator's. */
function openPlatform({ answersAtOnce = false } = {}) {
  let now = 0;
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const identify = createIdentity({
    clock: { now: () => now },
    ask: async ({ headers }) => {
      const cookie = headers['cookie'] ?? '';
      asked.push(cookie);
      if (!answersAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      if (cookie === 'broken') throw new Error('away');
      return cookie === 'right' ? admin : anonymous;
    },
  });
  return {
    asked,
    is: (cookie: string, address: string) => identify({ proof: proofOf(cookie), address }),
    end: () => waiting.splice(0).forEach((go) => go()),
    later: (ms: number) => (now += ms),
  };
}

test('AUTH10: one address with invented cookies takes a part of the checks, an administrator gets through', async () => {
  const { is, end, asked } = openPlatform();
  const guesses = Array.from({ length: 30 }, (_, index) => is(`guess-${index}`, '203.0.113.9'));
  const judged = Promise.allSettled(guesses);
  const own = is('right', '198.51.100.7');
  // Addresses of one /64 belong to one household.
  const neighbours = [is('six-1', '2001:db8::1'), is('six-2', '2001:db8::2'), is('six-3', '2001:db8::3')];
  const fourth = is('six-4', '2001:db8::4').catch(() => 'refused');
  end();
  expect(await own).toEqual(admin);
  expect(await Promise.all(neighbours)).toEqual([anonymous, anonymous, anonymous]);
  expect(await fourth).toBe('refused');
  const refusals = (await judged).filter(({ status }) => status === 'rejected');
  expect([refusals.length, asked.filter((cookie) => cookie.startsWith('guess')).length]).toEqual([27, 3]);
});

test('AUTH10: the same credentials are checked once at a time, and not again for some seconds', async () => {
  const { is, asked, later } = openPlatform({ answersAtOnce: true });
  const all = await Promise.all(Array.from({ length: 12 }, () => is('right', '198.51.100.7')));
  expect([all.every(({ kind }) => kind === 'admin'), asked]).toEqual([true, ['right']]);
  for (let count = 0; count < 5; count++) expect(await is('wrong', '198.51.100.7')).toEqual(anonymous);
  expect(asked).toEqual(['right', 'wrong']);
  later(6_000);
  await is('wrong', '198.51.100.7');
  await is('right', '198.51.100.7');
  expect(asked).toEqual(['right', 'wrong', 'wrong']);
  later(15_000);
  await is('right', '198.51.100.7');
  expect(asked.filter((cookie) => cookie === 'right')).toHaveLength(2);
});

test('AUTH10: a check that fails is nobody’s refusal, and ten thousand guesses displace no administrator', async () => {
  const { is, asked } = openPlatform({ answersAtOnce: true });
  await is('right', '198.51.100.7');
  for (let count = 0; count < 2; count++)
    await expect(is('broken', '198.51.100.7')).rejects.toMatchObject({ code: 'unavailable' });
  for (let count = 0; count < 10_000; count++) await is(`guess-${count}`, '203.0.113.9');
  await is('right', '198.51.100.7');
  expect(asked.filter((cookie) => cookie === 'right')).toHaveLength(1);
  expect(asked.filter((cookie) => cookie === 'broken')).toHaveLength(2);
});

test('AUTH10: an administrator who was believed before is checked again however many addresses guess', async () => {
  const { is, end, later, asked } = openPlatform();
  const first = is('right', '203.0.113.1');
  end();
  expect(await first).toEqual(admin);
  later(60_000);
  const guesses = Array.from({ length: 30 }, (_, index) => is(`guess-${index}`, `203.0.113.${index % 5}`));
  const judged = Promise.allSettled(guesses);
  // Also from an address that guesses, as behind one proxy.
  const again = is('right', '203.0.113.1');
  await expect(is('unknown', '198.51.100.8')).rejects.toMatchObject({ code: 'unavailable' });
  end();
  expect(await again).toEqual(admin);
  await judged;
  expect(asked).toHaveLength(10);
});

test('AUTH10: an administrator who is none any more is one like all others', async () => {
  let rights: Caller = admin;
  let now = 0;
  const identify = createIdentity({ clock: { now: () => now }, ask: () => Promise.resolve(rights) });
  const own = { proof: proofOf('right'), address: '203.0.113.1' };
  expect(await identify(own)).toEqual(admin);
  rights = anonymous;
  now = 16_000;
  expect(await identify(own)).toEqual(anonymous);
  now = 17_000;
  expect(await identify(own)).toEqual(anonymous);
});

test('RUN20: a sign-in is not believed for longer when the clock is set back', async () => {
  const { is, asked, later } = openPlatform({ answersAtOnce: true });
  await is('right', '198.51.100.7');
  later(-3_600_000);
  await is('right', '198.51.100.7');
  expect(asked).toEqual(['right', 'right']);
});
