import type { ChatConversationPage, ChatLogQuery } from '../../../contract/chat-logs.ts';
import { filterOf } from './filter.ts';
import type { ChatLogStore } from './store.ts';
import { conversationIdOf, toWireLog } from './to-wire.ts';

/** A page of conversations in the wire format; traces are left out. */
export async function conversationPage(
  store: Pick<ChatLogStore, 'conversations' | 'read'>,
  { page, size, ...filter }: ChatLogQuery,
): Promise<ChatConversationPage> {
  const found = await store.conversations.page(filterOf(filter), page * size, size);
  const items = [];
  for (const { seqs, questions, matching } of found.items) {
    const logs = (await store.read(seqs)).toReversed();
    const [first] = logs;
    if (!first) continue;
    const turns = await Promise.all(
      logs.map(async (log, index) => ({
        ...(await toWireLog({ ...log, trace: new Uint8Array() })),
        matches: matching.has(seqs[index] ?? 0),
      })),
    );
    items.push({ id: conversationIdOf(first), questions, matching: matching.size, turns });
  }
  return { items, total: found.total, page, size, ...(found.capped && { totalIsLowerBound: true }) };
}
