import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../ports/log.ts';
import { askedPart } from '../kit/files/byte-range.ts';
import { placedPage } from './connection/prefix.ts';
import type { Document } from './implement.ts';

interface Recipient {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** Path prefix of the service; `''` at the root. */
  readonly prefix: string;
}

/** Cache of encoded bytes and ETags, so that a cached document is encoded and hashed only once. */
export type Encoded = WeakMap<
  Document,
  { readonly bytes: Buffer; readonly tag: string; readonly prefix: string }
>;

/** Sends a finished page, file or text; replies 304 when the client has the same one (RFC 9110, 13.1.2). */
export async function sendDocument(
  { request, reply, signal, prefix }: Recipient,
  document: Document,
  { log, encoded }: { readonly log: Log; readonly encoded: Encoded },
): Promise<FastifyReply> {
  const { status, contentType, body, headers = {} } = document;
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .header('content-type', contentType);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    if (request.method === 'HEAD') return reply.send();
    const pieces = typeof body === 'function' ? await body(signal) : body;
    const begun = begin(pieces, { log, signal, requestId: request.id });
    // A client sees that a stream of events is there before the first one comes.
    if (!contentType.startsWith('text/event-stream')) {
      await begun.first();
      request.patience?.end();
    }
    return reply.send(Readable.from(begun));
  }
  const mayBeKept = status === 200 && !String(reply.getHeader('cache-control')).includes('no-store');
  if (!mayBeKept || request.method === 'POST')
    return reply.send(typeof body === 'string' ? body : bytesOf(body));
  const before = encoded.get(document);
  const isPage = typeof body === 'string' && contentType.startsWith('text/html');
  const known =
    before?.prefix === prefix ? before : { ...encode(isPage ? placedPage(body, prefix) : body), prefix };
  encoded.set(document, known);
  return sendTagged({ request, reply }, known, document.inParts);
}

/** Sends bytes with their ETag, or 304 to a client that already has them; with `inParts` the part that is asked for. */
export function sendTagged(
  { request, reply }: Pick<Recipient, 'request' | 'reply'>,
  { bytes, tag }: { readonly bytes: Buffer; readonly tag: string },
  inParts = false,
): FastifyReply {
  reply.header('etag', tag);
  if (knows(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (!inParts) return reply.send(bytes);
  reply.header('accept-ranges', 'bytes');
  const size = bytes.length;
  const part = request.method === 'GET' ? askedPart(request.headers, { size, tag }) : undefined;
  if (part === undefined) return reply.send(bytes);
  if (part === 'none')
    return reply.code(416).removeHeader('content-type').header('content-range', `bytes */${size}`).send();
  const { start, end } = part;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .send(bytes.subarray(start, end + 1));
}

/** The bytes of a body with an ETag of their content. */
export function encode(body: string | Uint8Array) {
  const bytes = bytesOf(body);
  return { bytes, tag: `"${createHash('sha1').update(bytes).digest('base64url')}"` };
}

const bytesOf = (body: string | Uint8Array): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);

const knows = (header: string | undefined, tag: string) =>
  header !== undefined &&
  header.split(',').some((known) => ['*', tag].includes(known.trim().replace(/^W\//, '')));

/**
 * The pieces of a body. `first` waits for the first one, so that a failure before it is answered as any other; later failures are logged,
 * since the reply can then only be cut off.
 */
function begin<T>(
  body: AsyncIterable<T>,
  { log, signal, requestId }: { readonly log: Log; readonly signal: AbortSignal; readonly requestId: string },
): AsyncIterable<T> & { first(): Promise<void> } {
  const pieces = body[Symbol.asyncIterator]();
  let held: IteratorResult<T> | undefined;
  const iterator: AsyncIterator<T> = {
    async next() {
      const first = held;
      held = undefined;
      if (first) return first;
      try {
        return await pieces.next();
      } catch (error) {
        if (!signal.aborted) log.error({ err: error, requestId }, 'a document was cut off by an error');
        throw error;
      }
    },
    return: async () => (await pieces.return?.()) ?? { done: true, value: undefined },
  };
  return {
    first: async () => void (held = await pieces.next()),
    [Symbol.asyncIterator]: () => iterator,
  };
}
