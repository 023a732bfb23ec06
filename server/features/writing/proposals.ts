import { explained } from '../../kit/explained.ts';
import { unusableReply } from '../../kit/fault.ts';
import { isRecord, parseJson } from '../../kit/json.ts';
import type { ProposalAction } from './actions.ts';
import { emptyReply, replyTexts, type WritingContext } from './ask-model.ts';
import { readableOf } from './compose.ts';
import { assertFactsKept } from './kept-facts.ts';
import { writingPrompt } from './prompt.ts';
import { createReplyText } from './reply-text.ts';

/** Room for a reply; proposals are short. */
const replyTokens = 600;

/**
 * Proposals about the whole text, one on each line. Throws `upstream` when the reply is empty or holds none that fits, or when one says
 * a number that the text does not have.
 * @param known - names that the site has already, which are preferred
 */
export async function propose(
  text: string,
  action: ProposalAction,
  context: WritingContext,
  known: readonly string[],
): Promise<string> {
  const readable = await readableOf(text, context);
  const { messages, fence } = writingPrompt({
    duty: action.duty,
    text: readable,
    instruction: context.instruction,
    known: known.join('\n'),
    form: `- Reply with ${action.most === 1 ? 'one line' : `at most ${action.most} lines, one on each`}, of at most ${action.longest} characters${action.most === 1 ? '' : ' each'}, and nothing else: no preface, no numbers, no quotes, no markup.`,
  });
  let reply = '';
  for await (const fresh of replyTexts(
    context,
    {
      messages,
      text: readable,
      temperature: action.temperature,
      maxTokens: Math.min(context.maxTokens, replyTokens),
    },
    createReplyText(text, fence),
  ))
    reply += fresh;
  if (reply.trim() === '') throw emptyReply();
  const lines = proposalsIn(reply, action);
  if (lines.length === 0) throw unusableReply(explained('writing_no_proposals'));
  const result = lines.join('\n');
  assertFactsKept(text, result, 'known', context.instruction);
  return result;
}

/**
 * The texts of a list in JSON, in which some models answer whatever they are asked: `["a"]`, `{"titles": ["a"]}` or `[{"title": "a"}]`. Of
 * an object the first field that has any.
 */
function listedIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((one) => listedIn(one, depth + 1));
  const fields = isRecord(value) ? Object.values(value) : [];
  return fields.map((one) => listedIn(one, depth + 1)).find(({ length }) => length > 0) ?? [];
}

const deepest = 3;

/** The proposals of a reply, without what models put around them. */
function proposalsIn(reply: string, { most, longest, isWords }: ProposalAction): string[] {
  const listed = listedIn(parseJson(reply.trim()));
  const lines = (listed.join('\n') || reply).split('\n').map(bare).filter(Boolean);
  // Words are often given in one line all the same.
  const said = isWords ? lines.flatMap((line) => line.split(/[,，、;；]/).map(bare)) : lines;
  const fitting = said.filter((line) => line !== '' && Array.from(line).length <= longest);
  const byKey = new Map(fitting.toReversed().map((line) => [line.toLowerCase(), line]));
  return [...byKey.values()].toReversed().slice(0, most);
}

/** A line without its bullet or number, its label in bold, and quotes around the whole. */
export const bare = (line: string): string => {
  const said = line
    .trim()
    .replace(/^(?:[-*•·]|#{1,6}|\d{1,2}[.)、:：])\s+/, '')
    .replace(/^#(?=\S)/, '')
    .replace(/^\*{2}(.{1,400}?)\*{2}$/, '$1')
    .trim();
  return /^(?:"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|'[^']*'|`[^`]*`)$/.test(said)
    ? said.slice(1, -1).trim()
    : said;
};
