import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Listens on a free port of this machine alone. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
}

/** A client on the bare socket, for what no well-behaved client does. */
export interface BareClient {
  readonly socket: Socket;
  /** Text received so far. */
  text(): string;
  /** Waits until `part` has arrived, or fails when the connection closes before. */
  until(part: string): Promise<void>;
  closed: Promise<void>;
}

export function dial(port: number, sent: string, options: { readonly reading?: boolean } = {}): BareClient {
  const socket = connect(port, '127.0.0.1', () => socket.write(sent));
  socket.setEncoding('utf8');
  let text = '';
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  if (options.reading !== false) socket.on('data', (piece) => (text += String(piece)));
  return {
    socket,
    text: () => text,
    until: (part) =>
      new Promise((resolve, reject) => {
        const look = () => text.includes(part) && resolve();
        look();
        socket.on('data', look);
        socket.on('close', () =>
          reject(new Error(`the connection closed before ${JSON.stringify(part)}; got ${text}`)),
        );
      }),
    closed,
  };
}

/** The text of a POST request with a JSON body. */
export function posting(path: string, body: string): string {
  const length = Buffer.byteLength(body);
  return `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
}
