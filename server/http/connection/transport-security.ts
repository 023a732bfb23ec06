import type { FastifyRequest } from 'fastify';

/** Half a year, in seconds. */
const keptSeconds = 180 * 24 * 60 * 60;

/**
 * Tells browsers to come back by TLS alone (HSTS, RFC 6797), where visitors are known to come by TLS: by the public
 * origin, else by what a trusted proxy says. Only on the usual port: the header counts for every port of a host, so
 * another one would shut out what answers on port 80.
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
