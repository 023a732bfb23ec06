import type { RetentionPreview } from '../../../contract/chat-logs.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { dayMs } from '../../kit/calendar.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { createDeletion } from './deletion.ts';
import { spanOf } from './filter.ts';
import type { ChatLogStore } from './store.ts';

/** Deletes the logs that are older than `privacy.logRetentionDays`; counts them beforehand for other days. */
export function createRetention(deps: {
  readonly store: Pick<ChatLogStore, 'count' | 'forget'>;
  readonly deletion: Pick<ReturnType<typeof createDeletion>, 'run'>;
  readonly clock: Clock;
  readonly config: { read(group: 'privacy'): Promise<ConfigGroups['privacy']> };
  readonly log: Pick<Log, 'info'> | undefined;
}) {
  const { store, deletion, clock, config, log } = deps;
  const keptFrom = (days: number): string => new Date(clock.now() - days * dayMs).toISOString();
  return {
    async preview(days: number): Promise<RetentionPreview> {
      const before = days === 0 ? '' : keptFrom(days);
      const counts = days === 0 ? [] : await store.count(spanOf('', before), { kind: 'any' });
      return {
        days,
        logs: counts.reduce((sum, { logs }) => sum + logs, 0),
        before,
        deletedBy: new Date(clock.now() + dayMs).toISOString(),
      };
    },

    async everyDay(): Promise<number> {
      const { logRetentionDays: days } = await config.read('privacy');
      if (days === 0) return 0;
      const before = keptFrom(days);
      const deleted = await deletion.run({ span: spanOf('', before), facets: { kind: 'any' } });
      if (deleted === 0) return 0;
      await store.forget();
      log?.info(
        { deleted, before: before.slice(0, 10), retentionDays: days },
        'the daily clean-up deleted chat logs that are older than the retention',
      );
      return deleted;
    },
  };
}
