import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AnswerState } from '../../../../contract/articles/articles.ts';
import { citedTitle } from '../../../../contract/articles/cited-title.ts';
import { chatLimits } from '../../../../contract/chat/chat.ts';
import { collectReply, isFailedReply } from '../../../../contract/chat/collect-reply.ts';
import { askedFromMeans, scopeLimits, scopePart } from '../../../../contract/articles/scope.ts';
import { searchLimits } from '../../../../contract/search.ts';
import { firstReading, isFirstReading } from '../../../kit/fault.ts';
import type { RequestContext } from '../../../http/implement.ts';
import type { Host } from '../../../ports/host.ts';
import type { Log } from '../../../ports/log.ts';
import type { Answer, RemarkOn } from '../../chat/chat.ts';
import type { VisitorSearch } from '../../search/search.ts';
import type { ArticleTexts } from '../article-texts.ts';
import { siteAddress, siteBase } from '../site-address.ts';
import { withWholeLinks } from '../linked-marks.ts';
import { failed, textResult, unavailableText, type ToolResult } from './results.ts';

export interface ToolDeps {
  readonly host: Pick<Host, 'describe'>;
  readonly answer: Answer;
  readonly remarkOn: RemarkOn;
  readonly search: VisitorSearch;
  readonly texts: ArticleTexts;
  readonly log: Log;
}

const maxResults = 20;
const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

const ScopeInput = z
  .array(z.string().max(scopeLimits.partLength).regex(scopePart))
  .max(scopeLimits.parts)
  .default([])
  .describe('Only these articles, such as tag:linux, category:guides or path:/docs/; all without it');

const SourceName = z.string().optional().describe('Where it is from, when not from the site itself');

const SearchOutput = z.object({
  articles: z.array(
    z.object({ id: z.string(), title: z.string(), url: z.string(), text: z.string(), source: SourceName }),
  ),
});
const AskOutput = z.object({
  answer: z.string().describe('Its marks such as [1] name the sources by number'),
  state: AnswerState.describe('How far the articles support the answer'),
  sources: z.array(z.object({ number: z.int(), title: z.string(), url: z.string(), source: SourceName })),
  remark: z.string().optional().describe('What is to be said of the answer beside its text'),
});
const ArticleOutput = z.object({ id: z.string(), title: z.string(), url: z.string(), markdown: z.string() });

/** Adds the tools, all read-only. Each returns its result as text and as structured content. */
export function addTools(server: McpServer, deps: ToolDeps, context: RequestContext): void {
  const { texts, search, answer } = deps;
  const { origin, visitor, signal } = context;
  const site = texts.siteTitle();
  const addressOf = siteAddress(deps.host, origin);
  /** Runs a tool; the cause of a failure is logged and not sent to visitors' programs. */
  const result = async (text: () => Promise<ToolResult>): Promise<ToolResult> => {
    try {
      return await text();
    } catch (error) {
      // Failures of a cancelled call are expected and not logged.
      if (!signal.aborted)
        deps.log.warn({ err: String(error), requestId: context.requestId }, 'a tool failed');
      return failed(isFirstReading(error) ? firstReading().message : unavailableText);
    }
  };
  server.registerTool(
    'search',
    {
      title: 'Search articles',
      description: `Find articles of "${site}" by words. Returns titles, addresses and the place that matched.`,
      inputSchema: z.object({
        query: z.string().min(1).max(searchLimits.keywordLength),
        limit: z.int().min(1).max(maxResults).default(10),
        scope: ScopeInput,
      }),
      outputSchema: SearchOutput,
      annotations: readOnly,
    },
    ({ query, limit, scope }) =>
      result(async () => {
        const hits = await search.find({ address: visitor.address, query, limit, scope, signal });
        const articles = hits.map(({ postId, title, url, snippet, source }) => ({
          id: postId,
          title,
          url: addressOf(url),
          text: plainText(snippet),
          ...(source !== undefined && { source }),
        }));
        const lines = articles.map(({ id, url, text, ...found }) => {
          const whereabouts = url === '' ? `id ${id}` : `${url}, id ${id}`;
          return `- ${citedTitle(found)} (${whereabouts})\n  ${text}`;
        });
        return textResult(lines.join('\n') || 'No article matches.', { articles });
      }),
  );
  server.registerTool(
    'ask',
    {
      title: 'Ask the site',
      description: `Answer a question from the articles of "${site}" alone, with sources. Counts as a visitor's question.`,
      inputSchema: z.object({
        question: z.string().min(1).max(chatLimits.messageLength),
        scope: ScopeInput,
        askedFrom: z.string().max(chatLimits.pageUrlLength).optional().describe(askedFromMeans),
      }),
      outputSchema: AskOutput,
      annotations: readOnly,
    },
    ({ question, scope, askedFrom }) =>
      result(async () => {
        const purpose = { kind: 'chat', scenario: 'visitor_qa' } as const;
        const reply = await collectReply(
          answer({
            ...purpose,
            question,
            scope,
            askedFrom,
            history: [],
            visitor: { ...visitor, askedBy: 'mcp' },
            signal,
            streamed: false,
          }),
        );
        if (isFailedReply(reply)) return failed(reply.reply);
        const said = withWholeLinks(reply.reply, siteBase(deps.host, origin));
        const sources = reply.citations.map(({ title, url, source }, index) => ({
          number: index + 1,
          title,
          url: addressOf(url),
          ...(source !== undefined && { source }),
        }));
        const remark = await deps.remarkOn(reply, question);
        const lines = [
          ...(remark === '' ? [] : [remark, '']),
          said,
          ...sources.map(({ number, url, ...cited }) => `[${number}] ${citedTitle(cited)} ${url}`.trimEnd()),
        ];
        return textResult(lines.join('\n'), {
          answer: said,
          state: reply.answerState ?? 'answered',
          sources,
          ...(remark !== '' && { remark }),
        });
      }),
  );
  server.registerTool(
    'read_article',
    {
      title: 'Read an article',
      description: 'The whole text of one public article as Markdown, by its id or any address of its page.',
      inputSchema: z.object({ article: z.string().min(1).max(2000) }),
      outputSchema: ArticleOutput,
      annotations: readOnly,
    },
    ({ article }) =>
      result(async () => {
        const head = await texts.named(article);
        const markdown = head && (await texts.markdown(head, origin));
        if (head === undefined || markdown === undefined) return failed('There is no such article.');
        const { id, title, url } = head;
        return textResult(markdown, { id, title, url: addressOf(url), markdown });
      }),
  );
}

/** Snippets are escaped text with `<mark>` as the only tag. */
const plainText = (snippet: string) =>
  snippet
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
