import type { IncomingMessage } from 'node:http';
import { Client } from '@opensearch-project/opensearch';
import { explained } from '../../../kit/explained.ts';
import { isFault, unavailable } from '../../../kit/fault.ts';
import { patiently } from '../../../kit/waiting/patience.ts';
import { readCbor } from './cbor.ts';

/** Address and credentials of the engine. */
export interface SearchServer {
  /** Addresses of its nodes, without credentials. */
  readonly nodes: readonly string[];
  readonly username?: string;
  readonly password?: string;
  /** Additional CA certificates, as PEM. */
  readonly ca?: string;
  /** Time limit of a call for a question, in milliseconds; a slower engine counts as unavailable. */
  readonly timeoutMs?: number;
}

/** Calls of the engine; every failure except an expected status is the Fault `unavailable` with its reason. */
export interface Connection {
  readonly timeoutMs: number;
  call(request: EngineCall, signal?: AbortSignal): Promise<EngineReply>;
  close(): Promise<void>;
}

interface EngineCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Lines of `_bulk` and `_msearch`. */
  readonly lines?: readonly object[];
  /** Statuses that are no failure. */
  readonly expected?: readonly number[];
  readonly timeoutMs?: number;
  /** The reply has stored bytes, which are read as they are. */
  readonly isBinary?: boolean;
}

export interface EngineReply {
  readonly status: number;
  readonly body: unknown;
}

const USUAL_MS = 2_000;

/** A kept-alive connection may have been closed, or one node may be down. More would only add load to an engine in trouble. */
const MAX_RETRIES = 1;

export function createConnection(server: SearchServer): Connection {
  const { nodes, username, password, ca, timeoutMs: usualMs = USUAL_MS } = server;
  const client = new Client({
    nodes: [...nodes],
    maxRetries: MAX_RETRIES,
    requestTimeout: usualMs,
    ...(username !== undefined && { auth: { username, password: password ?? '' } }),
    ...(ca !== undefined && { ssl: { ca } }),
  });
  return {
    timeoutMs: usualMs,
    async call(request, signal) {
      signal?.throwIfAborted();
      try {
        return await patiently((1 + MAX_RETRIES) * (request.timeoutMs ?? usualMs), (ms) =>
          reply(client, request, signal, ms),
        );
      } catch (error) {
        signal?.throwIfAborted();
        throw away(reasonOf(error), error);
      }
    },
    close: () => client.close(),
  };
}

/** The reply to a request that ends with the signal of its asker, and after `ms` milliseconds. */
async function reply(
  client: Client,
  request: EngineCall,
  asker: AbortSignal | undefined,
  ms: number,
): Promise<EngineReply> {
  const late = AbortSignal.timeout(ms);
  const signal = asker === undefined ? late : AbortSignal.any([asker, late]);
  try {
    if (request.isBinary === true) return await binaryReply(client, request, signal);
    const { statusCode, body } = await send(client, request, undefined, signal);
    return { status: statusCode ?? 0, body: body as unknown };
  } catch (error) {
    if (late.aborted) throw away('it did not answer in time', error);
    throw error;
  }
}

/** Sends a request that ends with the signal. */
async function send(
  { transport }: Client,
  { method, path, query, body, lines, expected = [], timeoutMs }: EngineCall,
  how: { readonly asStream: true; readonly headers: Readonly<Record<string, string>> } | undefined,
  signal: AbortSignal,
) {
  signal.throwIfAborted();
  const sent = transport.request(
    {
      method,
      path,
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(lines && { bulkBody: [...lines] }),
    },
    { ignore: [...expected], ...(timeoutMs !== undefined && { requestTimeout: timeoutMs }), ...how },
  );
  // `abort` returns the promise of the call: a listener that returned it would make of each call that is given up an error that nobody
  // catches, which ends the process.
  const leave = () => {
    sent.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await sent;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Asks for CBOR; the client decodes text alone, so its reply is read here, and one of a node in trouble asked for again. */
async function binaryReply(client: Client, request: EngineCall, signal: AbortSignal): Promise<EngineReply> {
  for (let attempt = 1; ; attempt++) {
    try {
      const how = { asStream: true, headers: { accept: 'application/cbor' } } as const;
      const { statusCode, body, headers } = await send(client, request, how, signal);
      const status = statusCode ?? 0;
      const read = await bytesOf(body, signal);
      if (status >= 502 && attempt <= MAX_RETRIES) continue;
      if (status >= 400 && request.expected?.includes(status) !== true)
        throw away(`it answered with status ${status}`);
      const isBinary = headers?.['content-type']?.includes('cbor') === true;
      return { status, body: isBinary ? readCbor(read) : (JSON.parse(read.toString()) as unknown) };
    } catch (error) {
      if (error instanceof RangeError || error instanceof SyntaxError)
        throw away('its reply cannot be read', error);
      throw error;
    }
  }
}

/** The whole of a reply, which ends with the signal. */
async function bytesOf(reply: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const leave = () => {
    reply.destroy();
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    if (signal.aborted) leave();
    signal.throwIfAborted();
    const parts: Buffer[] = [];
    for await (const part of reply) parts.push(part as Buffer);
    return Buffer.concat(parts);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** The Fault of an engine that cannot be used. */
export const away = (reason: string, cause?: unknown) =>
  isFault(cause) ? cause : unavailable(explained('search_engine_away', { reason }), cause);

/** A reason in a few words; the engine's own message is omitted, since it may contain a question. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const status = 'statusCode' in error ? Number(error.statusCode) : 0;
  if (status > 0) return `it answered with status ${status}`;
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  if (error.name === 'DeserializationError') return 'its reply cannot be read';
  const code = /\b(?:E[A-Z]{3,}|[A-Z]+_[A-Z_]+)\b/.exec(error.message)?.[0];
  return code === undefined ? 'no connection' : `no connection (${code})`;
}
