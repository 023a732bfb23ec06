import { Fault } from '../../kit/fault.ts';
import type { Message, Models } from '../../ports/models.ts';

/** Where the words of an action come from. */
export interface WritingContext {
  readonly models: Pick<Models, 'chat'>;
  /** Name of the model; `''` is the default. */
  readonly model: string;
  /** The model runs inside Docent and reads the task as a whole. */
  readonly builtin: boolean;
  /** Tokens that a reply may have. */
  readonly maxTokens: number;
  readonly action: string;
  readonly instruction: string;
  readonly signal: AbortSignal;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly temperature: number;
  /** The text that is worked on. */
  readonly text: string;
  /** What is done with it, when it is not the action itself. */
  readonly action?: string;
  readonly instruction?: string;
  readonly maxTokens?: number;
  readonly json?: boolean;
  /** A reply that breaks off at the token limit is of use all the same. */
  readonly mayBreakOff?: boolean;
}

/**
 * The model's reply as text, reasoning left out. Throws the Faults of the model, and `upstream` when the reply was withheld
 * or broke off at the token limit.
 */
export async function* askModel(context: WritingContext, request: ModelRequest): AsyncGenerator<string> {
  const maxTokens = request.maxTokens ?? context.maxTokens;
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
  let room = maxTokens * CHARACTERS_PER_TOKEN;
  for await (const part of parts) {
    if (part.type === 'text') {
      room -= part.text.length;
      if (room < 0 && request.mayBreakOff) return;
      if (room < 0) throw brokenOff(maxTokens);
      yield part.text;
    }
    if (part.type !== 'finish') continue;
    if (part.reason === 'filtered') throw failed('The provider of the model withheld its answer');
    if (part.reason === 'length' && !request.mayBreakOff) throw brokenOff(maxTokens);
  }
}

/** UTF-16 units that no token has on average; a model that says more does not keep to its limit. */
const CHARACTERS_PER_TOKEN = 32;

const brokenOff = (maxTokens: number) =>
  failed(
    `The model stopped at its limit of ${maxTokens} tokens before the text was complete. Send less text or raise writing.maxTokens`,
  );

/** A reply that is not what was asked for. */
export const failed = (message: string) => new Fault('upstream', message, { upstreamKind: 'protocol' });

/** A reply without a word. */
export const silent = () => failed('The model answered with nothing');
