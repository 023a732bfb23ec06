import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that a webhook got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse) => void;

export const answering =
  (status: number, text = 'ok', headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(text);

/** Takes the message and never answers. */
export const hanging: Answer = () => {};

/** A webhook on loopback that answers as it is told, by default with `ok`. */
export async function startReceiver() {
  const received: Received[] = [];
  const answers: Answer[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      });
      for (const tell of waiting.splice(0)) tell();
      (answers.shift() ?? answering(200))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    /** How the next messages are answered. */
    answers,
    address: `http://127.0.0.1:${port}/hook`,
    /** Resolves when the next message has come. */
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
