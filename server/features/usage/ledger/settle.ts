import { isFault } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { ModelKind } from '../../../ports/models.ts';
import { alertLevel } from '../reports/alert.ts';
import type { UsageMetrics } from '../metrics.ts';
import type { Outcome } from './outcome.ts';
import { costOf, type PriceOf } from './price.ts';
import { seriesKey, type CallStart } from '../reports/dimensions.ts';
import { tokensOf, type Spending } from './spending.ts';
import type { UsageStore } from '../store.ts';
import type { Spent } from '../store/spending.ts';

export interface SettleDeps {
  readonly store: Pick<UsageStore, 'ledger' | 'spending' | 'costs'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ceilingOf: (kind: ModelKind, model: string) => Promise<number | undefined>;
  /** Daily ceiling of all models together in money. */
  readonly costCeiling: () => Promise<number | undefined>;
  readonly priceOf: PriceOf;
  readonly metrics: UsageMetrics;
}

/** An open call in the ledger. */
export interface OpenReservation {
  readonly id: number;
  readonly day: number;
  readonly startedAt: number;
  /** Reserved tokens. */
  readonly reserved: number;
  /** Reserved cost. */
  readonly reservedCost?: number;
  /** End of the call in epoch milliseconds; now when absent. */
  readonly endedAt?: number;
}

/** `before`: it was settled before. `failed`: the outcome could not be written. */
export type Settled = 'done' | 'before' | 'failed';

/** Settles a call. */
export type Settle = (
  call: CallStart,
  reservation: OpenReservation,
  outcome: Outcome,
  spent: Spending,
) => Promise<Settled>;

interface Alert {
  readonly raise: (percent: number) => Promise<boolean>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly says: string;
}

/** Never throws, since failed accounting must not fail an answer. */
export function createSettle({
  store,
  clock,
  log,
  ceilingOf,
  costCeiling,
  priceOf,
  metrics,
}: SettleDeps): Settle {
  /** Says once for each level that a ceiling is being used up; `raise` is false where another process has said so. */
  const raiseAlert = async ({ used, alerted }: Spent, ceiling: number | undefined, alert: Alert) => {
    const percent = alertLevel(used, ceiling);
    if (percent > alerted && (await alert.raise(percent)))
      log.warn({ ...alert.fields, used, ceiling, percent }, alert.says);
  };

  return async (call, reservation, outcome, spent) => {
    const { kind, model, scenario } = call;
    const { status, error } = outcome;
    const durationMs = Math.max(0, (reservation.endedAt ?? clock.now()) - reservation.startedAt);
    try {
      const cost = costOf(priceOf(model), spent);
      const key = seriesKey(call, status, error);
      const settled = await store.ledger.settle({ ...reservation, key, spent, cost, durationMs, error });
      if (!settled) return 'before';
      metrics.call({ kind, model, scenario, status, seconds: durationMs / 1000, tokens: tokensOf(spent) });
      const { day } = reservation;
      if (settled.tokens)
        await raiseAlert(settled.tokens, await ceilingOf(kind, model), {
          raise: (percent) => store.spending.raiseAlert(day, model, percent),
          fields: { model },
          says: 'a daily token ceiling is being used up',
        });
      if (settled.cost)
        await raiseAlert(settled.cost, await costCeiling(), {
          raise: (percent) => store.costs.raiseAlert(day, percent),
          says: 'the daily spending limit is being used up',
        });
      return 'done';
    } catch (failure) {
      const fields = { model, scenario };
      const what = 'a model call could not be settled';
      if (isFault(failure, 'unavailable')) log.warn({ err: String(failure), ...fields }, what);
      else log.error({ err: failure, ...fields }, what);
      return 'failed';
    }
  };
}
