import type { FastifyReply, FastifyRequest } from 'fastify';
import { site } from '../../contract/site/site.ts';
import { Fault } from '../kit/fault.ts';
import type { Log } from '../ports/log.ts';
import type { ErrorStyle } from '../../contract/faults.ts';
import { encodeFrame } from '../../contract/frames.ts';
import { failureOf, forVisitors, internalError, problem, streamFailure, type Failure } from './faults.ts';
import { streamHeaders } from './stream.ts';
import { BadRequestBody } from './bad-request-body.ts';
import { Misdirected } from './connection/hosts.ts';
import type { MethodsAt } from './routing/methods.ts';
import { visitorLanguageOf } from './accept.ts';
import { wantsExplanations } from './explanations.ts';

interface ErrorDeps {
  readonly log: Log;
  readonly methodsAt: MethodsAt;
}

/** Replies to anything thrown before a reply began, in the error style of the operation. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, methodsAt }: ErrorDeps,
): FastifyReply {
  const { endpoint, hidesCauses = false } = request.routeOptions.config ?? {};
  const style = endpoint?.errors;
  // A QUERY without a media type is refused before it is seen that no path takes QUERY.
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE')
    return answerNothingHere(request, reply, methodsAt);
  const refused = refusalOf(error, request, reply);
  if (refused) return send(reply, problem(refused.status, refused.message, request, style));
  const failed = faultOf(error, log, request.id);
  const fault = hidesCauses ? forVisitors(failed, visitorLanguageOf(request)) : failed;
  const isBug = failed.message === internalError.text;
  if (fault !== failed && !isBug)
    log.warn({ err: failed.message, requestId: request.id }, 'a request of a visitor failed');
  const tell = (failure: Failure) =>
    send(reply, wantsExplanations(request) ? withExplanationOf(fault, failure) : failure);
  if (fault.code === 'unauthenticated' || fault.code === 'forbidden') {
    if (fault.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer realm="docent"');
    const words = fault.code === 'unauthenticated' && style?.style === 'openai' ? wrongToken : fault.message;
    return tell(problem(fault.code === 'forbidden' ? 403 : 401, words, request, style));
  }
  // The site's pages match every GET without an operation; programs get the same reply as for other methods.
  if (fault.code === 'not-found' && endpoint === site.endpoints.page)
    return answerNothingHere(request, reply, methodsAt);
  const wait = fault.details.retryAfterSeconds;
  if (wait !== undefined) {
    reply.header('retry-after', String(wait));
    // OpenAI clients retry twice, however long the wait is.
    if (style?.style === 'openai' && wait > longestRetrySeconds) reply.header('x-should-retry', 'false');
  }
  const failure = failureOf(style ?? { style: 'error-field' }, fault, visitorLanguageOf(request));
  return tell(isBug && failure.status >= 500 ? problem(500, internalError.text, request, style) : failure);
}

/** When the wait is longer than this, clients are told not to retry. */
const longestRetrySeconds = 60;

/** A failure for an administrator: with the code and parameters of its text. */
function withExplanationOf({ explanation }: Fault, failure: Failure): Failure {
  if (explanation === undefined) return failure;
  const body =
    failure.contentType === 'text/event-stream'
      ? encodeFrame({ event: 'explanation', data: explanation }) + failure.body
      : JSON.stringify({ ...JSON.parse(failure.body), explanation });
  return { ...failure, body };
}

/** The frames of a failure within a stream; an administrator gets the code and parameters of its text before them. */
export function failureFrames(error: unknown, request: FastifyRequest, style: ErrorStyle, log: Log): string {
  const fault = faultOf(error, log, request.id);
  const failure: Failure = {
    status: 200,
    contentType: 'text/event-stream',
    body: streamFailure(style, fault, visitorLanguageOf(request)),
  };
  return (wantsExplanations(request) ? withExplanationOf(fault, failure) : failure).body;
}

const wrongToken = 'The access token is missing or not valid';

/**
 * Replies to a path or method without a route: for a known path, its methods in reply to OPTIONS or with 405, otherwise 404. Below `/v1`
 * errors have the form that OpenAI clients expect.
 */
export function answerNothingHere(
  request: FastifyRequest,
  reply: FastifyReply,
  methodsAt: MethodsAt,
): FastifyReply {
  const [path = ''] = request.url.split('?', 1);
  const isOpenAi = path.startsWith('/v1/');
  const style = isOpenAi ? ({ style: 'openai' } as const) : undefined;
  const { methods, saysSo } = methodsAt(path);
  if (methods.length > 0) {
    reply.header('allow', methods.join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    if (saysSo) return send(reply, problem(405, `This path takes ${methods.join(', ')}`, request, style));
  }
  const words = isOpenAi ? `${nothingHere}; only chat completions and models are served` : nothingHere;
  return send(reply, problem(404, words, request, style));
}

const nothingHere = 'There is nothing at this path';

/** Sends a failure with headers that forbid caching. */
export function send(reply: FastifyReply, { status, contentType, body }: Failure): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  if (contentType === 'text/event-stream') reply.headers(streamHeaders);
  return reply.header('content-type', `${contentType}; charset=utf-8`).send(body);
}

/** Returns a Fault as it is. Anything else is a bug: it is logged in full and answered without details. */
function faultOf(error: unknown, log: Log, requestId: string): Fault {
  if (error instanceof Fault) return error;
  log.error({ err: error, requestId }, 'a request failed unexpectedly');
  return new Fault('unavailable', internalError);
}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** Errors of the client before any operation runs: malformed bodies, broken requests, closed connections. */
function refusalOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  if (error instanceof BadRequestBody || error instanceof Misdirected) return error;
  if (!(error instanceof Error)) return undefined;
  const hasLeft = reply.raw.destroyed || request.raw.destroyed;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (hasLeft && (error.name === 'AbortError' || code === 'ECONNRESET')) {
    return { status: 400, message: 'The request was broken off' };
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (!code.startsWith('FST_') || status < 400 || status > 499) return undefined;
  return { status, message: fastifyMessages[code] ?? 'The request cannot be read' };
}

const fastifyMessages: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is shorter or longer than announced',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type is not readable',
  FST_ERR_BAD_URL: 'The address is not valid',
  FST_ERR_MAX_PARAM_LENGTH: 'The address is too long',
};
