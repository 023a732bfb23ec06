import { isIPv6 } from 'node:net';
import { Fault } from '../../kit/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountStore } from './store.ts';

const windowMs = 15 * 60_000;
/** Attempts of one address in a window. */
const ownAttempts = 10;
/** Wrong attempts of all addresses in a window, after which each address has only one. */
const allAttempts = 100;
/** Where the wrong ones of all addresses are counted; no address is called so. */
const everybody = '*';

/**
 * Bounds guessing of the password, in all processes together. Many addresses guessing together leave everybody one
 * attempt each, so that they cannot lock the administrator out.
 */
export function createAttempts({
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
      const { attempts, until } = await count(networkOf(address));
      const wrong = await store.attemptsOf(everybody, clock.now());
      if (attempts <= (wrong < allAttempts ? ownAttempts : 1)) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((until - clock.now()) / 1000));
      throw new Fault('limited', 'Too many attempts; try again later', {
        retryAfterSeconds,
        limit: 'attempts',
      });
    },
    async failed(): Promise<void> {
      await count(everybody);
    },
    async succeeded(address: string): Promise<void> {
      await store.forgetAttempts(networkOf(address));
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;

/** An IPv6 client owns its whole /64 network, so that is what counts. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const before = groupsIn(head);
  // An IPv4 ending takes the room of two groups.
  const after = groupsIn(tail ?? '').flatMap((group) => (group.includes('.') ? [group, ''] : [group]));
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

const groupsIn = (text: string): string[] => (text === '' ? [] : text.split(':'));
