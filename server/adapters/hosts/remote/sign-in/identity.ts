import { isRecent } from '../../../../kit/calendar.ts';
import { LRUCache } from 'lru-cache';
import { explained } from '../../../../kit/explained.ts';
import { Fault, unavailable } from '../../../../kit/fault.ts';
import { sha256 } from '../../../../kit/ids.ts';
import { clientNetworks } from '../../../../kit/ip-networks.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Caller } from '../../../../ports/host.ts';

/** The credentials sent to the platform, and nothing else. */
export interface Proof {
  readonly headers: Readonly<Record<string, string>>;
  readonly via: 'token' | 'cookie';
}

/** True for a status that means invalid credentials; some APIs redirect to a sign-in page. */
export const provesNothing = (status: number): boolean =>
  status === 401 || status === 403 || (status >= 300 && status < 400);

/** Life of a cached result. Refusals are cached for a shorter time, since a person may be granted rights meanwhile. */
const believedMs = 15_000;
const refusedMs = 5_000;
/** Maximum of cached results of each kind. Refusals have their own cache, so that they cannot displace an administrator. */
const maxCachedCallers = 200;
const maxCachedRefusals = 2_000;
/** Maximum of concurrent checks, so that guessing cannot flood the platform, and the share of one address. */
const maxParallel = 8;
const maxOfAddress = 3;

/** A request for identification: the proof, and the address that it comes from. */
interface Claim {
  readonly proof: Proof | undefined;
  readonly address?: string | undefined;
}

/**
 * Identifies callers with the platform and caches the results for some seconds, by hashes of the credentials. The same
 * credentials are checked once at a time, and one address takes a part of the checks only. Every error becomes the Fault
 * `unavailable`, never a lower role.
 */
export const createIdentity = (deps: {
  readonly clock: Clock;
  readonly ask: (proof: Proof, signal: AbortSignal | undefined) => Promise<Caller>;
}) => {
  const { clock, ask } = deps;
  const believed = new LRUCache<string, Known>({ max: maxCachedCallers });
  const refused = new LRUCache<string, Known>({ max: maxCachedRefusals });
  const asking = new Map<string, Promise<Caller>>();
  const byAddress = new Map<string, number>();
  let running = 0;

  const known = (key: string): Caller | undefined => {
    const result = believed.get(key) ?? refused.get(key);
    return result && isRecent(result.at, result.forMs, clock.now()) ? result.caller : undefined;
  };

  const check = async (proof: Proof, key: string, network: string): Promise<Caller> => {
    const count = byAddress.get(network) ?? 0;
    // Whoever was an administrator a while ago is asked about again whatever others guess, from several addresses or the same.
    const isFull = running >= maxParallel || count >= maxOfAddress;
    if (isFull && !believed.has(key)) throw unavailable(explained('site_sign_ins'));
    byAddress.set(network, count + 1);
    running++;
    try {
      const caller = await ask(proof, undefined);
      const isAdmin = caller.kind === 'admin';
      const kept = { caller, at: clock.now(), forMs: isAdmin ? believedMs : refusedMs };
      if (!isAdmin) believed.delete(key);
      (isAdmin ? believed : refused).set(key, kept);
      return caller;
    } catch (error) {
      const reason = error instanceof Fault ? error.words : explained('site_cannot_be_asked');
      throw unavailable(explained('site_unidentified', { reason }), error);
    } finally {
      running--;
      const left = (byAddress.get(network) ?? 1) - 1;
      if (left === 0) byAddress.delete(network);
      else byAddress.set(network, left);
    }
  };

  return async ({ proof, address = '' }: Claim): Promise<Caller> => {
    if (!proof) return { kind: 'anonymous' };
    const key = sha256(JSON.stringify([proof.via, proof.headers]));
    const result = known(key);
    if (result) return result;
    const begun = asking.get(key);
    if (begun) return begun;
    const checking = check(proof, key, clientNetworks(address).at(-1)?.key ?? '').finally(() =>
      asking.delete(key),
    );
    asking.set(key, checking);
    return checking;
  };
};

interface Known {
  readonly caller: Caller;
  readonly at: number;
  readonly forMs: number;
}

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
