import { mcp } from '../../../contract/integrations.ts';
import { implement, type Document, type RequestContext } from '../../http/implement.ts';
import { notFound } from '../../kit/fault.ts';
import type { Config } from '../config/config.ts';
import { admitMessages } from './mcp-admission.ts';
import { createRunningCalls } from './mcp-calls.ts';
import { acceptsStream, documentOf } from './mcp-replies.ts';
import { addArticles } from './mcp-resources.ts';
import { addTools, type ToolDeps } from './mcp-tools.ts';

interface Deps extends ToolDeps {
  readonly config: Pick<Config, 'read'>;
  readonly version: string;
}

/**
 * Model Context Protocol over HTTP without sessions: each request gets its own server. `ask` is limited and logged like
 * a visitor's question.
 */
export const mcpRoutes = (deps: Deps) => {
  const running = createRunningCalls();

  const serve = async (method: string, body: unknown, context: RequestContext): Promise<Document> => {
    const { mcpEnabled } = await deps.config.read('integrations');
    if (!mcpEnabled) throw notFound('Page');
    const refused = await admitMessages(body, () => deps.search.admit(context.visitor.address));
    if (refused) return refused;
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    running.cancel(messages, context);
    const call = running.begin(messages, context);
    try {
      // Loaded on demand, since most installations have it off.
      const protocol = await import('@modelcontextprotocol/server');
      // Of a client that has left nobody would begin to read the reply, and so end the call.
      call.signal.throwIfAborted();
      const site = deps.texts.siteTitle();
      const handler = protocol.createMcpHandler(() => {
        const server = new protocol.McpServer(
          { name: 'docent', title: site, version: deps.version },
          { instructions: instructions(site), capabilities: kept },
        );
        addTools(server, deps, { ...context, signal: call.signal });
        addArticles(server, protocol.ResourceTemplate, deps);
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
  return implement(mcp, {
    message: ({ body }, context) => serve('POST', body, context),
    listen: (_input, context) => serve('GET', undefined, context),
    end: (_input, context) => serve('DELETE', undefined, context),
  });
};

/** There is no stream that could tell of changes, so none are promised. */
const kept = { tools: { listChanged: false }, resources: { listChanged: false } };

const instructions = (site: string) =>
  `Questions about "${site}" are answered from its own articles: ask gives an answer with sources, search finds articles, read_article reads one whole. Cite the addresses that come with an answer.`;

/** Whatever the client accepts: the protocol's server wants both forms named, and the reply is put into the one that is accepted. */
const requestOf = (method: string, { origin, headers }: RequestContext, signal: AbortSignal) =>
  new Request(`${origin}/mcp`, {
    method,
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    signal,
  });
