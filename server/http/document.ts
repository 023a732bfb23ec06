import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../ports/log.ts';
import type { Document } from './implement.ts';

/** Sends a finished page, file or text; replies 304 when the client has the same one (RFC 9110, 13.1.2). */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, contentType, body, headers = {} }: Document,
  log: Log,
): FastifyReply {
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .header('content-type', contentType);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    return reply.send(Readable.from(logErrors(body, log, request.id)));
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
async function* logErrors<T>(body: AsyncIterable<T>, log: Log, requestId: string): AsyncGenerator<T> {
  try {
    yield* body;
  } catch (error) {
    log.error({ err: error, requestId }, 'a document was cut off by an error');
    throw error;
  }
}
