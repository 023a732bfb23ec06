import type { Citation } from '../articles/articles.ts';
import type { ChatReply } from './chat.ts';
import type { StreamEvent } from '../events.ts';

/** A streamed answer as one reply. */
export type CollectedReply = Omit<ChatReply, 'reply' | 'citations'> & {
  readonly reply: string;
  readonly citations: Citation[];
};

/** Collects the events of an answer into one reply (spec 2.2). */
export async function collectReply(events: AsyncIterable<StreamEvent>): Promise<CollectedReply> {
  const { reply, add } = createReplyCollector();
  for await (const event of events) add(event);
  return reply;
}

/** The reply so far, to which each event is added. */
export function createReplyCollector(): {
  readonly reply: CollectedReply;
  readonly add: (event: StreamEvent) => void;
} {
  const reply: { -readonly [K in keyof CollectedReply]: CollectedReply[K] } = { reply: '', citations: [] };
  const add = (event: StreamEvent): void => {
    if (event.event === 'token') reply.reply += event.data.content;
    if (event.event === 'citations') reply.citations = [...event.data];
    if (event.event === 'structured_result') reply.structuredResult = event.data;
    if (event.event === 'logId') reply.logId = event.data;
    if (event.event === 'answer_state') {
      const { citations, text, ...summary } = event.data;
      Object.assign(reply, summary);
      if (text !== undefined) reply.reply = text;
      if (citations) reply.citations = citations;
    }
  };
  return { reply, add };
}

/** True for an answer that failed or was limited; its text is a message. */
export const isFailedReply = ({ answerState }: Pick<ChatReply, 'answerState'>): boolean =>
  answerState === 'failed' || answerState === 'limited';
