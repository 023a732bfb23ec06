import { Fault } from '../../kit/fault.ts';
import { clientNetworks } from '../../kit/ip-networks.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountStore } from './store.ts';

const windowMs = 15 * 60_000;
/** Attempts of one client in a window; the wider networks of an IPv6 address have a multiple of it. */
const ownAttempts = 10;
/** Wrong attempts of all addresses in a window, after which each address has only one. */
const allAttempts = 100;
/** Where the wrong ones of all addresses are counted; no address is called so. */
const everybody = '*';

/**
 * Bounds guessing of the password, in all processes together. Many addresses guessing together leave everybody one
 * attempt each, so that they cannot lock the administrator out.
 */
export function createLoginRateLimit({
  store,
  clock,
}: {
  readonly store: Pick<AccountStore, 'countAttempt' | 'attemptsOf' | 'forgetAttempts'>;
  readonly clock: Clock;
}) {
  const count = (key: string) => store.countAttempt(key, clock.now(), windowMs);
  return {
    /** Counts an attempt before it is looked at. Throws `limited` with the seconds to wait. */
    async admit(address: string): Promise<void> {
      const wrong = await store.attemptsOf(everybody, clock.now());
      const own = wrong < allAttempts ? ownAttempts : 1;
      let exhaustedUntil = 0;
      for (const { key, factor } of clientNetworks(address)) {
        const { attempts, until } = await count(key);
        if (attempts > own * factor) exhaustedUntil = Math.max(exhaustedUntil, until);
      }
      if (exhaustedUntil === 0) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((exhaustedUntil - clock.now()) / 1000));
      throw new Fault('limited', 'Too many attempts; try again later', {
        retryAfterSeconds,
        limit: 'attempts',
      });
    },
    async failed(): Promise<void> {
      await count(everybody);
    },
    async succeeded(address: string): Promise<void> {
      for (const { key } of clientNetworks(address)) await store.forgetAttempts(key);
    },
  };
}

export type LoginRateLimit = ReturnType<typeof createLoginRateLimit>;
