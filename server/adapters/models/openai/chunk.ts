import type { ChatPart, ModelUsage } from '../../../ports/models.ts';
import { providerMessage, statusIn } from './http/errors.ts';
import { explained, type Words } from '../../../kit/explained.ts';
import { at, countAt, listAt, textAt } from './http/json.ts';

export type FinishReason = Extract<ChatPart, { type: 'finish' }>['reason'];

/** Content of a chunk of a chat stream, or of a whole answer that was not streamed. */
export interface Chunk {
  readonly text: string;
  readonly reasoning: string;
  /** The model refuses to answer; the text is its refusal. */
  readonly refuses?: true;
  readonly finish?: FinishReason;
  /** The chunk has a place for a finish reason, so that one will come. */
  readonly awaitsFinish?: true;
  readonly usage?: ModelUsage;
  readonly error?: { readonly reason: Words; readonly status?: number | undefined };
}

/** The chunks of an event or of a whole answer; Gemini may wrap them in a list. */
export const readChunks = (json: unknown): readonly Chunk[] =>
  Array.isArray(json) && json.length > 0 ? json.map(readChunk) : [readChunk(json)];

/** Reads a chunk leniently: fields may be missing, null, or of another type. */
function readChunk(json: unknown): Chunk {
  if (hasError(json))
    return {
      ...NOTHING,
      ...usageIn(json),
      error: { reason: providerMessage(json, explained('model_error_unnamed')), status: statusIn(json) },
    };
  // A chunk of Ollama's own API is its only choice.
  const choice = typeof at(json, 'done') === 'boolean' ? json : listAt(json, 'choices')[0];
  const said = at(choice, 'delta') ?? at(choice, 'message') ?? choice;
  const content = at(said, 'content') ?? at(choice, 'text');
  const refusal = textAt(said, 'refusal') ?? '';
  const finish =
    textAt(choice, 'finish_reason') ??
    textAt(choice, 'done_reason') ??
    (at(choice, 'done') === true ? 'stop' : undefined);
  const awaitsFinish = at(choice, 'finish_reason') !== undefined || at(choice, 'done') !== undefined;
  return {
    text: (typeof content === 'string' ? content : piecesOf(content, isText)) || refusal,
    reasoning:
      textAt(said, 'reasoning_content') ||
      textAt(said, 'reasoning') ||
      textAt(said, 'thinking') ||
      piecesOf(content, isThought) ||
      piecesOf(at(said, 'reasoning_details'), isThought) ||
      piecesOf(at(said, 'thinking_blocks'), isThought),
    ...(refusal === '' ? {} : { refuses: true as const }),
    ...(finish === undefined || finish === '' ? {} : { finish: finishOf(finish) }),
    ...(awaitsFinish ? { awaitsFinish: true as const } : {}),
    ...usageIn(json),
  };
}

function usageIn(json: unknown): Pick<Chunk, 'usage'> {
  const usage = readUsage(at(json, 'usage') ?? at(json, 'x_groq', 'usage') ?? json);
  return usage === undefined ? {} : { usage };
}

/** Tokens of a usage object, `undefined` when it has none. */
export function readUsage(usage: unknown): ModelUsage | undefined {
  const promptTokens = countAt(usage, 'prompt_tokens', 'input_tokens', 'prompt_eval_count');
  const completionTokens = countAt(usage, 'completion_tokens', 'output_tokens', 'eval_count');
  const cachedTokens =
    countAt(at(usage, 'prompt_tokens_details'), 'cached_tokens') ??
    countAt(usage, 'prompt_cache_hit_tokens', 'cache_read_input_tokens');
  if (promptTokens === undefined && completionTokens === undefined) return undefined;
  return {
    ...(promptTokens === undefined ? {} : { promptTokens }),
    ...(completionTokens === undefined ? {} : { completionTokens }),
    ...(cachedTokens ? { cachedTokens } : {}),
  };
}

const NOTHING = { text: '', reasoning: '' };

/** An error object or text, or an error code instead of choices. */
function hasError(json: unknown): boolean {
  const error = at(json, 'error');
  if (error !== undefined && error !== null && error !== false && error !== '') return true;
  return (
    at(json, 'choices') === undefined && at(json, 'message') !== undefined && at(json, 'code') !== undefined
  );
}

const FINISHES: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['eos_token', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['complete', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'filtered'],
  ['sensitive', 'filtered'],
  ['safety', 'filtered'],
  ['refusal', 'filtered'],
]);

const finishOf = (reason: string): FinishReason => FINISHES.get(reason.toLowerCase()) ?? 'other';

/** Content as a list of typed parts (Mistral): text beside thinking, which is itself a list. */
const piecesOf = (content: unknown, wanted: (piece: unknown) => boolean): string =>
  Array.isArray(content) ? content.filter(wanted).map(wordsOf).join('') : '';

const isText = (piece: unknown) => ['text', 'output_text'].includes(textAt(piece, 'type') ?? '');

const isThought = (piece: unknown) =>
  ['thinking', 'reasoning', 'reasoning.text', 'reasoning.summary'].includes(textAt(piece, 'type') ?? '');

const wordsOf = (piece: unknown): string =>
  textAt(piece, 'text') ??
  textAt(piece, 'thinking') ??
  textAt(piece, 'summary') ??
  listAt(piece, 'thinking')
    .map((part) => textAt(part, 'text') ?? '')
    .join('');
