import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { yieldToEventLoop } from '../../work/event-loop.ts';
import { createPace } from './pace.ts';

/** Requests that may wait on one connection; a client that sends more without reading is cut off. */
const mostWaiting = 50;
/** A client may rest for so long between two requests, longer than proxies do. */
const keepAliveMs = 72_000;
/** Limits the time a client takes to send its request; replies such as streams are not affected. */
const requestMs = 60_000;

/** A reply that does not move for so long ends. */
const stallMs = 120_000;

/**
 * The server behind the routes: one running reply for each connection, so that requests sent ahead cost no more than
 * their headers until it is their turn, many connections that begin one after the other, and an end for connections whose client takes nothing of its reply.
 */
export function createConnections(handle: RequestListener, limitMs = stallMs): Server {
  const turns = takeTurns(handle);
  const server = createServer(turns.listener);
  server.keepAliveTimeout = keepAliveMs;
  server.requestTimeout = requestMs;
  server.timeout = limitMs;
  // Told when nothing has moved for that time; bytes that the client takes from a long write count as movement.
  server.on('timeout', (socket: Socket) => {
    // A handler may be silent for longer, for instance while a model thinks.
    if (socket.writableLength > 0 || !turns.isBusy(socket)) socket.destroy();
  });
  return server;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What monitors and load balancers ask; they take a service that is late for a dead one. */
const isProbe = ({ url = '' }: IncomingMessage): boolean => /^[^?]*\/(?:health|ready)z(?:\?|$)/.test(url);

function takeTurns(handle: RequestListener) {
  const waiting = new WeakMap<Socket, Exchange[]>();
  const pace = createPace();

  const begin = (socket: Socket, queue: Exchange[], { request, response }: Exchange): void => {
    response.once('close', () => {
      const next = response.shouldKeepAlive && !socket.destroyed ? queue.shift() : undefined;
      if (queue.length === 0) socket.resume();
      if (next) begin(socket, queue, next);
      else waiting.delete(socket);
    });
    if (isProbe(request)) handle(request, response);
    // Whoever has left while waiting costs nothing.
    else pace.begin(() => void (socket.destroyed || handle(request, response)));
  };

  return {
    isBusy: (socket: Socket): boolean => waiting.has(socket),
    listener: (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request;
      const queue = waiting.get(socket);
      if (queue === undefined) {
        const own: Exchange[] = [];
        waiting.set(socket, own);
        begin(socket, own, { request, response });
      } else if (queue.length < mostWaiting) {
        queue.push({ request, response });
        // Nothing more is read before its turn: what a client sends would count as movement, whether or not it takes the reply.
        // Node.js reads on at the end of each request, which is in this turn of the event loop.
        void yieldToEventLoop().then(() => queue.length > 0 && socket.pause());
      } else socket.destroy();
    },
  };
}
