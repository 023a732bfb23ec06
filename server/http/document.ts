import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../ports/log.ts';
import type { Document } from './implement.ts';

/** Writes a finished page, file or text; a client that has the same one already gets 304 (RFC 9110, 13.1.2). */
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
    return reply.send(Readable.from(watched(body, log, request.id)));
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

/** A bug behind the first byte can only cut the document; the log at least tells of it. */
async function* watched<T>(body: AsyncIterable<T>, log: Log, requestId: string): AsyncGenerator<T> {
  try {
    yield* body;
  } catch (error) {
    log.error({ err: error, requestId }, 'a document broke off');
    throw error;
  }
}
