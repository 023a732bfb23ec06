import type { FastifyRequest } from 'fastify';
import { sessionCookies } from '../../contract/account.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { sha256 } from '../kit/ids.ts';
import type { Caller, Credentials } from '../ports/host.ts';
import { languageOf, wantsMarkdown, wantsPage } from './accept.ts';
import { clientOf } from './client-address.ts';
import { credentialsOf } from './guard.ts';
import type { RequestContext } from './implement.ts';

/** The context that a handler gets; `signal` aborts when the client leaves or the service stops. */
export function contextOf(
  request: FastifyRequest,
  { headers }: Pick<Endpoint, 'headers'>,
  place: PublicAddress,
  signal: AbortSignal,
): Omit<RequestContext, 'nothingChanged'> {
  const caller = request.caller ?? { kind: 'anonymous' };
  const credentials = credentialsOf(request);
  return {
    caller,
    by: callerName(caller, credentials),
    visitor: clientOf(request),
    language: languageOf(request),
    signal,
    requestId: request.id,
    origin: originOf(request, place) + place.prefix,
    wantsPage: wantsPage(request),
    wantsMarkdown: wantsMarkdown(request),
    headers: headersOf(request, headers),
    credentials,
  };
}

/** Sessions have no names; they are distinguished by a short hash that reveals nothing about their secret. */
function callerName(caller: Caller, { cookies }: Credentials): string {
  if (caller.kind === 'anonymous') return '';
  if (caller.kind !== 'admin' || caller.via === 'token')
    return caller.kind === 'user' ? `user:${caller.id}` : caller.id;
  const secret = sessionCookies.map((name) => cookies[name]).find((value) => value !== undefined);
  if (caller.id !== 'administrator' || secret === undefined) return `user:${caller.id}`;
  return `session:${sha256(secret).slice(0, 6)}`;
}

const headersOf = (request: FastifyRequest, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** The public address of the service. */
interface PublicAddress {
  readonly publicOrigin: string | undefined;
  /** Path prefix of the service; `''` at the root. */
  readonly prefix: string;
}

/** `https://host`, as the visitor's browser sees it. An invalid `Host` header is not echoed. */
export function originOf(
  request: FastifyRequest,
  { publicOrigin }: Pick<PublicAddress, 'publicOrigin'>,
): string {
  if (publicOrigin !== undefined) return publicOrigin;
  const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(request.host) ? request.host : 'localhost';
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`;
}
