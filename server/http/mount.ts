import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import type { StreamEvent } from '../../contract/events.ts';
import type { Caller } from '../ports/host.ts';
import type { Log } from '../ports/log.ts';
import { encode, sendDocument, sendTagged, type Encoded } from './document.ts';
import { failureFrames, send } from './errors.ts';
import { eventsRepliedTo, repliedTo } from './explanations.ts';
import { problem } from './faults.ts';
import type { AnyHandler, Document, FinishedWrite } from './implement.ts';
import { readInput } from './input.ts';
import type { InFlight } from './in-flight.ts';
import type { Origins } from './origins.ts';
import { placedEvents } from './connection/placed-events.ts';
import type { Prefix } from './connection/prefix.ts';
import { contextOf, originOf } from './request-context.ts';
import { streamHeaders, type Streams } from './stream.ts';
import { createPatience, withPatience, type Patience } from '../kit/waiting/patience.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** The path as the contract writes it, with its prefix. */
    path?: string;
    access?: Access;
    /** `group.operation`, the label of metrics. */
    operation?: string;
    /** True when writes are accepted only from pages of this origin and from programs. */
    sameOriginOnly?: boolean;
    /** True when the operation authenticates its caller, so that any host name is accepted. */
    anyHost?: boolean;
    /** True when the origin of a request, if it names one, must be known. */
    knownOriginsOnly?: boolean;
    /** True when the causes of failures are logged but not sent. */
    hidesCauses?: boolean;
  }
  interface FastifyRequest {
    /** Known before the body is read; `null` on public operations. */
    caller: Caller | null;
    /** How long it waits in all for what the service itself needs. */
    patience: Patience | null;
  }
}

/** Parts of the server that every operation uses. */
export interface ServerContext {
  readonly publicOrigin: string | undefined;
  readonly prefix: Prefix;
  readonly streams: Streams;
  readonly inFlight: Pick<InFlight, 'track'>;
  /** Aborts when the service begins to stop. */
  readonly stopping: AbortSignal;
  readonly log: Log;
  readonly encoded: Encoded;
  /** Checks origins on operations that cost money. */
  readonly origins: Pick<Origins, 'check'> | undefined;
  /** Checks every JSON reply against its schema; on in tests. */
  readonly checkReplies: boolean;
  /** Called when a write of an administrator has succeeded and changed something, before it is answered. */
  readonly wrote: ((operation: string, write: FinishedWrite) => Promise<void>) | undefined;
}

/** An operation at one of its paths; without a handler the reply is 501. */
export interface MountedOperation {
  readonly path: string;
  readonly name: string;
  readonly access: Access;
  readonly sameOriginOnly: boolean;
  readonly anyHost: boolean;
  readonly knownOriginsOnly: boolean;
  readonly hidesCauses: boolean;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler | undefined;
}

/** Gives each request its fields, and one limit for all that it waits for, from its first check on. */
export function prepareRequests(app: FastifyInstance, statementMs?: number): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('patience', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const isPublic = request.routeOptions.config?.access === 'public';
    const patience = createPatience({ includesSite: isPublic, statementMs });
    request.patience = patience;
    withPatience(patience, done);
  });
}

/** Serves one operation at one path: parse the input, call the handler, send the reply. The guard has run before. */
export function mount(app: FastifyInstance, server: ServerContext, operation: MountedOperation): void {
  const { path, endpoint } = operation;
  app.route({
    // One route for both: the two routes that Fastify creates by default double the time of a start.
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    exposeHeadRoute: false,
    ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
    url: path.replace(/\{\w+\*\}/, '*').replace(/\{(\w+)\}/g, ':$1'),
    config: {
      endpoint,
      path,
      access: operation.access,
      operation: operation.name,
      sameOriginOnly: operation.sameOriginOnly,
      anyHost: operation.anyHost,
      knownOriginsOnly: operation.knownOriginsOnly,
      hidesCauses: operation.hidesCauses,
    },
    handler: (request, reply) =>
      withPatience(request.patience ?? undefined, () => answer({ request, reply }, server, operation)),
  });
}

/** Answers a request. */
async function answer(
  { request, reply }: Exchange,
  server: ServerContext,
  operation: MountedOperation,
): Promise<FastifyReply> {
  const { endpoint, handler } = operation;
  if (!handler) return send(reply, problem(501, 'This operation is not available yet', request));
  const prefix = server.prefix.of(request.raw);
  // Public operations store no addresses, only look them up.
  const own = operation.access === 'public' ? originOf(request, server) : undefined;
  const input = await readInput(endpoint, request, (given) => server.prefix.unplaced(given, prefix, own));
  if (endpoint.spends) await server.origins?.check(request);
  // A HEAD request for a stream must not start it.
  if (request.method === 'HEAD' && endpoint.reply.kind === 'stream')
    return reply.headers(streamHeaders).send();
  const client = abortWhenGone(reply);
  // The stream writer aborts streams itself; other handlers need a signal for a closed connection.
  const signal =
    endpoint.reply.kind === 'stream' ? client.signal : AbortSignal.any([client.signal, server.stopping]);
  let hasChanged = true;
  const place = { publicOrigin: server.publicOrigin, prefix };
  const context = {
    ...contextOf(request, endpoint, place, signal),
    nothingChanged: () => void (hasChanged = false),
  };
  const result = handler(input, context);
  if (endpoint.reply.kind !== 'stream') {
    const isAct = operation.access === 'admin' && endpoint.method !== 'GET';
    const work = async () => {
      const value = await (result as Promise<unknown>);
      if (isAct && hasChanged)
        await server.wrote?.(operation.name, { ...input, reply: value, by: context.by });
      return value;
    };
    const value = await server.inFlight.track(work());
    return sendValue({ request, reply, signal, prefix }, server, endpoint, value);
  }
  const events = eventsRepliedTo(request, result as AsyncIterable<StreamEvent>);
  const source = prefix === '' ? events : placedEvents(events, server.prefix, prefix);
  return sendStream({ request, reply }, server, { endpoint, client, source });
}

function abortWhenGone(reply: FastifyReply): AbortController {
  const client = new AbortController();
  const leave = () => {
    if (!reply.raw.writableFinished) client.abort(new DOMException('The client has left', 'AbortError'));
  };
  if (reply.raw.destroyed) leave();
  else reply.raw.on('close', leave);
  return client;
}

interface StreamReply {
  readonly endpoint: Endpoint;
  readonly client: AbortController;
  readonly source: AsyncIterable<StreamEvent>;
}

function sendStream(
  { request, reply }: Exchange,
  server: ServerContext,
  { endpoint, client, source }: StreamReply,
): FastifyReply {
  const headers = reply.getHeaders();
  reply.hijack();
  const failed = (error: unknown) => failureFrames(error, request, endpoint.errors, server.log);
  const isProgress = endpoint.errors.style === 'progress-stream';
  // It tells of work that may take hours, and asks for it again and again.
  if (isProgress) request.patience?.end();
  server.streams
    .send({ response: reply.raw, headers, client, source, isProgress, failed })
    .catch((error: unknown) => {
      server.log.error({ err: error, requestId: request.id }, 'a stream could not be ended');
    });
  return reply;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function sendValue(
  { request, reply, signal, prefix }: Exchange & { readonly signal: AbortSignal; readonly prefix: string },
  server: ServerContext,
  { reply: kind, caching }: Endpoint,
  value: unknown,
): FastifyReply | Promise<FastifyReply> {
  const mayBeDocument = kind.kind === 'json' && kind.orDocument !== undefined;
  if (kind.kind === 'document' || (mayBeDocument && isDocument(value)))
    return sendDocument({ request, reply, signal, prefix }, value as Document, server);
  reply.header('cache-control', 'no-store');
  if (kind.kind === 'empty') return reply.code(204).send();
  if (server.checkReplies && kind.kind === 'json') kind.schema.parse(value);
  reply.header('content-type', 'application/json; charset=utf-8');
  const text = JSON.stringify(server.prefix.placed(repliedTo(request, value), prefix));
  if (caching === undefined) return reply.send(text);
  // The same address has replies in several languages.
  reply.headers({ 'cache-control': caching, vary: varyingBy(reply.getHeader('vary'), 'accept-language') });
  return sendTagged({ request, reply }, encode(text));
}

const varyingBy = (header: unknown, name: string): string =>
  [header, name].filter((each) => typeof each === 'string' && each !== '').join(', ');

const isDocument = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'contentType' in value && 'body' in value;
