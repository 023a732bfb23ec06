import { chat, type ChatReply, type ChatRequest } from '../../../contract/chat.ts';
import type { StreamEvent } from '../../../contract/events.ts';
import { implement, type RequestContext } from '../../http/implement.ts';
import type { ChatLogs } from '../chat-logs/chat-logs.ts';
import { taskOnPage } from './grounding/page-article.ts';
import type { Answer, Question } from './question.ts';

export const chatRoutes = (deps: { readonly answer: Answer; readonly logs: Pick<ChatLogs, 'feedback'> }) =>
  implement(chat, {
    stream: ({ body }, context) =>
      deps.answer({ ...questionOf(body, context, body.reasoningEnabled ?? undefined), escaped: true }),
    answer: async ({ body }, context) =>
      fold(deps.answer({ ...questionOf(body, context, false), streamed: false })),
    feedback: ({ query }) => deps.logs.feedback(query),
  });

const questionOf = (
  { message, history, intentRouteId, pageUrl, pageTask }: ChatRequest,
  { visitor, signal }: RequestContext,
  reasoning: boolean | undefined,
): Question => ({
  question: message,
  history,
  intentRouteId,
  pageUrl,
  pageTask: taskOnPage({ question: message, pageUrl, pageTask: pageTask ?? undefined }),
  reasoning,
  visitor,
  signal,
  kind: 'chat',
  scenario: 'visitor_qa',
});

/** Collects the stream into one reply (spec 2.2). */
export async function fold(events: AsyncIterable<StreamEvent>): Promise<ChatReply> {
  const reply: { -readonly [K in keyof ChatReply]: ChatReply[K] } = { reply: '', citations: [] };
  for await (const event of events) {
    if (event.event === 'token') reply.reply += event.data.content;
    if (event.event === 'citations') reply.citations = [...event.data];
    if (event.event === 'structured_result') reply.structuredResult = event.data;
    if (event.event === 'logId') reply.logId = event.data;
    if (event.event === 'answer_state') {
      const { citations, ...summary } = event.data;
      Object.assign(reply, summary);
      if (citations) reply.citations = citations;
    }
  }
  const failed = reply.answerState === 'failed' || reply.answerState === 'limited';
  return failed ? { ...reply, citations: [] } : reply;
}
