import { chatLogs } from '../../../contract/chat-logs.ts';
import { implement } from '../../http/implement.ts';
import { dateOf, dayAt } from '../../kit/calendar.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChatLogs } from './operations.ts';
import { exportDocument } from './export.ts';
import { clearedFilter } from './filter.ts';

export const chatLogRoutes = (logs: Omit<ChatLogs, 'routes'>, clock: Clock) =>
  implement(chatLogs, {
    list: ({ query }) => logs.page(query),
    stats: ({ query }) => logs.stats(query),
    retention: ({ query: { days } }) => logs.retention(days),
    export: async ({ query: { format, ...filter } }) =>
      exportDocument(logs.batches(filter), format, dateOf(dayAt(clock.now()))),
    read: ({ params }) => logs.read(params.id),
    remove: async ({ params }) => {
      await logs.remove(params.id);
      return { deleted: true };
    },
    replay: ({ params }, { signal }) => logs.replay(params.id, signal),
    clear: async ({ query, body }) => ({
      cleared: true,
      deleted: await logs.clear(clearedFilter(query, body)),
    }),
  });
