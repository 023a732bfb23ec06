import { explained } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';
import type { NetworksOf } from '../../kit/ip-networks.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountStore } from './store.ts';

const windowMs = 15 * 60_000;
/** Attempts per client and window; the wider networks of an IPv6 address get a multiple. */
const ownAttempts = 10;
/** Failed attempts from all addresses per window, after which each address gets only one. */
const allAttempts = 100;
/** Key of the counter for all addresses; cannot be an address. */
const everybody = '*';

/**
 * Limits guessing of the password across all processes. A distributed attack leaves each address one attempt, so it
 * cannot lock the administrator out.
 */
export function createLoginRateLimit({
  store,
  clock,
  networksOf,
}: {
  readonly store: Pick<AccountStore, 'countAttempt' | 'attemptsOf' | 'forgetAttempts'>;
  readonly clock: Clock;
  readonly networksOf: NetworksOf;
}) {
  const count = (key: string) => store.countAttempt(key, clock.now(), windowMs);
  return {
    /** Counts an attempt before the password is checked. Throws `limited` with the seconds to wait. */
    async admit(address: string): Promise<void> {
      const wrong = await store.attemptsOf(everybody, clock.now(), windowMs);
      const own = wrong < allAttempts ? ownAttempts : 1;
      let exhaustedUntil = 0;
      for (const { key, factor } of networksOf(address)) {
        const { attempts, until } = await count(key);
        if (attempts > own * factor) exhaustedUntil = Math.max(exhaustedUntil, until);
      }
      if (exhaustedUntil === 0) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((exhaustedUntil - clock.now()) / 1000));
      throw new Fault('limited', explained('attempts'), {
        retryAfterSeconds,
        limit: 'attempts',
      });
    },
    async failed(): Promise<void> {
      await count(everybody);
    },
    async succeeded(address: string): Promise<void> {
      for (const { key } of networksOf(address)) await store.forgetAttempts(key);
    },
  };
}
