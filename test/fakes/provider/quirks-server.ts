import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { quirks } from './quirks.ts';
import { listen } from '../listen.ts';

/** A request received by the server. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Fields of a JSON body; empty for a form. */
  readonly fields: Readonly<Record<string, any>>;
  readonly raw: Buffer;
}

/** One request as a quirk answers it; `attempt` counts the requests for the same model from 1. */
export interface Exchange extends SeenRequest {
  readonly attempt: number;
  readonly head: (status: number, headers?: Record<string, string>) => void;
  /** Writes bytes and waits until they have left, so that the next ones come in a read of their own. */
  readonly write: (bytes: string | Uint8Array) => Promise<void>;
  /** Writes a `data:` event. */
  readonly event: (value: unknown) => Promise<void>;
  /** Answers with JSON and ends. */
  readonly json: (status: number, value: unknown, headers?: Record<string, string>) => void;
  /** Breaks the connection. */
  readonly cut: () => void;
  /** Settles when the client has gone. */
  readonly left: Promise<void>;
}

export interface QuirksServer {
  /** The base URL of a provider. */
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A provider with bad habits: the model name chooses the habit (`quirks.ts`), and `fixture:<file>@<bytes>` plays
 * a recorded stream of `test/fixtures/streams` in reads of that many bytes.
 */
export async function startQuirksServer(): Promise<QuirksServer> {
  const seen: SeenRequest[] = [];
  const attempts = new Map<string, number>();

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = Buffer.concat(await Array.fromAsync<Buffer>(request));
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const fields = isJson ? JSON.parse(raw.toString()) : {};
    const path = request.url ?? '';
    const model = String(
      fields.model ?? /name="model"\r\n\r\n([^\r]+)/.exec(raw.toString('latin1'))?.[1] ?? path,
    );
    const attempt = (attempts.get(model) ?? 0) + 1;
    attempts.set(model, attempt);
    const request_ = { path, headers: request.headers, fields, raw };
    seen.push(request_);
    await (model.startsWith('fixture:') ? playFixture(model) : quirk(model))(
      exchangeOf(request_, attempt, response),
    );
    if (!response.writableEnded && !response.destroyed && model !== 'silent') response.end();
  }

  const listening = await listen(server);
  return {
    url: `${listening.origin}/v1`,
    seen,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

function quirk(model: string): (exchange: Exchange) => void | Promise<void> {
  const found = quirks[model];
  if (found === undefined) throw new Error(`no quirk named ${model}`);
  return found;
}

const playFixture = (model: string) => async (exchange: Exchange) => {
  const [, file = '', size = ''] = /^fixture:([\w-]+)@(\d+)$/.exec(model) ?? [];
  const bytes = await readFile(new URL(`../../fixtures/streams/${file}.txt`, import.meta.url));
  for (let from = 0; from < bytes.length; from += Number(size))
    await exchange.write(bytes.subarray(from, from + Number(size)));
};

function exchangeOf(request: SeenRequest, attempt: number, response: ServerResponse): Exchange {
  const head: Exchange['head'] = (status, headers = {}) => {
    if (!response.headersSent)
      response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
  };
  const write: Exchange['write'] = (bytes) => {
    head(200);
    return new Promise((done) => {
      if (response.destroyed) done();
      else response.write(bytes, () => setImmediate(done));
    });
  };
  return {
    ...request,
    attempt,
    head,
    write,
    event: (value) => write(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`),
    json(status, value, headers = {}) {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value));
    },
    cut: () => void response.socket?.destroy(),
    left: new Promise((gone) => response.on('close', gone)),
  };
}
