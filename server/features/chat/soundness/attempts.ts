import { explained } from '../../../kit/explained.ts';
import { unusableReply } from '../../../kit/fault.ts';
import type { ChatCall, ChatPart, Models } from '../../../ports/models.ts';
import { withoutEnvelope } from './envelope.ts';
import { createLeakFilter, type PromptMarks } from './leaks.ts';
import { createLoopWatch } from '../../../model-calls/loops.ts';
import { createYieldEvery } from '../../../work/event-loop.ts';

/** Reason for giving up the first attempt. */
export type Misfire = 'empty' | 'wrong language' | 'repeats the prompt';

/** Verdict on the beginning of an answer; `wait` when more text is needed. */
export type HeadVerdict = 'sound' | 'wait' | Misfire;

/** Judges the beginning of an answer; `last` when no more of it is needed or comes. */
export type JudgeHead = (head: string, last: boolean) => Promise<HeadVerdict>;

/** Maximum of characters held back until the verdict. */
const headLength = 90;

/** Parameters of one attempt to get an answer from a model. */
export interface Asking {
  readonly models: Pick<Models, 'chat'>;
  /** The call, after a misfire that of the second attempt. */
  readonly callOf: (misfire: Misfire | undefined) => ChatCall;
  readonly judge: JudgeHead;
  readonly prompt: PromptMarks;
  readonly misfired: (misfire: Misfire) => void;
}

/**
 * Streams a model's answer, with a second attempt when the first begins empty, in another language or with the prompt.
 * The abandoned call ends there and is still charged. A second attempt that is empty or repeats the prompt is the Fault
 * `upstream`. What comes later of the prompt is left out, and an answer that runs into a loop ends there.
 */
export async function* soundAnswer(asking: Asking): AsyncGenerator<ChatPart> {
  yield* guarded(attempts(asking), asking.prompt);
}

async function* attempts({ models, callOf, judge, misfired }: Asking): AsyncGenerator<ChatPart> {
  const misfire = yield* attempt(models.chat(callOf(undefined)), judge);
  if (misfire === undefined) return;
  misfired(misfire);
  const again = yield* attempt(models.chat(callOf(misfire)), async (head, last) => {
    const verdict = await judge(head, last);
    return verdict === 'wrong language' ? 'sound' : verdict;
  });
  if (again !== undefined) throw unusableReply(explained('model_nothing'));
}

/** Passes the parts on once the beginning of the text is sound; returns the misfire otherwise. */
async function* attempt(
  parts: AsyncIterable<ChatPart>,
  judge: JudgeHead,
): AsyncGenerator<ChatPart, Misfire | undefined> {
  let head = '';
  let isSound = false;
  for await (const part of withoutEnvelope(parts)) {
    if (isSound || part.type === 'reasoning' || part.type === 'turn') {
      yield part;
      continue;
    }
    if (part.type === 'text') head += part.text;
    const ended = part.type === 'finish';
    if (!ended && head.trim() === '') continue;
    // An answer that the provider filtered is refused, not empty.
    const refused = ended && part.reason === 'filtered';
    const verdict = refused ? 'sound' : await judge(head, ended || head.length >= headLength);
    if (verdict === 'wait') continue;
    if (verdict !== 'sound') return verdict;
    isSound = true;
    if (head !== '') yield { type: 'text', text: head };
    if (ended) yield part;
  }
  return undefined;
}

/** The parts without words of the prompt, up to where the text runs into a loop. */
async function* guarded(parts: AsyncIterable<ChatPart>, prompt: PromptMarks): AsyncGenerator<ChatPart> {
  const leaks = createLeakFilter(prompt);
  const loop = createLoopWatch();
  // A part may be a whole answer.
  const letOthers = createYieldEvery(10);
  for await (const part of parts) {
    if (part.type === 'text') {
      for (const [piece] of part.text.matchAll(/[^]{1,120}/g)) {
        await letOthers();
        const text = leaks.push(piece);
        if (text !== '') yield { type: 'text', text };
        const isLoop = loop.push(piece);
        if (!isLoop && !leaks.ended) continue;
        // Leaving here ends the call, so that no more is paid for.
        yield { type: 'finish', reason: isLoop ? 'length' : 'other', usage: {} };
        return;
      }
      continue;
    }
    if (part.type === 'finish') {
      const rest = leaks.end();
      if (rest !== '') yield { type: 'text', text: rest };
    }
    yield part;
  }
}
