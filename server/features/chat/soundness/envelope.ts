import { jsonObjectIn } from '../../../model-calls/model-json.ts';
import type { ChatPart } from '../../../ports/models.ts';

const key = '"(?:answer|reply|response|text|content|message|output|result)"';

/** The beginning of a JSON object that holds an answer, with or without a code fence. */
const envelope = new RegExp(String.raw`^\s*(?:\`{3}(?:json)?\s*)?\{\s*${key}\s*:\s*"`, 'i');
/** A text that may become one. */
const maybe = /^\s*(?:`{0,3}|`{3}j?s?o?n?\s*|(?:`{3}(?:json)?\s*)?\{\s*(?:"[a-z]*(?:"\s*(?::\s*)?)?)?)$/i;

/** Takes an answer out of the JSON that some models put it into: `{"answer": "…"}` becomes its text. */
export async function* withoutEnvelope(parts: AsyncIterable<ChatPart>): AsyncGenerator<ChatPart> {
  let head: string | undefined = '';
  for await (const part of parts) {
    if (head === undefined || !(part.type === 'text' || part.type === 'finish')) {
      yield part;
      continue;
    }
    if (part.type === 'text') {
      head += part.text;
      if (envelope.test(head) || maybe.test(head)) continue;
      yield { type: 'text', text: head };
      head = undefined;
      continue;
    }
    if (head !== '') yield { type: 'text', text: contentOf(head) };
    yield part;
  }
}

/** The text of the object's first field; the whole text where it cannot be read. */
function contentOf(text: string): string {
  const [inside] = envelope.test(text) ? Object.values(jsonObjectIn(text) ?? {}) : [];
  return typeof inside === 'string' && inside.trim() !== '' ? inside : text;
}
