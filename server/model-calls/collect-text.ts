import type { ChatPart } from '../ports/models.ts';
import { createLoopWatch } from './loops.ts';

/** Text and finish reason of an answer; `length` also when it was cut at the maximum length. */
export interface WholeAnswer {
  readonly text: string;
  /** True where it ran into a loop. */
  readonly isLoop?: true;
  readonly end: Extract<ChatPart, { readonly type: 'finish' }>['reason'];
}

/** Maximum of UTF-16 units read of an answer: more than any token limit allows, since some models ignore theirs. */
const longestAnswer = 200_000;

/**
 * Collects the text of an answer without reasoning. Stops, and aborts the call, at the maximum length and in a loop that
 * `given`, the text the model was given, does not have.
 */
export async function wholeAnswer(
  parts: AsyncIterable<ChatPart>,
  maxLength = longestAnswer,
  given = '',
): Promise<WholeAnswer> {
  let text = '';
  let end: WholeAnswer['end'] = 'other';
  const loop = createLoopWatch(given);
  for await (const part of parts) {
    if (part.type === 'text') {
      text += part.text;
      if (loop.push(part.text)) return { text, end: 'length', isLoop: true };
    }
    if (part.type === 'finish') end = part.reason;
    if (text.length > maxLength) return { text: text.slice(0, maxLength), end: 'length' };
  }
  return { text, end };
}

/** The text alone, whatever the finish reason; nothing of one that ran into a loop. */
export async function textOf(parts: AsyncIterable<ChatPart>, given = ''): Promise<string> {
  const { text, isLoop } = await wholeAnswer(parts, longestAnswer, given);
  return isLoop ? '' : text;
}
