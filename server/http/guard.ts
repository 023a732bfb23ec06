import { posix } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { consolePrefix } from '../../contract/api.ts';
import { mayCall } from '../../contract/account.ts';
import { explained } from '../kit/explained.ts';
import { forbidden, unauthenticated } from '../kit/fault.ts';
import type { Caller, Credentials } from '../ports/host.ts';
import { clientOf } from './client-address.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export type Identify = (credentials: Credentials) => Promise<Caller>;

export const credentialsOf = (request: FastifyRequest): Credentials => ({
  address: clientOf(request).address,
  authorization: request.headers.authorization,
  // Absent on requests that were refused before cookies are read.
  cookies: request.cookies ?? request.server.parseCookie(request.headers.cookie ?? ''),
});

/**
 * Admits administrators, and tokens to the operations of their scope. Throws `unauthenticated` without credentials, `forbidden` for
 * other users, other operations, and for a cookie that another site's page sent (CSRF).
 */
export async function guard(
  request: FastifyRequest,
  identify: Identify,
  publicOrigin: string | undefined,
): Promise<Caller> {
  const caller = await identify(credentialsOf(request));
  if (caller.kind === 'anonymous') throw unauthenticated();
  if (caller.kind === 'user') throw forbidden();
  if (caller.kind === 'token') {
    const { scope } = caller;
    if (!mayCall(scope, request.routeOptions.config?.operation))
      throw forbidden(explained('token_scope', { scope }));
    return caller;
  }
  if (caller.via === 'cookie' && !isSameOrigin(request, publicOrigin, 'a page must say so')) {
    throw forbidden(explained('same_origin'));
  }
  return caller;
}

/**
 * Refuses writes that a browser sends for another site's page, such as a forged login. Programs send no origin and
 * pass. Throws `forbidden`.
 */
export function assertSameOrigin(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (safeMethods.has(request.method) || isSameOrigin(request, publicOrigin, 'silence is fine')) return;
  throw forbidden('This may be sent from the same origin only');
}

/**
 * True when the browser's headers name this origin. Reads may lack them (address bar, old browsers), writes with a
 * cookie may not.
 */
export function isSameOrigin(
  request: FastifyRequest,
  publicOrigin: string | undefined,
  otherwise: 'a page must say so' | 'silence is fine',
): boolean {
  const isRead = safeMethods.has(request.method);
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isRead);
  const { origin } = request.headers;
  if (origin === undefined) return isRead || otherwise === 'silence is fine';
  return origin === publicOrigin || URL.parse(origin)?.host === request.host;
}

const consoleStart = consolePrefix.slice(0, consolePrefix.indexOf('.') + 1);

/**
 * True when a request target means the console, however it is spelled: escaped letters, doubled slashes, dot segments,
 * upper case, absolute form. Needed for paths without a route; routes carry their own access class.
 */
export function isConsolePath(target: string): boolean {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const letters = path.replace(/%([0-7][\da-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return posix.normalize(letters.replaceAll('\\', '/')).toLowerCase().startsWith(consoleStart);
}
