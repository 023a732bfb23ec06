import { unusableReply } from '../../kit/fault.ts';
import { emptyReply, replyTexts, type WritingContext } from './ask-model.ts';
import type { RewriteAction } from './actions.ts';
import { assertFactsKept } from './kept-facts.ts';
import { headingsOf } from './linking/headings.ts';
import { commonRuns } from './editing/diff.ts';
import { chunksOf, type Chunk } from './editing/chunks.ts';
import { writingPrompt, type Surroundings } from './prompt.ts';
import { createReplyText } from './reply-text.ts';
import { tokenize } from './editing/tokenize.ts';
import { explained } from '../../kit/explained.ts';

/** A rewritten chunk; `start` is its offset in the text. */
export interface RewriteResult {
  readonly start: number;
  readonly source: string;
  readonly result: string;
}

/**
 * Streams the rewritten text chunk by chunk, with code and white space unchanged; returns the result of each chunk. A
 * failing chunk ends it with the Fault.
 */
export async function* rewrite(
  text: string,
  action: RewriteAction,
  context: WritingContext,
): AsyncGenerator<string, RewriteResult[]> {
  const budget = context.builtin
    ? Infinity
    : Math.min(MAX_TOKENS, Math.floor(context.maxTokens / action.growth));
  const chunks = chunksOf(text, budget);
  const isLong = chunks.filter(({ kind }) => kind === 'work').length > 1;
  const headings = isLong ? headingsOf(text) : '';
  const done: RewriteResult[] = [];
  let before = '';
  for (const [index, chunk] of chunks.entries()) {
    let result = chunk.text;
    if (chunk.kind === 'keep' || (isLong && action.leavesHeadings && LONE_HEADING.test(result))) yield result;
    else {
      const around = isLong ? { headings, before, after: beginningOf(chunks.slice(index + 1)) } : undefined;
      result = yield* rewriteChunk(chunk, action, context, around);
      done.push({ start: chunk.start, source: chunk.text, result });
    }
    before = (before + result).slice(-NEIGHBOUR);
  }
  return done;
}

const LONE_HEADING = /^#{1,6}[ \t][^\n]*$/;
/** Maximum tokens of a chunk; models lose track of more. */
const MAX_TOKENS = 3000;
/** UTF-16 units of neighbouring text shown with a chunk. */
const NEIGHBOUR = 400;

function beginningOf(chunks: readonly Chunk[]): string {
  let text = '';
  for (const chunk of chunks) {
    if (text.length >= NEIGHBOUR) break;
    text += chunk.text.slice(0, NEIGHBOUR);
  }
  return text.slice(0, NEIGHBOUR);
}

async function* rewriteChunk(
  { text }: Chunk,
  action: RewriteAction,
  context: WritingContext,
  around: Surroundings | undefined,
): AsyncGenerator<string, string> {
  const { messages, fence } = writingPrompt({
    duty: action.duty,
    text,
    instruction: context.instruction,
    ...(action.language && { language: action.language }),
    ...(around && { around }),
  });
  const request = { messages, text, temperature: action.temperature };
  let result = '';
  for await (const fresh of replyTexts(context, request, createReplyText(text, fence))) {
    result += fresh;
    // A result that must be checked as a whole is not streamed.
    if (action.keeps === undefined) yield fresh;
  }
  if (result === '') throw emptyReply();
  if (action.keeps !== undefined) {
    if (keptShare(text, result) < action.keeps) throw unusableReply(explained('writing_rewrote'));
  }
  // The built-in model changes only typography.
  if (action.facts && !context.builtin) assertFactsKept(text, result, action.facts, context.instruction);
  if (action.keeps !== undefined) yield result;
  return result;
}

/** Share of common words of two texts, in order. */
function keptShare(text: string, result: string): number {
  const [old, fresh] = [text, result].map((one) =>
    tokenize(one).flatMap((word) => (/[\p{L}\p{N}]/u.test(word.text) ? [word.text.toLowerCase()] : [])),
  );
  const all = Math.max(old?.length ?? 0, fresh?.length ?? 0);
  if (all < FEW_WORDS) return 1;
  return commonRuns(old ?? [], fresh ?? []).reduce((sum, { length }) => sum + length, 0) / all;
}

/** Texts with fewer words may change entirely. */
const FEW_WORDS = 8;
