import type { Group } from '../contract/endpoint.ts';
import type { StreamEvent } from '../contract/events.ts';
import { initOf, pathOf, type Called, type RequestParts } from './request.ts';
import { ApiError, streamOf, valueOf } from './reply.ts';
import { eventsIn } from './stream.ts';

export interface ClientOptions {
  /** Address of the service, such as `https://example.org`. */
  readonly baseUrl: string;
  /** The administrator token; console operations need one. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

/** The operations of a group by name; callers add the types. */
export const operationsOf = (
  group: { readonly prefix: Group['prefix']; readonly endpoints: Readonly<Record<string, Called>> },
  options: ClientOptions,
) =>
  Object.fromEntries(
    Object.entries(group.endpoints).map(([name, endpoint]) => [name, operation(group, endpoint, options)]),
  );

function operation(group: Pick<Group, 'prefix'>, endpoint: Called, options: ClientOptions) {
  if (endpoint.reply.kind === 'stream')
    return (request: RequestParts = {}) => events(group, endpoint, request, options);
  return async (request: RequestParts = {}) => {
    const response = await send(group, endpoint, request, options);
    if (endpoint.reply.kind === 'document' && response.ok) return response;
    return valueOf(response, endpoint.errors);
  };
}

function send(group: Pick<Group, 'prefix'>, endpoint: Called, request: RequestParts, options: ClientOptions) {
  const { baseUrl, token, headers, fetch: fetching = fetch } = options;
  return fetching(
    baseUrl.replace(/(?<!\/)\/+$/, '') + pathOf(group, endpoint, request),
    initOf(endpoint, request, { ...(token && { authorization: `Bearer ${token}` }), ...headers }),
  );
}

/** The events of a stream up to `[DONE]`. Leaving the loop ends the request. */
async function* events(
  group: Pick<Group, 'prefix'>,
  endpoint: Called,
  request: RequestParts,
  options: ClientOptions,
): AsyncGenerator<StreamEvent> {
  const leaving = new AbortController();
  const signal = request.signal ? AbortSignal.any([request.signal, leaving.signal]) : leaving.signal;
  try {
    const response = await send(group, endpoint, { ...request, signal }, options);
    const isWhole = yield* eventsIn(await streamOf(response, endpoint.errors));
    if (!isWhole) throw new ApiError('The stream ended before [DONE]', response.status);
  } finally {
    leaving.abort();
  }
}
