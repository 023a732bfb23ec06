import { estimateTokenCount } from 'tokenx';
import { emptyReply, replyTexts, type WritingContext } from './ask-model.ts';
import type { ComposeAction } from './actions.ts';
import { assertFactsKept } from './kept-facts.ts';
import { headingsOf } from './linking/headings.ts';
import { chunksOf } from './editing/chunks.ts';
import { notesDuty, writingPrompt } from './prompt.ts';
import { createReplyText } from './reply-text.ts';

/** Maximum tokens of a text that a model reads at once. */
const READING = 6000;

/**
 * The continuation with its leading white space: appended to the text it gives the whole. Of a long text the end is
 * read, with all headings.
 */
export async function* continueText(
  text: string,
  action: ComposeAction,
  context: WritingContext,
): AsyncGenerator<string> {
  const end = context.builtin ? text : endOf(text);
  const around = end === text ? undefined : { headings: headingsOf(text), before: '', after: '' };
  const { messages, fence } = writingPrompt({
    duty: action.duty,
    text: end,
    instruction: context.instruction,
    ...(around && { around }),
  });
  const reply = createReplyText(text, fence, false);
  const request = { messages, text: end, temperature: action.temperature, mayBreakOff: true };
  let begun = false;
  for await (const fresh of replyTexts(context, request, reply)) {
    yield (begun ? '' : jointOf(text, reply.lead)) + fresh;
    begun = true;
  }
  if (!begun) throw emptyReply();
}

/** White space between a text and its continuation. */
function jointOf(text: string, lead: string): string {
  if (/\s$/.test(text)) return '';
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const lastLine = text.slice(text.lastIndexOf('\n') + 1);
  if (lead.includes('\n') || /^ {0,3}#{1,6}[ \t]/.test(lastLine)) return lineBreak + lineBreak;
  return /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uFF00-\uFFEF“‘”’…—]$/u.test(text) ? '' : ' ';
}

/** The last part of a text that is too long to be read at once. */
function endOf(text: string): string {
  const tokens = estimateTokenCount(text);
  if (tokens <= READING) return text;
  const from = text.length - Math.floor((text.length * READING) / tokens);
  const line = text.indexOf('\n', from);
  return text.slice(line >= 0 && line < text.length - 200 ? line + 1 : from);
}

/** Streams the summary. */
export async function* summarize(
  text: string,
  action: ComposeAction,
  context: WritingContext,
): AsyncGenerator<string> {
  const readable = await readableOf(text, context);
  const { messages, fence } = writingPrompt({
    duty: action.duty,
    text: readable,
    instruction: context.instruction,
  });
  const request = { messages, text: readable, temperature: action.temperature };
  let summary = '';
  for await (const fresh of replyTexts(context, request, createReplyText(text, fence))) {
    yield fresh;
    summary += fresh;
  }
  if (summary === '') throw emptyReply();
  if (!context.builtin) assertFactsKept(text, summary, 'known', context.instruction);
}

/** The text itself, or notes on its chunks when it is too long to be read at once. */
export async function readableOf(text: string, context: WritingContext): Promise<string> {
  if (context.builtin || estimateTokenCount(text) <= READING) return text;
  const notes: string[] = [];
  for (const chunk of chunksOf(text, READING)) {
    if (chunk.kind === 'work') notes.push(await notesOf(chunk.text, context));
  }
  return notes.join('\n\n');
}

async function notesOf(text: string, context: WritingContext): Promise<string> {
  const { messages, fence } = writingPrompt({ duty: notesDuty, text, instruction: '' });
  const request = {
    messages,
    text,
    temperature: 0.2,
    action: 'summarize',
    instruction: '',
    maxTokens: Math.min(context.maxTokens, 1024),
    mayBreakOff: true,
  };
  let notes = '';
  for await (const fresh of replyTexts(context, request, createReplyText(text, fence))) notes += fresh;
  if (notes === '') throw emptyReply();
  return notes;
}
