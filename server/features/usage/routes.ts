import { usage } from '../../../contract/usage/usage.ts';
import { recordConflicts } from '../../../contract/config/conflicts.ts';
import { dayAt } from '../../kit/calendar.ts';
import { changedMeanwhile, revisionOf } from '../../kit/records/saved-record.ts';
import { implement, type Implementation } from '../../http/implement.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Config } from '../config/config.ts';
import { cleanupRange } from './reports/range.ts';
import type { ReportQueries } from './reports/queries.ts';
import type { LimitsHistory } from './limits/limits-history.ts';
import type { SavedLimits } from './limits/saved-limits.ts';
import { selectedModels } from './limits/selected-models.ts';
import type { UsageStore } from './store.ts';

export interface UsageRoutesDeps {
  readonly reading: ReportQueries;
  readonly saved: SavedLimits;
  readonly store: Pick<UsageStore, 'cleanup' | 'settings'>;
  readonly clock: Clock;
  readonly config: Pick<Config, 'read'>;
  readonly history: LimitsHistory;
}

const hidden = 'hidden-models';
const noChange = { changedDays: 0, affectedCalls: 0, affectedLogs: 0 } as const;

export function usageRoutes({
  reading,
  saved,
  store,
  clock,
  config,
  history,
}: UsageRoutesDeps): Implementation {
  const today = () => dayAt(clock.now());
  return implement(usage, {
    today: () => reading.today(),
    stats: ({ query }) => reading.stats(query),
    calls: ({ query }) => reading.calls(query),
    failureDiagnostics: ({ query }) => reading.failures(query),
    limits: async () => {
      const { isWhitelisted: _isWhitelisted, ...limits } = await saved.current();
      return { ...limits, ...(await selectedModels(config)) };
    },
    saveLimits: async ({ body }, { by }) => {
      await history.save(body, by);
      return { saved: true };
    },
    cleanup: async () => {
      const hiddenModels = namesOf(await store.settings.read(hidden));
      return { hiddenModels, revision: revisionOf(hiddenModels) };
    },
    saveHidden: async ({ body: { hiddenModels, basedOn } }) => {
      await store.settings.change(hidden, (saved) => {
        const theirs = namesOf(saved);
        const revision = revisionOf(theirs);
        const conflicts =
          (basedOn ?? revision) === revision
            ? []
            : recordConflicts('usage', revision, { hiddenModels }, { hiddenModels: theirs });
        if (conflicts.length > 0) throw changedMeanwhile(conflicts);
        return hiddenModels;
      });
      return { saved: true };
    },
    merge: async ({ body: { sourceModel, targetModel, ...dates } }) => {
      const past = { model: sourceModel, ...cleanupRange(dates, today()) };
      const changed = sourceModel === targetModel ? noChange : await store.cleanup.merge(past, targetModel);
      return { merged: true, ...changed };
    },
    remove: async ({ body: { model, ...dates } }) => {
      const changed = await store.cleanup.remove({ model, ...cleanupRange(dates, today()) });
      return { deleted: true, ...changed };
    },
  });
}

const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
