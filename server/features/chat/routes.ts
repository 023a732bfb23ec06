import { chat, type ChatRequest } from '../../../contract/chat/chat.ts';
import type { StreamEvent } from '../../../contract/events.ts';
import { implement, type RequestContext } from '../../http/implement.ts';
import { collectReply, isFailedReply, type CollectedReply } from '../../../contract/chat/collect-reply.ts';
import type { ChatLogs } from '../chat-logs/chat-logs.ts';
import { taskOnPage } from './grounding/page-article.ts';
import type { Answer, Question } from './question.ts';
import type { ResumableAnswers } from '../../work/resumption/resumable-answers.ts';

export const chatRoutes = (deps: {
  readonly answer: Answer;
  readonly resumable: ResumableAnswers;
  readonly logs: Pick<ChatLogs, 'feedback'>;
}) =>
  implement(chat, {
    stream: ({ body }, context) =>
      deps.resumable.begin(
        { key: body.resumeKey, address: context.visitor.address, signal: context.signal },
        (signal) =>
          deps.answer({
            ...questionOf(body, { ...context, signal }, body.reasoningEnabled ?? undefined),
            escaped: true,
          }),
      ),
    resume: ({ body }, { signal }) => deps.resumable.resume(body.resumeKey, signal),
    stop: async ({ body }) => ({ stopped: deps.resumable.stop(body.resumeKey) }),
    answer: async ({ body }, context) =>
      replyOf(deps.answer({ ...questionOf(body, context, false), streamed: false })),
    feedback: ({ query }) => deps.logs.feedback(query),
  });

const questionOf = (
  { message, history, intentRouteId, pageUrl, pageTask, conversationId, scope, askedFrom }: ChatRequest,
  { visitor, signal }: RequestContext,
  reasoning: boolean | undefined,
): Question => ({
  question: message,
  conversationId,
  history,
  intentRouteId,
  scope,
  pageUrl,
  askedFrom,
  pageTask: taskOnPage({ question: message, pageUrl, pageTask: pageTask ?? undefined }),
  reasoning,
  visitor,
  signal,
  kind: 'chat',
  scenario: 'visitor_qa',
});

/** A failed reply cites nothing. */
export async function replyOf(events: AsyncIterable<StreamEvent>): Promise<CollectedReply> {
  const reply = await collectReply(events);
  return isFailedReply(reply) ? { ...reply, citations: [] } : reply;
}
