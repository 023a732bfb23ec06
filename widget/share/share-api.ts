import { listOf, fieldsOf, textOf } from '../kit/coerce.ts';
import { apiPaths } from '../kit/api-paths.ts';
import { end, ask, receive, type Conversation } from '../chat/conversation.ts';
import type { Frame } from '../../contract/frames.ts';

/** Maximum of questions that are shown; a longer list comes from a broken or hostile service. */
const mostTurns = 200;

/** A conversation that a visitor has shared. */
export interface Shared {
  /** Origin of the articles, where the service tells it. */
  readonly site: string | undefined;
  readonly conversation: Conversation;
}

/** The operations of the service at `base` on shared conversations. None of them throws. */
export function createShareApi(base: URL) {
  const shares = new URL(apiPaths.shares, base).href;

  async function send(path: string, body?: object): Promise<Readonly<Record<string, unknown>> | undefined> {
    try {
      const response = await fetch(shares + path, {
        credentials: 'omit',
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      return response.ok ? fieldsOf(await response.json()) : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    /** The id of a new share; `undefined` when there is none. */
    async create(conversationId: string): Promise<string | undefined> {
      return textOf((await send('', { conversationId }))?.shareId, 64) || undefined;
    },

    /** Ends all shares of a conversation; false when that failed. */
    revoke: async (conversationId: string): Promise<boolean> =>
      (await send('/revoke', { conversationId })) !== undefined,

    async read(shareId: string): Promise<Shared | undefined> {
      const given = await send(`/${encodeURIComponent(shareId)}`);
      return (
        given && { site: textOf(given.site, 300) || undefined, conversation: conversationOf(given.turns) }
      );
    },
  };
}

/** Turns as they would stand after their streams. */
function conversationOf(turns: unknown): Conversation {
  let conversation: Conversation = [];
  for (const [index, turn] of listOf(turns).slice(0, mostTurns).entries()) {
    const { question, answer, citations, ...summary } = fieldsOf(turn);
    const frames = [
      { event: 'citations', data: citations },
      { event: 'token', data: { content: textOf(answer, 60_000) } },
      { event: 'answer_state', data: summary },
    ] as unknown as Frame[];
    const id = index + 1;
    const asked = ask(conversation, { id, question: textOf(question, 4000), intentRouteId: undefined });
    conversation = end(receive(asked, id, frames, 0), id, 'done', 0);
  }
  return conversation;
}
