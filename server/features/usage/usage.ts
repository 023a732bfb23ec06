import type { Database } from '../../kit/database.ts';
import type { Feature } from '../../http/implement.ts';
import type { Liveness } from '../../work/liveness.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { ModelKind, Models } from '../../ports/models.ts';
import type { NewChange } from '../changes/changes.ts';
import type { Config } from '../config/config.ts';
import { dayAt } from '../../kit/calendar.ts';
import { isBuiltin } from '../../kit/model-named.ts';
import type { NetworksOf } from '../../kit/ip-networks.ts';
import { withBreaker } from './breaker.ts';
import { withFallback } from './fallback.ts';
import { withTurns } from './turns.ts';
import { createLedger } from './ledger/ledger.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { createLimitsHistory, type LimitsHistory } from './limits/limits-history.ts';
import { meter } from './ledger/meter.ts';
import { withKnownModels, type UsageMetrics } from './metrics.ts';
import { ceilingOf } from './model-names.ts';
import type { PriceOf } from './ledger/price.ts';
import { firstKeptDay } from './reports/range.ts';
import { createReportQueries, type ReportQueries } from './reports/queries.ts';
import { usageRoutes } from './routes.ts';
import { createSavedLimits } from './limits/saved-limits.ts';
import { createUsageStore } from './store.ts';
import { windowMs } from './store/visitors.ts';

export { usageMigrations } from './store/tables.ts';

/** Usage of model calls: ledger, limits and reports. */
export interface Usage extends Feature {
  /** Wraps the models with ledger and ceilings; done once, at the root. */
  meter(models: Models): Models;
  /** Number of model calls that wait for their turn in this process. */
  waitingCalls(): number;
  /** Reports on calls. */
  readonly reports: Pick<ReportQueries, 'today' | 'stats'>;
  /** Limits to check before an answer costs anything. */
  readonly limits: Limits;
  /** Undoes a change of the limits. */
  readonly restoreLimits: LimitsHistory['restore'];
  /** Sets a daily ceiling in tokens, unless one is saved. */
  keepBelow(model: string, tokens: number): Promise<void>;
  /** Settles open calls of dead processes, at start and regularly. Returns their number. */
  settleAbandoned(): Promise<number>;
  /** Daily clean-up: deletes old call details and visits. */
  everyDay(): Promise<void>;
}

export interface UsageDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Resolves default models. */
  readonly models: Pick<Models, 'defaultOf' | 'list'>;
  readonly config: Pick<Config, 'read'>;
  readonly metrics?: UsageMetrics;
  readonly priceOf?: PriceOf;
  readonly liveness: Liveness;
  /** Records a change of the limits by an administrator. */
  readonly record?: (change: NewChange) => Promise<void>;
  /** Networks of a client, for counting. */
  readonly networksOf: NetworksOf;
}

const kinds: readonly ModelKind[] = ['chat', 'embedding', 'rerank', 'image'];

/** Calls that take longer are settled with estimates by the next process. */
const longestSettlingMs = 3_000;

export function createUsage(deps: UsageDeps): Usage {
  const { db, clock, log, models } = deps;
  const store = createUsageStore(db);
  let waitingCalls = () => 0;
  const saved = createSavedLimits(db, store.settings);
  const history = createLimitsHistory(saved, deps.record);

  const ceiling = async (kind: ModelKind, model: string) => {
    const { enabled, chatModelLimits } = await saved.current();
    return enabled ? ceilingOf(chatModelLimits, models, kind, model) : undefined;
  };
  const costCeiling = async () => {
    const { enabled, dailyCostLimit } = await saved.current();
    return enabled && dailyCostLimit > 0 ? dailyCostLimit : undefined;
  };
  const priceOf = deps.priceOf ?? (() => undefined);
  const ceilingOfAnyKind = async (model: string) => {
    const found = await Promise.all(kinds.map((kind) => ceiling(kind, model)));
    return found.reduce(
      (least, next) => (least === undefined ? next : Math.min(least, next ?? least)),
      undefined,
    );
  };

  const ledger = createLedger({
    store,
    clock,
    log,
    liveness: deps.liveness,
    ceilingOf: ceiling,
    costCeiling,
    priceOf,
    metrics: withKnownModels(deps.metrics ?? { call: () => {} }, models),
  });
  const reading = createReportQueries({
    store,
    clock,
    ceilingOf: ceilingOfAnyKind,
    costCeiling,
    isUnpriced: (model) => !priceOf(model) && !kinds.some((kind) => isBuiltin(models, kind, model)),
    settleAgain: () => ledger.settleAgain(),
  });

  return {
    meter(plain) {
      const inTurn = withTurns(meter(plain, ledger));
      ({ waitingCalls } = inTurn);
      return withFallback(withBreaker(inTurn, log), log);
    },
    waitingCalls: () => waitingCalls(),
    reports: reading,
    limits: createLimits({
      store: store.visitors,
      budgets: store.budgets,
      saved,
      clock,
      networksOf: deps.networksOf,
      ledger,
      models,
      chatModel: async () => (await deps.config.read('models')).aiFoundationChatModelName,
    }),
    routes: [usageRoutes({ reading, saved, store, clock, config: deps.config, history })],
    restoreLimits: history.restore,
    async keepBelow(model, tokens) {
      const { enabled, chatModelLimits } = await saved.current();
      if (enabled && chatModelLimits[model] !== undefined) return;
      await saved.save({ enabled: true, chatModelLimits: { ...chatModelLimits, [model]: tokens } });
    },
    settleAbandoned: () => ledger.settleAbandoned(),
    async everyDay() {
      const now = clock.now();
      const today = dayAt(now);
      await ledger.settleAbandoned();
      await store.cleanup.forgetCalls(firstKeptDay(today));
      await store.budgets.deleteOlder(now);
      await store.visitors.deleteOlder({ ms: now - windowMs, day: today - 1 });
    },
    async [Symbol.asyncDispose]() {
      saved.close();
      // Calls that were aborted just now are still being settled.
      await ledger.ended(AbortSignal.timeout(longestSettlingMs));
    },
  };
}
