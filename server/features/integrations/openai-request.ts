import { chatLimits, type HistoryItem } from '../../../contract/chat/chat.ts';
import type { ChatCompletionRequest } from '../../../contract/integrations.ts';
import { Fault } from '../../kit/fault.ts';

/**
 * The question of a request (the last message of the user) and its history (the newest messages before). Throws `invalid` for a request
 * without a question, and for requests whose result cannot be plain text.
 */
export function asked(body: ChatCompletionRequest): { question: string; history: HistoryItem[] } {
  for (const [param, wants] of Object.entries(unsupported))
    if (wants(body))
      throw refused(
        `${param} is not supported: the answer is one text from the site`,
        param,
        'unsupported_parameter',
      );
  const { messages } = body;
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const question = textIn(messages[last]).trim();
  if (question === '') throw refused('messages must hold a text of the user', 'messages');
  if (question.length > chatLimits.messageLength)
    throw refused(
      `The last message must not be longer than ${chatLimits.messageLength} characters`,
      'messages',
      'context_length_exceeded',
    );
  return { question, history: historyIn(messages.slice(0, last)) };
}

/** Unsupported parameters by name, each with a test whether the request uses it. */
const unsupported: Readonly<Record<string, (body: ChatCompletionRequest) => boolean>> = {
  response_format: ({ response_format: format }) => format != null && format.type !== 'text',
  tool_choice: ({ tool_choice: choice }) => choice != null && choice !== 'auto' && choice !== 'none',
  function_call: ({ function_call: call }) => call != null && call !== 'auto' && call !== 'none',
  n: ({ n }) => n != null && n !== 1,
  logprobs: ({ logprobs }) => logprobs != null && logprobs !== false,
  modalities: ({ modalities }) =>
    modalities != null && !(Array.isArray(modalities) && modalities.every((name) => name === 'text')),
  top_logprobs: ({ top_logprobs: count }) => count != null && count !== 0,
};

const refused = (words: string, param: string, code?: string) =>
  new Fault('invalid', words, { param, ...(code !== undefined && { code }) });

type Message = ChatCompletionRequest['messages'][number];

/** The newest messages of user and assistant, limited to what the chat accepts. */
function historyIn(messages: readonly Message[]): HistoryItem[] {
  const history: HistoryItem[] = [];
  for (const message of messages.toReversed()) {
    if (history.length === chatLimits.historyItems) break;
    const { role } = message;
    const content = textIn(message).slice(0, chatLimits.historyItemLength);
    if ((role === 'user' || role === 'assistant') && content.trim() !== '')
      history.unshift({ role, content });
  }
  return history;
}

function textIn(message: Message | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('\n');
}
