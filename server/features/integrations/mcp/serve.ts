import type { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import type { Document, RequestContext } from '../../../http/implement.ts';
import { createRunningCalls } from './calls.ts';
import { acceptsStream, documentOf } from './replies.ts';

/** A server of the protocol: how it presents itself, and what it offers for one request. */
export interface Offer {
  readonly name: string;
  readonly title: () => string;
  readonly version: string;
  readonly instructions: () => string;
  readonly add: (server: McpServer, parts: Parts, context: RequestContext) => void;
}

/** What of the protocol's library is needed to offer something; it is loaded on demand. */
export interface Parts {
  readonly ResourceTemplate: typeof ResourceTemplate;
}

/**
 * Serves the Model Context Protocol over HTTP without sessions: each request gets its own server. A cancelled call is ended; one that
 * nobody reads any more, too.
 */
export function createMcpServing(offer: Offer) {
  const running = createRunningCalls();

  return async (method: string, body: unknown, context: RequestContext): Promise<Document> => {
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    running.cancel(messages, context);
    const call = running.begin(messages, context);
    try {
      // Loaded on demand, since most installations have it off.
      const protocol = await import('@modelcontextprotocol/server');
      // Of a client that has left nobody would begin to read the reply, and so end the call.
      call.signal.throwIfAborted();
      const handler = protocol.createMcpHandler(() => {
        const server = new protocol.McpServer(
          { name: offer.name, title: offer.title(), version: offer.version },
          { instructions: offer.instructions(), capabilities: kept },
        );
        offer.add(server, protocol, { ...context, signal: call.signal });
        return server;
      });
      const response = await handler.fetch(
        requestOf(method, context, call.signal),
        body === undefined ? {} : { parsedBody: body },
      );
      const streams = acceptsStream(context.headers['accept']);
      return await documentOf(response, { streams, isBatch: Array.isArray(body), ended: call.end });
    } catch (error) {
      call.end();
      throw error;
    }
  };
}

/** There is no stream that could tell of changes, so none are promised. */
const kept = { tools: { listChanged: false }, resources: { listChanged: false } };

/** Whatever the client accepts: the protocol's server wants both forms named, and the reply is put into the one that is accepted. */
const requestOf = (method: string, { origin, headers }: RequestContext, signal: AbortSignal) =>
  new Request(`${origin}/mcp`, {
    method,
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    signal,
  });
