import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { matchesOrigin } from './origin-patterns.ts';

/**
 * Host names under which the service may be addressed. Another site can point its own name to this address (DNS
 * rebinding); the browser would then treat both as the same origin.
 */
export interface Hosts {
  /** Throws {@link Misdirected} for a foreign name. */
  check(request: FastifyRequest): Promise<void>;
}

export interface HostsDeps {
  readonly publicOrigin: string | undefined;
  /** True when only this machine may send requests: for a trial, and for the sample site. */
  readonly loopbackOnly: () => boolean;
  /** Allowed origins; their host names are accepted, too. */
  readonly allowed: () => Promise<readonly string[]>;
}

/** A request for another host; answered with 421. */
export class Misdirected extends Error {
  readonly status = 421;
  constructor(host: string) {
    super(
      `This service does not answer by the name ${JSON.stringify(host.slice(0, 200))}. DOCENT_PUBLIC_ORIGIN sets its name, DOCENT_ALLOWED_ORIGINS further ones`,
    );
  }
}

export function createHosts({ publicOrigin, loopbackOnly, allowed }: HostsDeps): Hosts {
  const own = publicOrigin === undefined ? undefined : bare(new URL(publicOrigin).hostname);
  const isKnown = async (host: string): Promise<boolean> => {
    const name = nameIn(host);
    if (name === undefined) return false;
    if (loopbackOnly()) return isLoopback(name);
    return isPrivate(name) || bare(name) === own || (await isAllowed(name, allowed));
  };
  return {
    async check(request) {
      if (own === undefined && !loopbackOnly()) return;
      // A page that reached this address by DNS rebinding can set any header except Host.
      const hosts = loopbackOnly() ? [request.headers.host] : [request.headers.host, request.host];
      for (const host of new Set(hosts))
        if (host !== undefined && host !== '' && !(await isKnown(host))) throw new Misdirected(host);
    },
  };
}

/** Host name of a `Host` header, without port and brackets, in lower case; `undefined` when it is none. */
function nameIn(host: string): string | undefined {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([^\s/?#@:[\]]+))(?::\d{1,5})?$/i.exec(host) ?? [];
  return (address ?? name)?.toLowerCase().replace(/\.$/, '');
}

/** Ignores `www.`, which names the same site. */
const bare = (name: string): string => name.replace(/^www\./, '');

/** True for the names and addresses of this machine itself. */
const isLoopback = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '::1' ||
  (isIP(name) === 4 && name.startsWith('127.'));

/**
 * True for names that nobody can own in public DNS: addresses, and names of a private network, such as those of
 * containers. Proxies, health checks and platforms next to Docent use these.
 */
const isPrivate = (name: string): boolean =>
  isIP(name) !== 0 || !name.includes('.') || privateEnding.test(name);

const privateEnding = /\.(?:localhost|local|localdomain|internal|lan|home\.arpa)$/;

/** True for the host of an allowed origin; `*` allows every page, not every name. */
async function isAllowed(name: string, allowed: HostsDeps['allowed']): Promise<boolean> {
  const patterns = (await allowed()).filter((pattern) => pattern !== '*');
  return patterns.some((pattern) => {
    const [scheme = '', host = ''] = pattern.split('://');
    return matchesOrigin(`${scheme}://${host.replace(/:\d+$/, '')}`, `${scheme}://${name}`);
  });
}

/**
 * True when the `Origin` of a request is known by name: the public origin, an allowed one, or, when no public origin is
 * set, the service's own at an IP address or a private name.
 */
export async function isKnownOrigin(
  request: Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>,
  { publicOrigin, allowed }: Pick<HostsDeps, 'publicOrigin' | 'allowed'>,
): Promise<boolean> {
  const origin = request.headers.origin ?? '';
  if (publicOrigin !== undefined && origin === publicOrigin) return true;
  const name = nameIn(request.host);
  const isOwn = origin === `${request.protocol}://${request.host}`;
  if (isOwn && name !== undefined && isPrivate(name)) return true;
  return (await allowed()).some((pattern) => matchesOrigin(pattern, origin));
}
