import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../ports/log.ts';
import type { Document } from './implement.ts';

interface Recipient {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** Sends a finished page, file or text; replies 304 when the client has the same one (RFC 9110, 13.1.2). */
export async function sendDocument(
  { request, reply, signal }: Recipient,
  { status, contentType, body, headers = {} }: Document,
  log: Log,
): Promise<FastifyReply> {
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .header('content-type', contentType);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    if (request.method === 'HEAD') return reply.send();
    const pieces = typeof body === 'function' ? await body(signal) : body;
    return reply.send(Readable.from(logErrors(pieces, { log, signal, requestId: request.id })));
  }
  if (
    status === 200 &&
    request.method !== 'POST' &&
    !String(reply.getHeader('cache-control')).includes('no-store')
  ) {
    const tag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    reply.header('etag', tag);
    if (knows(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  return reply.send(
    typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  );
}

const knows = (header: string | undefined, tag: string) =>
  header !== undefined &&
  header.split(',').some((known) => ['*', tag].includes(known.trim().replace(/^W\//, '')));

/** Logs an error after the first byte, when the reply can only be cut off. */
async function* logErrors<T>(
  body: AsyncIterable<T>,
  { log, signal, requestId }: { readonly log: Log; readonly signal: AbortSignal; readonly requestId: string },
): AsyncGenerator<T> {
  try {
    yield* body;
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, requestId }, 'a document was cut off by an error');
    throw error;
  }
}
