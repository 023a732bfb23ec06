import { chatLimits, type HistoryItem } from '../../../contract/chat/chat.ts';
import { collectReply, isFailedReply } from '../../../contract/chat/collect-reply.ts';
import type { StreamEvent } from '../../../contract/events.ts';
import { openAi, type ChatCompletionRequest } from '../../../contract/integrations.ts';
import { implement, type RequestContext } from '../../http/implement.ts';
import { Fault, invalid, notFound } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import type { Answer, RemarkOn } from '../chat/chat.ts';
import type { Config } from '../config/config.ts';
import { openAiText } from './openai-text.ts';

interface Deps {
  readonly config: Pick<Config, 'read'>;
  readonly answer: Answer;
  readonly remarkOn: RemarkOn;
  readonly now: () => number;
}

const model = 'docent';
const json = 'application/json; charset=utf-8';

/**
 * OpenAI-compatible chat endpoint. A question is limited and logged like a visitor's. System messages are ignored,
 * since answers come from the site only. A failure before the first text becomes an error status, unless the question is
 * answered without the model.
 */
export const openAiRoutes = ({ config, answer, remarkOn, now }: Deps) => {
  const assertOpen = async () => {
    const { openAiEnabled } = await config.read('integrations');
    if (!openAiEnabled) throw notFound('Page');
  };

  /** Starts the answer and waits for its first text. Throws the cause when there is none. */
  const begin = async (body: ChatCompletionRequest, { visitor, signal }: RequestContext) => {
    const asked = questionOf(body);
    let cause: unknown;
    const events = answer({
      ...asked,
      kind: 'chat',
      scenario: 'visitor_qa',
      visitor,
      signal,
      streamed: body.stream === true,
      failed: (error) => void (cause ??= error),
    });
    const first: StreamEvent[] = [];
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      first.push(next.value);
      if (next.value.event === 'token') break;
    }
    const { question } = asked;
    if (cause === undefined) return { question, events: following(first, events) };
    const all: StreamEvent[] = [...first];
    for await (const event of events) all.push(event);
    const reply = await collectReply(following(all));
    if (!isFailedReply(reply)) return { question, events: following(all) };
    throw refusal(cause, reply.reply);
  };

  return implement(openAi, {
    models: async () => {
      await assertOpen();
      const data = [{ id: model, object: 'model', created: 0, owned_by: 'docent' }];
      return { status: 200, contentType: json, body: JSON.stringify({ object: 'list', data }) };
    },
    complete: async ({ body }, context) => {
      await assertOpen();
      const { question, events: all } = await begin(body, context);
      const text = openAiText({
        id: `chatcmpl-${newId()}`,
        created: Math.floor(now() / 1000),
        model,
        origin: context.origin,
        includesUsage: body.stream_options?.include_usage === true,
        remarkOn: (reply) => remarkOn(reply, question),
      });
      return body.stream === true
        ? { status: 200, contentType: 'text/event-stream', headers: uncached, body: text.streamed(all) }
        : { status: 200, contentType: json, body: JSON.stringify(await text.whole(all)) };
    },
  });
};

const uncached = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** A failure of a model in the words for visitors: its own name the model and where it runs. */
function refusal(cause: unknown, said: string): Fault {
  if (cause instanceof Fault && cause.code !== 'upstream' && cause.code !== 'unavailable') return cause;
  const { code, details } = cause instanceof Fault ? cause : new Fault('unavailable', '');
  return new Fault(code, said.replace(/^⚠️\s*/u, ''), details);
}

async function* following(
  first: readonly StreamEvent[],
  rest?: AsyncGenerator<StreamEvent>,
): AsyncGenerator<StreamEvent> {
  try {
    yield* first;
    if (rest) yield* rest;
  } finally {
    await rest?.return(undefined);
  }
}

/** The last user message is the question, the messages before it the history. Throws `invalid`. */
function questionOf({ messages }: ChatCompletionRequest): { question: string; history: HistoryItem[] } {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const question = textIn(messages[last]).trim();
  if (question === '') throw invalid('messages must hold a text of the user');
  if (question.length > chatLimits.messageLength)
    throw invalid(`The last message must not be longer than ${chatLimits.messageLength} characters`);
  const history = messages.slice(0, last).flatMap((message): HistoryItem[] => {
    const { role } = message;
    const content = textIn(message).slice(0, chatLimits.historyItemLength);
    return (role === 'user' || role === 'assistant') && content.trim() !== '' ? [{ role, content }] : [];
  });
  return { question, history: history.slice(-chatLimits.historyItems) };
}

function textIn(message: ChatCompletionRequest['messages'][number] | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('\n');
}
