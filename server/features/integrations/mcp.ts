import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { mcp } from '../../../contract/integrations.ts';
import { chatLimits } from '../../../contract/chat/chat.ts';
import { searchLimits } from '../../../contract/search.ts';
import { implement, type Document, type RequestContext } from '../../http/implement.ts';
import { collectReply, isFailedReply } from '../../../contract/chat/collect-reply.ts';
import { notFound } from '../../kit/fault.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Answer, RemarkOn } from '../chat/chat.ts';
import type { Config } from '../config/config.ts';
import type { VisitorSearch } from '../search/search.ts';
import type { ArticleTexts } from './article-texts.ts';
import { admitMessages } from './mcp-admission.ts';
import { siteAddress } from './site-address.ts';

interface Deps {
  readonly host: Pick<Host, 'describe'>;
  readonly config: Pick<Config, 'read'>;
  readonly answer: Answer;
  readonly remarkOn: RemarkOn;
  readonly search: VisitorSearch;
  readonly texts: ArticleTexts;
  readonly version: string;
  readonly log: Log;
}

const mostResults = 20;
const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

/**
 * Model Context Protocol over HTTP without sessions: each request gets its own server. `ask` is limited and logged like
 * a visitor's question.
 */
export const mcpRoutes = (deps: Deps) => {
  const serve = async (request: Request, body: unknown, context: RequestContext): Promise<Document> => {
    const { mcpEnabled } = await deps.config.read('integrations');
    if (!mcpEnabled) throw notFound('Page');
    const refused = await admitMessages(body, () => deps.search.admit(context.visitor.address));
    if (refused) return refused;
    // Loaded on demand, since most installations have it off.
    const protocol = await import('@modelcontextprotocol/server');
    const title = deps.texts.siteTitle();
    const handler = protocol.createMcpHandler(() =>
      serverFor(new protocol.McpServer({ name: 'docent', title, version: deps.version }), deps, context),
    );
    const response = await handler.fetch(request, body === undefined ? {} : { parsedBody: body });
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/plain; charset=utf-8',
      headers: sent(response.headers),
      body: response.body ?? '',
    };
  };
  const plain = (method: string, context: RequestContext) =>
    serve(requestOf(method, context), undefined, context);
  return implement(mcp, {
    message: ({ body }, context) => serve(requestOf('POST', context), body, context),
    listen: (_input, context) => plain('GET', context),
    end: (_input, context) => plain('DELETE', context),
  });
};

const requestOf = (method: string, { origin, headers, signal }: RequestContext) =>
  new Request(`${origin}/mcp`, { method, headers, signal });

/** Headers of the protocol, without length and connection, which the HTTP layer sets. */
const sent = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(([name]) => name.startsWith('mcp-') || name === 'allow' || name === 'cache-control'),
  );

function serverFor(server: McpServer, deps: Deps, context: RequestContext): McpServer {
  const { texts, search, answer } = deps;
  const { origin, visitor, signal } = context;
  const site = texts.siteTitle();
  const addressOf = siteAddress(deps.host, origin);
  /** The result of a tool; why it failed is for the log, not for a visitor's program. */
  const result = async (text: () => Promise<ToolResult>): Promise<ToolResult> => {
    try {
      return await text();
    } catch (error) {
      deps.log.warn({ err: String(error), requestId: context.requestId }, 'a tool failed');
      return failed('This is unavailable right now. Please try again later.');
    }
  };
  server.registerTool(
    'search',
    {
      title: 'Search articles',
      description: `Find articles of "${site}" by words. Returns titles, addresses and the place that matched.`,
      inputSchema: z.object({
        query: z.string().min(1).max(searchLimits.keywordLength),
        limit: z.int().min(1).max(mostResults).default(10),
      }),
      annotations: readOnly,
    },
    ({ query, limit }) =>
      result(async () => {
        const hits = await search.find({ address: visitor.address, query, limit, signal });
        const lines = hits.map(
          ({ postId, title, url, snippet }) =>
            `- ${title} (${addressOf(url)}, id ${postId})\n  ${plainText(snippet)}`,
        );
        return textResult(lines.join('\n') || 'No article matches.');
      }),
  );
  server.registerTool(
    'ask',
    {
      title: 'Ask the site',
      description: `Answer a question from the articles of "${site}" alone, with sources. Counts as a visitor's question.`,
      inputSchema: z.object({ question: z.string().min(1).max(chatLimits.messageLength) }),
      annotations: readOnly,
    },
    ({ question }) =>
      result(async () => {
        const purpose = { kind: 'chat', scenario: 'visitor_qa' } as const;
        const reply = await collectReply(
          answer({ ...purpose, question, history: [], visitor, signal, streamed: false }),
        );
        if (isFailedReply(reply)) return failed(reply.reply);
        const sources = reply.citations.map(
          ({ title, url }, index) => `[${index + 1}] ${title} ${addressOf(url)}`,
        );
        const remark = await deps.remarkOn(reply, question);
        return textResult([...(remark === '' ? [] : [remark, '']), reply.reply, ...sources].join('\n'));
      }),
  );
  server.registerTool(
    'read_article',
    {
      title: 'Read an article',
      description: 'The whole text of one public article as Markdown, by its id or the path of its page.',
      inputSchema: z.object({ article: z.string().min(1).max(2000) }),
      annotations: readOnly,
    },
    ({ article }) =>
      result(async () => {
        const path = URL.parse(article)?.pathname ?? article;
        const head = await texts.at(path);
        const text = head && (await texts.markdown(head, signal));
        return text === undefined ? failed('There is no such article.') : textResult(text);
      }),
  );
  return server;
}

interface ToolResult {
  readonly [field: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
}

const textResult = (text: string): ToolResult => ({ content: [{ type: 'text', text }] });
const failed = (text: string): ToolResult => ({ ...textResult(text), isError: true });

/** Snippets are escaped text with `<mark>` as the only tag. */
const plainText = (snippet: string) =>
  snippet
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
