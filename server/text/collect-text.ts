import type { ChatPart } from '../ports/models.ts';

/** A whole answer and how it ended; `length` also when it ran past what is read of it. */
export interface WholeAnswer {
  readonly text: string;
  readonly end: Extract<ChatPart, { readonly type: 'finish' }>['reason'];
}

/** UTF-16 units of an answer that are read: no model is granted as many tokens, but not every one keeps to its limit. */
const longestAnswer = 200_000;

/** The whole text of an answer; reasoning is left out. One that does not end is broken off, and so is its call. */
export async function wholeAnswer(parts: AsyncIterable<ChatPart>): Promise<WholeAnswer> {
  let text = '';
  let end: WholeAnswer['end'] = 'other';
  for await (const part of parts) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'finish') end = part.reason;
    if (text.length > longestAnswer) return { text: text.slice(0, longestAnswer), end: 'length' };
  }
  return { text, end };
}

/** The text of {@link wholeAnswer}, however it ended. */
export const textOf = async (parts: AsyncIterable<ChatPart>): Promise<string> =>
  (await wholeAnswer(parts)).text;
