import { explained } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';
import type { ChatCall, ChatPart, Models } from '../../ports/models.ts';

/** Reason for giving up the first attempt. */
export type Misfire = 'empty' | 'wrong language' | 'repeats the prompt';

/** Verdict on the beginning of an answer; `wait` when more text is needed. */
export type HeadVerdict = 'sound' | 'wait' | Misfire;

/** Maximum of characters held back until the verdict. */
const headLength = 90;

/**
 * Streams a model's answer, with a second attempt when the first begins empty, in another language or with the prompt.
 * The abandoned call ends there and is still charged. The second attempt is not judged; if it is empty, the Fault
 * `upstream` is thrown.
 */
export async function* soundAnswer(
  models: Pick<Models, 'chat'>,
  callOf: (misfire: Misfire | undefined) => ChatCall,
  judge: (head: string, ended: boolean) => Promise<HeadVerdict>,
  misfired: (misfire: Misfire) => void,
): AsyncGenerator<ChatPart> {
  const misfire = yield* attempt(models, callOf(undefined), judge);
  if (misfire === undefined) return;
  misfired(misfire);
  const again = yield* attempt(models, callOf(misfire), async (head) =>
    head.trim() === '' ? 'empty' : 'sound',
  );
  if (again === 'empty')
    throw new Fault('upstream', explained('model_nothing'), { upstreamKind: 'protocol' });
}

/** Passes the parts on once the beginning of the text is sound; returns the misfire otherwise. */
async function* attempt(
  models: Pick<Models, 'chat'>,
  call: ChatCall,
  judge: (head: string, ended: boolean) => Promise<HeadVerdict>,
): AsyncGenerator<ChatPart, Misfire | undefined> {
  let head = '';
  let isSound = false;
  for await (const part of models.chat(call)) {
    if (isSound || part.type === 'reasoning') {
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
