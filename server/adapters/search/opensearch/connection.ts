import { Client } from '@opensearch-project/opensearch';
import { explained } from '../../../kit/explained.ts';
import { isFault, unavailable } from '../../../kit/fault.ts';

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
}

export interface EngineReply {
  readonly status: number;
  readonly body: unknown;
}

const USUAL_MS = 2_000;

export function createConnection(server: SearchServer): Connection {
  const { nodes, username, password, ca, timeoutMs: usualMs = USUAL_MS } = server;
  const client = new Client({
    nodes: [...nodes],
    // A kept-alive connection may have been closed, or one node may be down. More retries would only add load to an engine in trouble.
    maxRetries: 1,
    requestTimeout: usualMs,
    ...(username !== undefined && { auth: { username, password: password ?? '' } }),
    ...(ca !== undefined && { ssl: { ca } }),
  });
  return {
    timeoutMs: usualMs,
    async call({ method, path, query, body, lines, expected = [], timeoutMs }, signal) {
      signal?.throwIfAborted();
      const request = client.transport.request(
        {
          method,
          path,
          ...(query && { querystring: query }),
          ...(body && { body }),
          ...(lines && { bulkBody: [...lines] }),
        },
        { ignore: [...expected], ...(timeoutMs !== undefined && { requestTimeout: timeoutMs }) },
      );
      const leave = () => request.abort();
      signal?.addEventListener('abort', leave, { once: true });
      try {
        const { statusCode, body: read } = await request;
        return { status: statusCode ?? 0, body: read as unknown };
      } catch (error) {
        signal?.throwIfAborted();
        throw away(reasonOf(error), error);
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
    close: () => client.close(),
  };
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
