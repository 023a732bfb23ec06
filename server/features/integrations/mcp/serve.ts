import type { McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { Document, RequestContext } from '../../../http/implement.ts';
import { createRunningCalls } from './calls.ts';
import { acceptsStream, documentOf } from './replies.ts';

/** Definition of an MCP server: its name and instructions, and its tools and resources for one request. */
export interface Offer {
  readonly name: string;
  readonly title: () => string;
  readonly version: string;
  readonly instructions: () => string;
  readonly add: (server: McpServer, parts: Parts, context: RequestContext) => void;
}

/** The parts of the protocol library that are needed to register tools and resources; it is loaded on demand. */
export interface Parts {
  readonly ResourceTemplate: typeof ResourceTemplate;
  readonly ResourceNotFoundError: typeof ResourceNotFoundError;
}

/**
 * Serves the Model Context Protocol over HTTP without sessions: each request gets its own server. A call is aborted when it is cancelled
 * or its client disconnects.
 */
export function createMcpServing(offer: Offer) {
  const running = createRunningCalls();

  return async (method: string, body: unknown, context: RequestContext): Promise<Document> => {
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    running.cancel(messages, context);
    const call = running.begin(messages, context);
    try {
      // Loaded on demand, since it is disabled in most installations.
      const protocol = await import('@modelcontextprotocol/server');
      // The client has left: nobody would read the reply and so end the call.
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

/** Change notifications are not supported, since there is no stream for them. */
const kept = { tools: { listChanged: false }, resources: { listChanged: false } };

/** The request for the library's server, which requires both media types in `accept`; the reply is then converted to the one that the client accepts. */
const requestOf = (method: string, { origin, headers }: RequestContext, signal: AbortSignal) =>
  new Request(`${origin}/mcp`, {
    method,
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    signal,
  });
