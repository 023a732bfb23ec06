import { dayAt, secondsToMidnight } from '../../../kit/calendar.ts';
import { explained } from '../../../kit/explained.ts';
import { Fault } from '../../../kit/fault.ts';
import { stopwatch } from '../../../kit/stopwatch.ts';
import type { Liveness } from '../../../work/liveness.ts';
import type { Outcome } from './outcome.ts';
import { seriesKey, type CallStart } from '../reports/dimensions.ts';
import { createSettle, type SettleDeps } from './settle.ts';
import { tokensOf, type Spending } from './spending.ts';
import { createPendingSettlements } from './pending-settlements.ts';
import { settleAbandoned } from './settle-abandoned.ts';

/** A running call with its reservation. */
export interface OpenCall {
  /** Records the outcome and releases the rest of the reservation; only the first call counts. Never throws. */
  close(outcome: Outcome, spent: Spending): Promise<void>;
}

/**
 * Ledger of model calls. A call is recorded before it is sent, with its maximum usage, and settled when it has ended;
 * ceilings count settled and reserved tokens.
 */
export interface Ledger {
  /** Reserves `promised`. Throws `limited` when the model's ceiling is reached, which is recorded too. */
  open(call: CallStart, promised: Spending): Promise<OpenCall>;
  /** Throws `limited` as `open` would, without reserving. */
  check(call: CallStart): Promise<void>;
  /**
   * Settles what could not be written when it ended, then open calls of dead processes with estimates. Returns the
   * number of the latter.
   */
  settleAbandoned(): Promise<number>;
  /** The same, at most once a minute; 0 otherwise. */
  settleAgain(): Promise<number>;
  /** Waits until open calls have been settled, at most until `limit` aborts. Must be called before the database is closed. */
  ended(limit: AbortSignal): Promise<void>;
}

export interface LedgerDeps extends SettleDeps {
  /** Identifies this process in reservations, and detects dead processes. */
  readonly liveness: Liveness;
}

/** Minimum interval of searches for abandoned calls, when metrics are read or a ceiling is reached. */
const settleEveryMs = 60_000;

export function createLedger(deps: LedgerDeps): Ledger {
  const { store, clock, liveness, log, ceilingOf, metrics } = deps;
  const instance = liveness.self;
  const settle = createSettle(deps);
  const pending = createPendingSettlements(settle);
  const open = new Set<Promise<void>>();
  let settledAt = -Infinity;

  const settleDead = async () => {
    settledAt = clock.now();
    await pending.settle();
    const calls = await settleAbandoned({ store: store.ledger, clock, liveness, settle });
    if (calls > 0) log.warn({ calls }, 'model calls of processes that died are booked with estimates');
    return calls;
  };
  const settleAgain = async () => {
    await pending.settle();
    return clock.now() - settledAt >= settleEveryMs ? settleDead() : 0;
  };
  /** Settles abandoned calls; true when that freed tokens. */
  const madeRoom = async () => (await settleAgain()) > 0;

  const refuse = async (call: CallStart, ceiling: number, used: number): Promise<Fault> => {
    const { kind, model, scenario, logId = '' } = call;
    const now = clock.now();
    const error = `The daily ceiling of ${ceiling} tokens is reached`;
    const key = seriesKey(call, 'limited');
    await store.ledger.refuse({ day: dayAt(now), startedAt: now, key, logId, error });
    metrics.call({ kind, model, scenario, status: 'limited', seconds: 0, tokens: 0 });
    return new Fault('limited', explained('model_limit'), {
      limit: 'model-tokens',
      allowed: ceiling,
      used,
      retryAfterSeconds: secondsToMidnight(now),
    });
  };

  return {
    settleAbandoned: settleDead,
    settleAgain,
    async ended(limit) {
      const limited = new Promise<void>((resolve) => {
        if (limit.aborted) resolve();
        limit.addEventListener('abort', () => resolve(), { once: true });
      });
      await Promise.race([Promise.all(open), limited]);
    },

    async open(call, promised) {
      const ceiling = await ceilingOf(call.kind, call.model);
      const startedAt = clock.now();
      const took = stopwatch(clock);
      const day = dayAt(startedAt);
      const key = seriesKey(call, 'open');
      const { logId = '', fallbackFor } = call;
      const wanted = { day, startedAt, key, promised, logId, fallbackFor, instance, ceiling };
      let reserved = await store.ledger.reserve(wanted);
      if ('full' in reserved && (await madeRoom())) reserved = await store.ledger.reserve(wanted);
      if ('full' in reserved) throw await refuse(call, ceiling ?? 0, reserved.full);
      const reservation = { id: reserved.id, day, startedAt, reserved: tokensOf(promised) };
      const whole = Promise.withResolvers<void>();
      open.add(whole.promise);
      let closed = false;
      return {
        async close(outcome, spent) {
          if (closed) return;
          closed = true;
          const ended = { ...reservation, endedAt: startedAt + took() };
          if ((await settle(call, ended, outcome, spent)) === 'failed')
            pending.add([call, ended, outcome, spent]);
          open.delete(whole.promise);
          whole.resolve();
        },
      };
    },

    async check(call) {
      const ceiling = await ceilingOf(call.kind, call.model);
      if (ceiling === undefined) return;
      const day = dayAt(clock.now());
      let used = await store.spending.of(day, call.model);
      if (used >= ceiling && (await madeRoom())) used = await store.spending.of(day, call.model);
      if (used >= ceiling) throw await refuse(call, ceiling, used);
    },
  };
}
