import type { ChatPart } from '../ports/models.ts';

/** The whole text of an answer; reasoning is left out. */
export async function textOf(parts: AsyncIterable<ChatPart>): Promise<string> {
  let text = '';
  for await (const part of parts) if (part.type === 'text') text += part.text;
  return text;
}
