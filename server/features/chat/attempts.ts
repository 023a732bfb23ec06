import { Fault } from '../../kit/fault.ts';
import type { ChatCall, ChatPart, Models } from '../../ports/models.ts';

/** Why a first attempt is given up. */
export type Misfire = 'empty' | 'wrong language' | 'repeats the prompt';

/** Verdict on the beginning of an answer: `wait` while more text is needed to decide. */
export type HeadVerdict = 'sound' | 'wait' | Misfire;

/** The most characters of an answer that are looked at before any of it is shown. */
const headLength = 90;

/**
 * A model's answer, asked for once more at most: when it begins with nothing, in another language or with the prompt. The
 * call that is given up ends there and stays counted. The second answer is taken as it comes; one without a word is the Fault `upstream`.
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
    throw new Fault('upstream', 'The model answered with nothing', { upstreamKind: 'protocol' });
}

/** Passes the parts on once the head of the text is found to be sound; says why it is not. */
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
    // What a provider filtered is refused, not empty.
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
