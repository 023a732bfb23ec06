import { isFault } from '../../../kit/fault.ts';
import type { AnswerSettings, ChatDeps, Question } from '../question.ts';
import { smallTalkOf, type SmallTalk } from '../small-talk/small-talk.ts';

/** A question that may be answered. */
export interface Admitted {
  /** Set when it is small talk, which needs no retrieval. */
  readonly talk?: SmallTalk;
  /** Set when it is a wish to reach a person on a site that names no contact: its articles may. */
  readonly wish?: SmallTalk;
  /** Gives the answer back, because it needed no model; after very many such answers in an hour it stays counted. */
  refund(): Promise<void>;
}

/**
 * Counts a question for the visitor's limits, before anything is read or computed for it: small talk as an answer that costs nothing,
 * any other as an answer and a search. Throws `limited`, and `unavailable` while it could not be logged.
 */
export async function admit(
  deps: Pick<ChatDeps, 'limits' | 'logs'>,
  ask: Question,
  settings: AnswerSettings,
): Promise<Admitted> {
  const said = settings.chat.smallTalkEnabled ? smallTalkIn(ask) : undefined;
  const isWish = said?.topic === 'contact' && settings.chat.contactUrl === '';
  const wish = isWish ? said : undefined;
  const talk = isWish ? undefined : said;
  if (!ask.visitor) return { ...(talk && { talk }), ...(wish && { wish }), refund: async () => {} };
  const { address } = ask.visitor;
  if (talk) {
    await deps.limits.freeAnswer(address);
    return { talk, refund: async () => {} };
  }
  await deps.logs.assertRoom?.();
  const reservation = await deps.limits.reserve(address);
  try {
    await deps.limits.search(address);
  } catch (refusal) {
    await reservation.refund();
    throw refusal;
  }
  return {
    ...(wish && { wish }),
    async refund() {
      if (await isFree(deps.limits, address)) await reservation.refund();
    },
  };
}

async function isFree(limits: ChatDeps['limits'], address: string): Promise<boolean> {
  try {
    await limits.freeAnswer(address);
    return true;
  } catch (error) {
    if (isFault(error, 'limited')) return false;
    throw error;
  }
}

/** With a named route or a page task the text is not checked for small talk. */
const smallTalkIn = ({ question, kind, intentRouteId, pageTask }: Question): SmallTalk | undefined =>
  kind === 'chat' && intentRouteId === undefined && pageTask !== 'summarise'
    ? smallTalkOf(question)
    : undefined;
