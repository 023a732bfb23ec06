import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Fault } from '../../kit/fault.ts';

const windowSeconds = 15 * 60;
/** Attempts of one address in a window. */
const ownAttempts = 10;
/** Wrong attempts of all addresses in a window, after which each address has only one. */
const allAttempts = 100;

/**
 * Bounds guessing of the password, in memory. Many addresses guessing together leave everybody one attempt each,
 * so that they cannot lock the administrator out.
 */
export function createAttempts() {
  const own = new RateLimiterMemory({ points: ownAttempts, duration: windowSeconds });
  const all = new RateLimiterMemory({ points: allAttempts, duration: windowSeconds });
  return {
    /** Counts an attempt before it is looked at. Throws `limited` with the seconds to wait. */
    async admit(address: string): Promise<void> {
      const { consumedPoints, msBeforeNext } = await own.penalty(networkOf(address));
      const wrong = (await all.get('all'))?.consumedPoints ?? 0;
      if (consumedPoints <= (wrong < allAttempts ? ownAttempts : 1)) return;
      const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
      throw new Fault('limited', 'Too many attempts; try again later', {
        retryAfterSeconds,
        limit: 'attempts',
      });
    },
    async failed(): Promise<void> {
      await all.penalty('all');
    },
    async succeeded(address: string): Promise<void> {
      await own.delete(networkOf(address));
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
