import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { languageOf } from './accept-language.ts';
import { clientOf } from './client-address.ts';
import { credentialsOf } from './guard.ts';
import type { RequestContext } from './implement.ts';

/** The context that a handler gets; `signal` aborts when the client leaves or the service stops. */
export function contextOf(
  request: FastifyRequest,
  { headers }: Pick<Endpoint, 'headers'>,
  publicOrigin: string | undefined,
  signal: AbortSignal,
): RequestContext {
  return {
    caller: request.caller ?? { kind: 'anonymous' },
    visitor: clientOf(request),
    language: languageOf(request),
    signal,
    requestId: request.id,
    origin: originOf(request, publicOrigin),
    wantsPage: wantsPage(request),
    headers: headersOf(request, headers),
    credentials: credentialsOf(request),
  };
}

const headersOf = (request: FastifyRequest, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** `https://host` as the visitor's browser sees the service. An invalid `Host` header is not repeated. */
function originOf(request: FastifyRequest, publicOrigin: string | undefined): string {
  if (publicOrigin !== undefined) return publicOrigin;
  const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(request.host) ? request.host : 'localhost';
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`;
}

/** True when a browser navigates to this address, so the reply should be a page. */
const wantsPage = (request: FastifyRequest): boolean => /\btext\/html\b/i.test(request.headers.accept ?? '');
