import type { ChatPart } from '../../../ports/models.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';

/**
 * Streams a finished text a few words at a time, yielding to other work in between. Built-in models use no tokens, so
 * both counts are 0.
 * @throws the signal's reason when aborted
 */
export async function* streamText(text: string, signal: AbortSignal): AsyncGenerator<ChatPart> {
  let said = 0;
  for (const piece of piecesOf(text)) {
    signal.throwIfAborted();
    yield { type: 'text', text: piece };
    said += 1;
    if (said % PIECES_A_TURN === 0) await yieldToEventLoop();
  }
  signal.throwIfAborted();
  yield { type: 'finish', reason: 'stop', usage: { promptTokens: 0, completionTokens: 0 } };
}

const PIECES_A_TURN = 8;

/** Splits into runs of up to six Han characters or three words with their blanks; joined they give the text. */
const piecesOf = (text: string): readonly string[] =>
  text.match(/(?:^\s*)?(?:\p{Script=Han}{1,6}|(?:[^\s\p{Script=Han}]{1,30}\s*){1,3})\s*/gu) ??
  (text === '' ? [] : [text]);
