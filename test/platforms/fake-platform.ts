import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../fakes/listen.ts';

/** A request as a fake platform sees it. */
export interface PlatformRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Reply: a status with JSON, or text or bytes of a type. */
export interface PlatformReply {
  readonly status: number;
  readonly json?: unknown;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  /** Address that a redirect leads to. */
  readonly location?: string;
}

/** The server of a fake platform. */
export interface FakePlatform extends AsyncDisposable {
  readonly origin: string;
  /** Requests in their order, as `METHOD path`. */
  readonly asked: string[];
  /** Headers of the requests, in the same order. */
  readonly headers: IncomingMessage['headers'][];
  /** Answers 502 to everything. */
  away: boolean;
}

export const startPlatform = async (
  answer: (request: PlatformRequest) => PlatformReply,
): Promise<FakePlatform> => {
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const state = { away: false };
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://platform');
    const method = request.method ?? 'GET';
    asked.push(`${method} ${url.pathname}`);
    headers.push(request.headers);
    const body = await buffer(request);
    const {
      status,
      json,
      type,
      body: sent,
      location,
    } = state.away
      ? { status: 502, type: 'text/html', body: 'Bad gateway', json: undefined, location: undefined }
      : answer({ method, path: url.pathname, query: url.searchParams, headers: request.headers, body });
    response.writeHead(status, { 'content-type': type ?? 'application/json', ...(location && { location }) });
    response.end(json === undefined ? (sent ?? '') : JSON.stringify(json));
  };
  const server = createServer((request, response) => void reply(request, response));
  const listening = await listen(server);
  return {
    origin: listening.origin,
    asked,
    headers,
    get away() {
      return state.away;
    },
    set away(is) {
      state.away = is;
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};

/** The file of a multipart body, by the simplest reading that a test needs. */
export const fileIn = (body: Buffer): Buffer => {
  const start = body.indexOf('filename=');
  const from = body.indexOf('\r\n\r\n', start) + 4;
  const boundary = body.subarray(0, body.indexOf('\r\n'));
  return body.subarray(from, body.indexOf(Buffer.concat([Buffer.from('\r\n'), boundary]), from));
};
