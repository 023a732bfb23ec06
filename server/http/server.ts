import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { consolePages, specGroups } from '../../contract/api.ts';
import type { Decode, Group } from '../../contract/endpoint.ts';
import type { Database } from '../kit/database.ts';
import { stopReason } from '../kit/fault.ts';
import type { Log } from '../ports/log.ts';
import { createConnections } from './connection/connections.ts';
import { corsOf } from './connection/cors.ts';
import { createOpenBodies } from './connection/open-bodies.ts';
import { answerError, answerNothingHere } from './errors.ts';
import { serveFiles, type ServedFiles } from './files.ts';
import { guard, isConsolePath, assertSameOrigin, type Identify } from './guard.ts';
import { createInFlight } from './in-flight.ts';
import type { Hosts } from './connection/hosts.ts';
import { createPrefix, placedPage, placedPath, type Prefix } from './connection/prefix.ts';
import { createTrustedProxies } from './connection/trusted-proxies.ts';
import type { Implementation } from './implement.ts';
import { createMethodsAt, type MethodsAt } from './routing/methods.ts';
import { pathsOf } from './routing/paths.ts';
import { mount, prepareRequests, type ServerContext } from './mount.ts';
import type { Origins } from './origins.ts';
import { createStreams, type StreamMetrics } from './stream.ts';
import { transportHeaders } from './connection/transport-security.ts';
import { acceptForms } from './upload.ts';

/** Largest body of operations without uploads, in bytes. */
const bodyLimit = 1024 * 1024;
/** Connections still open this long after all streams have ended are cut when the service stops. */
const closeGraceMs = 3_000;

/** Counts requests and streams, by operation name only. */
export interface RequestMetrics extends StreamMetrics {
  answered(request: { readonly operation: string; readonly status: number; readonly seconds: number }): void;
}

export interface ServerOptions {
  readonly implementations: readonly Implementation[];
  readonly identify: Identify;
  readonly publicOrigin: string | undefined;
  /** Path prefix of the public address; `''` at the root. */
  readonly basePath?: string | undefined;
  /** True when the service publishes the pages of the articles; true unless given. */
  readonly hasPages?: () => boolean;
  /** Where the console's pages are; `/console` unless given. */
  readonly consolePath?: string;
  readonly trustedProxies: readonly string[];
  readonly log: Log;
  readonly checkReplies: boolean;
  /** Called with every reply of an operation except streams; anything it throws is a bug. Tests compare replies with the published description. */
  readonly inspectReply?: ((sent: SentReply) => void) | undefined;
  readonly files?: readonly ServedFiles[];
  /** A reply of which the client takes no bytes for this long is cut off; two minutes unless given. */
  readonly stallMs?: number;
  readonly metrics?: RequestMetrics;
  /** A request has more time than one statement of the database for all that it waits for. */
  readonly db?: Pick<Database, 'statementMs'>;
  /** Missing when pages of every origin may call. */
  readonly origins?: Pick<Origins, 'check' | 'checkKnown' | 'isKnown' | 'framePolicy'>;
  /** Missing when every host name is accepted. */
  readonly hosts?: Hosts;
  /** Called when a write of an administrator has succeeded, before it is answered. */
  readonly wrote?: ServerContext['wrote'];
}

/** A reply of an operation as it is sent. */
export interface SentReply {
  readonly method: string;
  /** As the contract writes it, with its prefix. */
  readonly path: string;
  readonly status: number;
  /** Without parameters; empty for none. */
  readonly mediaType: string;
  /** Missing for bodies that are sent in pieces. */
  readonly text: string | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Ends progress streams and resolves when the other running requests have ended, at the latest when `limit` aborts.
     * New requests are still answered, on connections that close after the reply. `close` then waits for those until
     * `limit` and cuts the rest.
     */
    drain(limit: AbortSignal): Promise<void>;
  }
}

/** Creates the HTTP server: every operation of the contract at its path, plus root routes of `implementations`. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { publicOrigin, log, metrics } = options;
  const streams = createStreams(metrics);
  const stopping = new AbortController();
  const inFlight = createInFlight();
  const admit = createAdmission(options);
  let drainLimit: AbortSignal | undefined;
  const isTrusted = createTrustedProxies(options.trustedProxies);
  const prefix = createPrefix({ ...options, isTrusted, hasPages: options.hasPages ?? (() => true) });
  const context: ServerContext = {
    publicOrigin,
    prefix,
    streams,
    inFlight,
    log,
    encoded: new WeakMap(),
    stopping: stopping.signal,
    checkReplies: options.checkReplies,
    origins: options.origins,
    wrote: options.wrote,
  };
  const byGroup = new Map(
    options.implementations.map((implementation) => [implementation.group, implementation]),
  );
  const groups = new Set<Group>([...specGroups, ...byGroup.keys()]);
  const methodsAt = createMethodsAt(groups, options.consolePath);
  const app = fastify({
    bodyLimit,
    trustProxy: (address: string | undefined) => isTrusted(address),
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => prefix.bare(request),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
    serverFactory: (handle) => createConnections(handle, options.stallMs),
    logger: false,
    frameworkErrors: (error, request, reply) =>
      void answerUnroutable(error, request, reply, { ...options, methodsAt }),
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, { log, methodsAt }));
  app.setNotFoundHandler((request, reply) => answerNothingHere(request, reply, methodsAt));
  // Otherwise the pages of the site would answer these paths, and their failures have another form.
  app.all('/v1/*', (request, reply) => answerNothingHere(request, reply, methodsAt));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  await app.register(cookie);
  await app.register(cors, {
    delegator: (request: FastifyRequest) => corsOf(request, options.origins),
  });
  prepareRequests(app, options.db?.statementMs);
  app.decorate('drain', async (limit: AbortSignal) => {
    drainLimit = limit;
    streams.drain();
    await inFlight.ended(limit);
  });
  // Before the body is read, so that unauthorized clients cannot upload one.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      ...commonHeaders,
      ...transportHeaders(request, publicOrigin),
      'x-request-id': request.id,
    });
    if (drainLimit) reply.header('connection', 'close');
    inFlight.add(reply.raw, () => request.patience?.end());
    if (metrics) {
      // Fastify measures only where it logs.
      const began = performance.now();
      const seconds = () => (performance.now() - began) / 1000;
      reply.raw.once('close', () => metrics.answered({ ...figuresOf(request, reply), seconds: seconds() }));
    }
    await admit(request, reply);
  });
  placeReplies(app, prefix);
  const { inspectReply } = options;
  if (inspectReply)
    app.addHook('onSend', async (request, reply, payload) => {
      const { path } = request.routeOptions.config ?? {};
      // A HEAD reply has no body to compare with the schema.
      if (path === undefined || request.method === 'HEAD') return payload;
      const [mediaType = ''] = String(reply.getHeader('content-type') ?? '').split(';', 1);
      const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? String(payload) : undefined;
      inspectReply({ method: request.method, path, status: reply.statusCode, mediaType, text });
      return payload;
    });
  app.addHook('preClose', async () => {
    if (drainLimit) await inFlight.ended(drainLimit);
    stopping.abort(stopReason());
    // What still writes needs the database.
    await Promise.all([streams.close(), inFlight.worked(AbortSignal.timeout(closeGraceMs))]);
    setTimeout(() => app.server.closeAllConnections(), closeGraceMs).unref();
  });
  const mountAll = (scope: FastifyInstance, reads: (decode: Decode) => boolean) => {
    for (const group of groups)
      mountGroup(scope, context, {
        group,
        handlers: byGroup.get(group)?.handlers,
        reads,
        consolePath: options.consolePath ?? consolePages,
      });
  };
  mountAll(app, (decode) => decode !== 'form');
  await app.register(async (scope) => {
    await acceptForms(scope);
    mountAll(scope, (decode) => decode === 'form');
  });
  for (const files of options.files ?? [])
    await serveFiles(app, files, { prefix, framePolicy: options.origins?.framePolicy });
  return app;
}

/** Checks host, origin, caller and size of a request, before its body is read. */
function createAdmission({ identify, publicOrigin, hosts, origins }: ServerOptions) {
  const bodies = createOpenBodies();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access, sameOriginOnly, anyHost, knownOriginsOnly, endpoint } = request.routeOptions.config ?? {};
    if (!anyHost) await hosts?.check(request);
    if (knownOriginsOnly) await origins?.checkKnown(request);
    if (access === 'admin' || isConsolePath(request.url))
      request.caller = await guard(request, identify, publicOrigin);
    else if (sameOriginOnly && !knownOriginsOnly) assertSameOrigin(request, publicOrigin);
    if (!request.caller) bodies.admit(request, reply, endpoint?.bodyBytes ?? bodyLimit);
  };
}

/** Adds the prefix to redirects and generated pages. */
function placeReplies(app: FastifyInstance, prefix: Prefix): void {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    const before = prefix.of(raw);
    if (before === '') return payload;
    const location = reply.getHeader('location');
    if (typeof location === 'string') reply.header('location', placedPath(location, before));
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
    return isPage && typeof payload === 'string' ? placedPage(payload, before) : payload;
  });
}

interface GroupMount {
  readonly group: Group;
  /** The implementation's handlers by operation; operations without one answer 501. */
  readonly handlers: Implementation['handlers'] | undefined;
  /** Selects the operations of this scope by the kind of body they read. */
  readonly reads: (decode: Decode) => boolean;
  readonly consolePath: string;
}

function mountGroup(
  app: FastifyInstance,
  context: ServerContext,
  { group, handlers, reads, consolePath }: GroupMount,
): void {
  for (const [name, endpoint] of Object.entries(group.endpoints)) {
    if (!reads(endpoint.decode)) continue;
    for (const path of pathsOf(group, endpoint, consolePath)) {
      mount(app, context, {
        path,
        name: `${group.name}.${name}`,
        access: group.access,
        sameOriginOnly: group.prefix === 'root',
        anyHost: group.access === 'admin' || group.anyHost === true,
        knownOriginsOnly: group.knownOriginsOnly === true,
        hidesCauses: group.access === 'public' && !group.tellsCauses,
        endpoint,
        handler: handlers?.[name],
      });
    }
  }
}

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const;

/** Streams are measured until their end; status 499 means that the client left before it. */
const figuresOf = (request: FastifyRequest, reply: FastifyReply) => ({
  operation: request.routeOptions.config?.operation ?? 'other',
  status: reply.raw.writableFinished ? reply.statusCode : 499,
});

/** Replies to addresses that cannot be routed; below the console path, unauthorized clients get the same refusal for every address. */
async function answerUnroutable(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServerOptions & { readonly methodsAt: MethodsAt },
) {
  try {
    if (isConsolePath(request.url)) await guard(request, options.identify, options.publicOrigin);
    return await answerError(error, request, reply, options);
  } catch (refusal) {
    return answerError(refusal, request, reply, options);
  }
}
