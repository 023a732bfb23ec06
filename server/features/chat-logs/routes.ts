import { chatLogs, type ChatLog } from '../../../contract/chat-logs.ts';
import { implement } from '../../http/implement.ts';
import { dateOf, dayAt } from '../../kit/calendar.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Caller } from '../../ports/host.ts';
import type { ChatLogs } from './operations.ts';
import { exportDocument } from './export.ts';
import { clearedFilter } from './filter.ts';
import { hashAddress } from './pii/hash-address.ts';

export const chatLogRoutes = (logs: Omit<ChatLogs, 'routes'>, clock: Clock, addressKey: string) => {
  /** A log for a caller: programs can distinguish visitors, but do not get their addresses. */
  const shownTo =
    ({ kind }: Caller) =>
    (log: ChatLog): ChatLog =>
      kind === 'token' ? { ...log, ip: hashAddress(log.ip, addressKey) } : log;
  return implement(chatLogs, {
    list: async ({ query }, { caller }) => {
      const page = await logs.page(query);
      return { ...page, items: page.items.map(shownTo(caller)) };
    },
    conversations: async ({ query }, { caller }) => {
      const page = await logs.conversations(query);
      const shown = shownTo(caller);
      return {
        ...page,
        items: page.items.map((one) => ({
          ...one,
          turns: one.turns.map((turn) => ({ ...shown(turn), matches: turn.matches })),
        })),
      };
    },
    stats: ({ query }) => logs.stats(query),
    retention: ({ query: { days } }) => logs.retention(days),
    export: async ({ query: { format, ...filter } }, { caller }) => {
      const shown = mapped(logs.batches(filter), shownTo(caller));
      return exportDocument(shown, format, dateOf(dayAt(clock.now())));
    },
    read: async ({ params }, { caller }) => shownTo(caller)(await logs.read(params.id)),
    remove: async ({ params }, { nothingChanged }) => {
      if (!(await logs.remove(params.id))) nothingChanged();
      return { deleted: true };
    },
    replay: ({ params }, { signal }) => logs.replay(params.id, signal),
    clear: async ({ query, body }) => ({
      cleared: true,
      deleted: await logs.clear(clearedFilter(query, body)),
    }),
  });
};

async function* mapped<T>(batches: AsyncIterable<readonly T[]>, change: (one: T) => T): AsyncGenerator<T[]> {
  for await (const batch of batches) yield batch.map(change);
}
