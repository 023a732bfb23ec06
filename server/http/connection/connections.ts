import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { yieldToEventLoop } from '../../work/event-loop.ts';
import { createRequestPacer } from './request-pacer.ts';

/** Requests that may wait on one connection; a client that sends more without reading is cut off. */
const maxPipelinedRequests = 50;
/** Idle time allowed between two requests of a connection, longer than that of proxies. */
const keepAliveMs = 72_000;
/** Limits the time a client takes to send its request; replies such as streams are not affected. */
const requestTimeoutMs = 60_000;

/** A reply of which the client takes no bytes for this long is cut off. */
const stallTimeoutMs = 120_000;

/**
 * The Node server behind the routes. Each connection has one running reply, so that pipelined requests cost no more than
 * their headers until it is their turn. Requests of many connections are started one after the other, and connections whose client
 * stops reading its reply are closed.
 */
export function createConnections(handle: RequestListener, limitMs = stallTimeoutMs): Server {
  const turns = pipelineRequests(handle);
  const server = createServer(turns.listener);
  server.keepAliveTimeout = keepAliveMs;
  server.requestTimeout = requestTimeoutMs;
  server.timeout = limitMs;
  // Emitted after that time without activity; bytes that the client takes from a long write count as activity.
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

/** Health checks of monitors and load balancers, which treat a late answer as a dead service. */
const isProbe = ({ url = '' }: IncomingMessage): boolean => /^[^?]*\/(?:health|ready)z(?:\?|$)/.test(url);

function pipelineRequests(handle: RequestListener) {
  const waiting = new WeakMap<Socket, Exchange[]>();
  const pace = createRequestPacer();

  const begin = (socket: Socket, queue: Exchange[], { request, response }: Exchange): void => {
    response.once('close', () => {
      const next = response.shouldKeepAlive && !socket.destroyed ? queue.shift() : undefined;
      if (queue.length === 0) socket.resume();
      if (next) begin(socket, queue, next);
      else waiting.delete(socket);
    });
    if (isProbe(request)) handle(request, response);
    // A client that has disconnected while waiting costs nothing.
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
      } else if (queue.length < maxPipelinedRequests) {
        queue.push({ request, response });
        // Nothing more is read before its turn: bytes that a client sends would count as activity even if it does not read the reply.
        // Node.js reads on at the end of each request, which is in this turn of the event loop.
        void yieldToEventLoop().then(() => queue.length > 0 && socket.pause());
      } else socket.destroy();
    },
  };
}
