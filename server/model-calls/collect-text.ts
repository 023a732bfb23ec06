import type { ChatPart } from '../ports/models.ts';

/** Text and finish reason of an answer; `length` also when it was cut at the maximum length. */
export interface WholeAnswer {
  readonly text: string;
  readonly end: Extract<ChatPart, { readonly type: 'finish' }>['reason'];
}

/** Maximum of UTF-16 units read of an answer: more than any token limit allows, since some models ignore theirs. */
const longestAnswer = 200_000;

/** Collects the text of an answer without reasoning. Stops, and aborts the call, at the maximum length. */
export async function wholeAnswer(
  parts: AsyncIterable<ChatPart>,
  maxLength = longestAnswer,
): Promise<WholeAnswer> {
  let text = '';
  let end: WholeAnswer['end'] = 'other';
  for await (const part of parts) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'finish') end = part.reason;
    if (text.length > maxLength) return { text: text.slice(0, maxLength), end: 'length' };
  }
  return { text, end };
}

/** The text alone, whatever the finish reason. */
export const textOf = async (parts: AsyncIterable<ChatPart>): Promise<string> =>
  (await wholeAnswer(parts)).text;
