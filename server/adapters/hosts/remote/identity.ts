import { explained } from '../../../kit/explained.ts';
import { Fault, unavailable } from '../../../kit/fault.ts';
import { sha256 } from '../../../kit/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Caller } from '../../../ports/host.ts';

/** The credentials sent to the platform, and nothing else. */
export interface Proof {
  readonly headers: Readonly<Record<string, string>>;
  readonly via: 'token' | 'cookie';
}

/** Life of a cached positive result; negative ones are not cached. */
const believedMs = 15_000;
const maxBelieved = 200;
/** Maximum of concurrent checks, so that guessing cannot flood the platform. */
const maxParallel = 8;

/**
 * Identifies callers with the platform and caches administrators for some seconds. Every error becomes the Fault
 * `unavailable`, never a lower role.
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
    if (asking >= maxParallel) throw unavailable(explained('site_sign_ins'));
    asking++;
    try {
      const caller = await ask(proof, signal);
      if (caller.kind === 'admin') remember(key, caller);
      return caller;
    } catch (error) {
      if (signal?.aborted) throw error;
      const reason = error instanceof Fault ? error.words : explained('site_cannot_be_asked');
      throw unavailable(explained('site_unidentified', { reason }), error);
    } finally {
      asking--;
    }
  };
};

/** The platform's cookies as one header; `undefined` when there are none. */
export const cookieHeader = (
  cookies: Readonly<Record<string, string | undefined>>,
  isPlatforms: (name: string) => boolean,
): string | undefined => {
  const own = Object.entries(cookies).filter(
    ([name, value]) => isPlatforms(name) && value?.isWellFormed() === true,
  );
  // Cookies were decoded when the request was parsed.
  return own.length === 0
    ? undefined
    : own.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('; ');
};
