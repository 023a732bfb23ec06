import { explained } from '../../kit/explained.ts';
import { unusableReply } from '../../kit/fault.ts';
import { createLoopWatch } from '../../model-calls/loops.ts';
import type { Message, Models } from '../../ports/models.ts';
import type { ReplyText } from './reply-text.ts';

/** Model and settings of an action. */
export interface WritingContext {
  readonly models: Pick<Models, 'chat'>;
  /** Name of the model; `''` is the default. */
  readonly model: string;
  /** True for a built-in model, which reads the task as a whole. */
  readonly builtin: boolean;
  /** Output token limit. */
  readonly maxTokens: number;
  readonly action: string;
  readonly instruction: string;
  readonly signal: AbortSignal;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly temperature: number;
  /** The text to work on. */
  readonly text: string;
  /** Name of the task when it is not the action itself. */
  readonly action?: string;
  readonly instruction?: string;
  readonly maxTokens?: number;
  readonly json?: boolean;
  /** True when a reply cut at the token limit is still usable. */
  readonly mayBreakOff?: boolean;
}

/**
 * Streams the model's reply without reasoning. Throws the Faults of the model, and `upstream` when the reply was
 * filtered or cut at the token limit.
 */
export async function* askModel(context: WritingContext, request: ModelRequest): AsyncGenerator<string> {
  const maxTokens = request.maxTokens ?? context.maxTokens;
  const loop = createLoopWatch(request.text);
  const parts = context.models.chat({
    model: context.model,
    scenario: 'writing_assist',
    task: {
      kind: 'writing',
      action: request.action ?? context.action,
      text: request.text,
      instruction: request.instruction ?? context.instruction,
    },
    messages: request.messages,
    temperature: request.temperature,
    maxTokens,
    reasoning: 'disabled',
    ...(request.json && { json: true }),
    signal: context.signal,
  });
  let room = roomFor(context, request, maxTokens);
  for await (const part of parts) {
    if (part.type === 'text') {
      room -= part.text.length;
      if (room < 0 && request.mayBreakOff) return;
      if (room < 0) throw brokenOff(maxTokens);
      if (loop.push(part.text) && !request.mayBreakOff) throw brokenOff(maxTokens);
      yield part.text;
    }
    if (part.type !== 'finish') continue;
    if (part.reason === 'filtered') throw unusableReply(explained('model_withheld'));
    if (part.reason === 'length' && !request.mayBreakOff) throw brokenOff(maxTokens);
  }
}

/** Actions whose reply is about as long as their text. */
const transforming: ReadonlySet<string> = new Set([
  'polish',
  'proofread',
  'translate',
  'simplify',
  'summarize',
]);
/** Maximum length of their reply as a multiple of the text's length, plus a fixed margin, since translations may be longer. */
const growth = 8;
const maxShortReply = 2_000;

/** UTF-16 units after which a reply is stopped; actions that only transform a text are limited by its length. */
function roomFor({ action }: WritingContext, request: ModelRequest, maxTokens: number): number {
  const most = maxTokens * CHARACTERS_PER_TOKEN;
  if (!transforming.has(request.action ?? action)) return most;
  return Math.min(most, maxShortReply + growth * request.text.length);
}

/** The texts of a model's reply as they become certain. Throws as {@link askModel}. */
export async function* replyTexts(
  context: WritingContext,
  request: ModelRequest,
  reply: ReplyText,
): AsyncGenerator<string> {
  for await (const piece of askModel(context, request)) {
    const fresh = reply.push(piece);
    if (fresh !== '') yield fresh;
  }
  const rest = reply.end();
  if (rest !== '') yield rest;
}

/** Maximum UTF-16 units per output token, to stop a model that ignores its limit. */
const CHARACTERS_PER_TOKEN = 32;

const brokenOff = (maxTokens: number) => unusableReply(explained('writing_cut', { tokens: maxTokens }));

/** Fault for an empty reply. */
export const emptyReply = () => unusableReply(explained('model_nothing'));
