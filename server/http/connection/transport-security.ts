import type { FastifyRequest } from 'fastify';

/** Half a year, in seconds. */
const keptSeconds = 180 * 24 * 60 * 60;

/**
 * Tells browsers to use TLS only (HSTS, RFC 6797) when visitors are known to use it: according to the public origin, else
 * to a trusted proxy. Only on the standard port: the header applies to all ports of a host, so setting it on another port
 * would make a server on port 80 unreachable.
 */
export function transportHeaders(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicOrigin: string | undefined,
): Readonly<Record<string, string>> {
  const origin = publicOrigin ?? `${request.protocol}://${request.host}`;
  return /^https:\/\/[^/:]+(?::443)?$/.test(origin)
    ? { 'strict-transport-security': `max-age=${keptSeconds}` }
    : {};
}
