import { z } from 'zod';
import { Citation } from '../../../contract/articles/articles.ts';
import type { ChatLog } from '../../../contract/chat-logs.ts';
import type { StoredLog } from './store/rows.ts';
import { isOwnKind } from './store/tables.ts';
import { unpackTrace } from './stored-trace.ts';

const Citations = z.array(Citation);

/** A stored log in the wire format; unknown fields are left out. */
export async function toWireLog(log: StoredLog): Promise<ChatLog> {
  const trace = await unpackTrace(log.trace);
  return {
    id: log.id,
    timestamp: new Date(log.at).toISOString(),
    ip: log.address,
    userAgent: log.userAgent,
    question: log.question,
    answer: log.answer,
    model: log.model,
    citations: Citations.parse(JSON.parse(log.citations)),
    ...(log.feedback !== 'none' && {
      feedback: {
        type: log.feedback,
        comment: log.feedbackComment,
        timestamp: new Date(log.feedbackAt).toISOString(),
      },
    }),
    ...intentOf(log.intent),
    ...(trace !== '' && { traceStagesJson: trace }),
    kind: isOwnKind(log.kind) ? 'chat' : log.kind,
    conversationId: conversationIdOf(log),
    askedBy: log.askedBy || (log.kind === 'chat' ? 'visitor' : log.kind),
    source: sourceOf(log),
    ...(log.state !== '' && { answerState: log.state }),
    durationMs: log.durationMs,
    ...(log.promptTokens !== undefined && { promptTokens: log.promptTokens }),
    ...(log.completionTokens !== undefined && { completionTokens: log.completionTokens }),
    ...(log.error !== '' && { error: log.error }),
    ...(log.notices !== '' && { notices: log.notices.split(' ') }),
  };
}

/** Id of a log's conversation; logs from before conversations were stored have one each. */
export const conversationIdOf = ({ id, conversation }: Pick<StoredLog, 'id' | 'conversation'>): string =>
  conversation === undefined ? id : conversation.toString(36);

/** The intent of a curated answer is followed by its id; a kept answer is one to a usual question. */
function intentOf(intent: string): Pick<ChatLog, 'traceIntent' | 'answeredBy' | 'curatedAnswer' | 'cached'> {
  const [traceIntent = '', curatedAnswer] = intent.split(' ', 2);
  if (traceIntent === 'CURATED_ANSWER') return { traceIntent, answeredBy: 'curated', curatedAnswer };
  if (traceIntent === 'CACHED_ANSWER') return { traceIntent: 'NORMAL_CHAT', cached: true };
  return intent === '' ? {} : { traceIntent: intent };
}

function sourceOf({ kind, streamed }: StoredLog): 'stream' | 'chat' | 'search' {
  if (kind === 'search') return 'search';
  return streamed ? 'stream' : 'chat';
}
