import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../listen.ts';

/** How a request is answered, instead of with the file. */
interface Trouble {
  /** Bytes after which the connection is cut. */
  readonly cutAfter?: number;
  /** Resolves when the client has so many bytes: what it has not read is lost with the connection. */
  readonly arrived?: (bytes: number) => Promise<unknown>;
  readonly status?: number;
  /** Sends the whole file where a part was asked for. */
  readonly wholeOnly?: boolean;
  /** Sends nothing after the head, for ever. */
  readonly silent?: boolean;
}

/** A server of files that keeps to ranges; `trouble` decides for each request what goes wrong. */
export async function startFileServer(
  files: Readonly<Record<string, Uint8Array>>,
  trouble: (request: IncomingMessage, count: number) => Trouble = () => ({}),
) {
  const requests: {
    readonly path: string;
    readonly range: string | undefined;
    readonly headers: IncomingMessage['headers'];
  }[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    const path = request.url ?? '';
    requests.push({ path, range, headers: request.headers });
    const {
      cutAfter,
      arrived = async () => {},
      status,
      wholeOnly = false,
      silent = false,
    } = trouble(request, requests.length);
    const file = files[path];
    if (status !== undefined || file === undefined) return response.writeHead(status ?? 404).end();
    const from = wholeOnly ? 0 : Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    if (from >= file.length) return response.writeHead(416).end();
    const rest = file.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': rest.length,
      ...(from > 0 && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
    });
    if (silent) return response.flushHeaders();
    if (cutAfter === undefined) return response.end(rest);
    response.write(rest.subarray(0, cutAfter));
    return void arrived(from + cutAfter).then(() => response.destroy());
  });
  return { requests, ...(await listen(server)) };
}
