import { specGroupsByName } from '../contract/api.ts';
import type { Endpoint, Group } from '../contract/endpoint.ts';
import type { StreamEvent } from '../contract/events.ts';
import { modelOptions } from '../contract/model-options.ts';
import { installation, system } from '../contract/system.ts';
import { initOf, pathOf, type ReplyOf, type RequestOf, type RequestParts } from './request.ts';
import { ApiError, streamOf, valueOf } from './reply.ts';
import { eventsIn } from './stream.ts';

export { ApiError } from './reply.ts';
export type { RequestOf, ReplyOf } from './request.ts';
export type { StreamEvent } from '../contract/events.ts';

const groups = { ...specGroupsByName, installation, modelOptions, system };
type Groups = typeof groups;

/** A streaming operation yields events up to `[DONE]`; any other resolves with its reply. */
type Operation<E> =
  E extends Endpoint<any, any, any, infer R>
    ? R extends { kind: 'stream' }
      ? (request?: RequestOf<E>) => AsyncGenerator<StreamEvent>
      : R extends { kind: 'document' }
        ? (request?: RequestOf<E>) => Promise<Response>
        : (request?: RequestOf<E>) => Promise<ReplyOf<E>>
    : never;

/** All operations by group and name: `client.chat.answer({ body: { message } })`. */
export type Client = {
  readonly [G in keyof Groups]: {
    readonly [K in keyof Groups[G]['endpoints']]: Operation<Groups[G]['endpoints'][K]>;
  };
};

export interface ClientOptions {
  /** Address of the service, such as `https://example.org`. */
  readonly baseUrl: string;
  /** The administrator token; console operations need one. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

/** Creates a client for browsers and Node. Operations throw {@link ApiError} for every reported failure. */
export function createClient(options: ClientOptions): Client {
  const entries = Object.entries(groups).map(([name, group]) => [name, operationsOf(group, options)]);
  // The mapped type `Client` describes what this loop builds.
  return Object.fromEntries(entries) as Client;
}

const operationsOf = (group: Group, options: ClientOptions) =>
  Object.fromEntries(
    Object.entries(group.endpoints).map(([name, endpoint]) => [name, operation(group, endpoint, options)]),
  );

function operation(group: Group, endpoint: Endpoint, options: ClientOptions) {
  if (endpoint.reply.kind === 'stream')
    return (request: RequestParts = {}) => events(group, endpoint, request, options);
  return async (request: RequestParts = {}) => {
    const response = await send(group, endpoint, request, options);
    if (endpoint.reply.kind === 'document' && response.ok) return response;
    return valueOf(response, endpoint.errors);
  };
}

function send(group: Group, endpoint: Endpoint, request: RequestParts, options: ClientOptions) {
  const { baseUrl, token, headers, fetch: fetching = fetch } = options;
  return fetching(
    baseUrl.replace(/(?<!\/)\/+$/, '') + pathOf(group, endpoint, request),
    initOf(endpoint, request, { ...(token && { authorization: `Bearer ${token}` }), ...headers }),
  );
}

/** The events of a stream up to `[DONE]`. Leaving the loop ends the request. */
async function* events(
  group: Group,
  endpoint: Endpoint,
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
