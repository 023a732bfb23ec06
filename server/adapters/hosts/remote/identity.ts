import { Fault, unavailable } from '../../../kit/fault.ts';
import { sha256 } from '../../../kit/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Caller } from '../../../ports/host.ts';

/** The part of a request that the platform is shown, and nothing else. */
export interface Proof {
  readonly headers: Readonly<Record<string, string>>;
  readonly via: 'token' | 'cookie';
}

/** A positive answer is believed for so long; a negative one is not kept at all. */
const believedMs = 15_000;
const maxBelieved = 200;
/** People are asked about at most so many at once, so that guesses cannot flood the platform. */
const maxParallel = 8;

/**
 * Asks the platform who calls and remembers administrators for some seconds. Whatever goes wrong is a Fault
 * `unavailable`, never a weaker answer.
 */
export const createIdentity = (deps: {
  readonly clock: Clock;
  readonly ask: (proof: Proof, signal: AbortSignal | undefined) => Promise<Caller>;
}) => {
  const { clock, ask } = deps;
  const believed = new Map<string, { readonly caller: Caller; readonly until: number }>();
  let asking = 0;

  const remember = (key: string, caller: Caller) => {
    const now = clock.now();
    for (const [old, { until }] of believed) if (until <= now) believed.delete(old);
    if (believed.size < maxBelieved) believed.set(key, { caller, until: now + believedMs });
  };

  return async (proof: Proof | undefined, signal?: AbortSignal): Promise<Caller> => {
    if (!proof) return { kind: 'anonymous' };
    const key = sha256(JSON.stringify([proof.via, proof.headers]));
    const known = believed.get(key);
    if (known && known.until > clock.now()) return known.caller;
    if (asking >= maxParallel) throw unavailable('Too many sign-ins are being checked at the site');
    asking++;
    try {
      const caller = await ask(proof, signal);
      if (caller.kind === 'admin') remember(key, caller);
      return caller;
    } catch (error) {
      if (signal?.aborted) throw error;
      const reason = error instanceof Fault ? error.message : 'The site cannot be asked';
      throw unavailable(`The site cannot tell who you are: ${reason}`, error);
    } finally {
      asking--;
    }
  };
};

/** The cookies of the platform, by name, as one header; `undefined` when there is none. */
export const cookieHeader = (
  cookies: Readonly<Record<string, string | undefined>>,
  isPlatforms: (name: string) => boolean,
): string | undefined => {
  const own = Object.entries(cookies).filter(
    ([name, value]) => isPlatforms(name) && value?.isWellFormed() === true,
  );
  // They were decoded where they came in.
  return own.length === 0
    ? undefined
    : own.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('; ');
};
