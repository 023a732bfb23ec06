import { conversationNumber } from './conversation-number.ts';
import type { ChatLogs } from './operations.ts';
import type { ChatLogStore } from './store.ts';
import { toWireLog } from './to-wire.ts';

/** What was said in one conversation, for whoever may read it. */
export const createSaid = (
  store: Pick<ChatLogStore, 'said' | 'read'>,
): Pick<ChatLogs, 'shareable' | 'said' | 'withLogs'> => ({
  async shareable(conversationId) {
    const conversation = conversationNumber(conversationId);
    const until = await store.said.last(conversation);
    return until === undefined ? undefined : { conversation, until };
  },

  async said({ conversation, until }, most) {
    const found = await store.read(await store.said.upTo(conversation, until, most));
    return Promise.all(found.toReversed().map((each) => toWireLog({ ...each, trace: new Uint8Array() })));
  },

  withLogs: store.said.withLogs,
});
