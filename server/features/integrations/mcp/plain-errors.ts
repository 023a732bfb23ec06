import { z } from 'zod';
import { parseJson } from '../../../kit/json.ts';

/** JSON-RPC 2.0, section 5.1: the code of a request whose parameters are not those of its method. */
const invalidParams = -32_602;

const Reply = z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string() }) });

/** What the library's validator says, after a prefix or alone: a list of what is wrong where. */
const Issues = z
  .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

/**
 * A reply of the protocol's server, or a batch of them, as JSON. Where the library gives the raw list of its validator as the message of an
 * error, and mostly calls that an internal error, the parameters are refused in a sentence.
 */
export function inPlainWords(json: string): string {
  if (!json.includes('"error"')) return json;
  const replies = parseJson(json);
  if (replies === undefined) return json;
  return JSON.stringify(Array.isArray(replies) ? replies.map(plain) : plain(replies));
}

function plain(reply: unknown): unknown {
  const read = Reply.safeParse(reply);
  if (!read.success) return reply;
  const { message } = read.data.error;
  const issues = Issues.safeParse(parseJson(message.slice(Math.max(0, message.indexOf('[')))));
  if (!issues.success) return reply;
  const said = issues.data.map(
    (issue) => `${issue.path.join('.')}: ${issue.message.replace(/^Invalid input: /, '')}`,
  );
  return { ...read.data, error: { code: invalidParams, message: `Invalid parameters: ${said.join('; ')}` } };
}

/** The same for the events of a stream, each of which has its message in one line. */
export async function* plainLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map((line) => `${plainLine(line)}\n`).join('');
  }
  if (rest !== '') yield plainLine(rest);
}

const field = 'data: ';

const plainLine = (line: string): string =>
  line.startsWith(field) ? field + inPlainWords(line.slice(field.length)) : line;
