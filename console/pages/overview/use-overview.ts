import { chatLogs } from '../../../contract/chat-logs.ts';
import { config } from '../../../contract/config/config.ts';
import { knowledge } from '../../../contract/knowledge.ts';
import { usage } from '../../../contract/usage/usage.ts';
import { call } from '../../api/call.ts';
import { useInstallation } from '../../ui/queries/use-installation.ts';
import { useQuery } from '../../ui/queries/use-query.ts';

/** Days of the figures of the overview. */
export const shownDays = 30;
const latestCount = 8;

/** What the overview shows: each part is asked for by itself, all at once, and a part that fails takes no other away. */
export function useOverview() {
  const parts = {
    index: useQuery((signal) => call(knowledge, 'stats', { signal })),
    logs: useQuery((signal) => call(chatLogs, 'stats', { query: { days: shownDays }, signal })),
    latest: useQuery(
      async (signal) =>
        (await call(chatLogs, 'list', { query: { page: 0, size: latestCount }, signal })).items,
    ),
    today: useQuery((signal) => call(usage, 'today', { signal })),
    spent: useQuery(
      async (signal) => (await call(usage, 'stats', { query: { range: '30d' }, signal })).daily,
    ),
    system: useInstallation(),
    settings: useQuery((signal) => call(config, 'read', { query: { revisions: true }, signal })),
  };
  const reload = () => void Promise.all(Object.values(parts).map((part) => part.reload()));
  return { ...parts, reload };
}

export type Overview = ReturnType<typeof useOverview>;
