import { dayAt, secondsToMidnight, isRecent } from '../../../kit/calendar.ts';
import { explained } from '../../../kit/explained.ts';
import { Fault } from '../../../kit/fault.ts';
import { stopwatch } from '../../../kit/stopwatch.ts';
import type { Liveness } from '../../../work/liveness.ts';
import type { Outcome } from './outcome.ts';
import { costOf, isPaid } from './price.ts';
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
 * ceilings count what is settled and reserved, in tokens by model and in money for all models together.
 */
export interface Ledger {
  /** Reserves `promised`. Throws `limited` when a ceiling is reached, which is recorded too. */
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
  const { store, clock, liveness, log, ceilingOf, costCeiling, priceOf, metrics } = deps;
  const instance = liveness.self;
  const settle = createSettle(deps);
  const pending = createPendingSettlements(settle);
  const running = createRunning();
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
    return isRecent(settledAt, settleEveryMs, clock.now()) ? 0 : settleDead();
  };
  /** Settles abandoned calls; true when that made room below a ceiling. */
  const madeRoom = async () => (await settleAgain()) > 0;

  const refuse = async (call: CallStart, { reached, used, ceiling }: Reached): Promise<Fault> => {
    const { kind, model, scenario, logId = '' } = call;
    const now = clock.now();
    const { error, limit, words } = refusals[reached];
    const key = seriesKey(call, 'limited');
    await store.ledger.refuse({ day: dayAt(now), startedAt: now, key, logId, error: error(ceiling) });
    metrics.call({ kind, model, scenario, status: 'limited', seconds: 0, tokens: 0 });
    return new Fault('limited', explained(words), {
      limit,
      allowed: ceiling,
      used,
      retryAfterSeconds: secondsToMidnight(now),
    });
  };

  /** The ceiling that refuses a call now, if any. Money is not looked at for a model that costs none. */
  const reachedBy = async (call: CallStart): Promise<Reached | undefined> => {
    const day = dayAt(clock.now());
    const ceiling = await ceilingOf(call.kind, call.model);
    if (ceiling !== undefined) {
      const used = await store.spending.of(day, call.model);
      if (used >= ceiling) return { reached: 'tokens', used, ceiling };
    }
    const money = isPaid(priceOf(call.model)) ? await costCeiling() : undefined;
    if (money === undefined) return undefined;
    const { used, reserved } = await store.costs.of(day);
    return used + reserved >= money ? { reached: 'cost', used, ceiling: money } : undefined;
  };

  return {
    settleAbandoned: settleDead,
    settleAgain,
    ended: running.ended,

    async open(call, promised) {
      const end = running.begin();
      return reserved(call, promised, end).catch((error: unknown) => {
        end();
        throw error;
      });
    },

    async check(call) {
      let full = await reachedBy(call);
      if (full && (await madeRoom())) full = await reachedBy(call);
      if (full) throw await refuse(call, full);
    },
  };

  /** Reserves what a call may take; `end` is called once it is settled. */
  async function reserved(call: CallStart, promised: Spending, end: () => void): Promise<OpenCall> {
    const ceilings = { tokens: await ceilingOf(call.kind, call.model), cost: await costCeiling() };
    const startedAt = clock.now();
    const took = stopwatch(clock);
    const day = dayAt(startedAt);
    const key = seriesKey(call, 'open');
    const { logId = '', fallbackFor } = call;
    const cost = costOf(priceOf(call.model), promised);
    const below = { ceiling: ceilings.tokens, cost, costCeiling: ceilings.cost };
    const wanted = { day, startedAt, key, promised, logId, fallbackFor, instance, ...below };
    const reserve = async () => {
      let made = await store.ledger.reserve(wanted);
      if ('reached' in made && (await madeRoom())) made = await store.ledger.reserve(wanted);
      if ('reached' in made) throw await refuse(call, { ...made, ceiling: ceilings[made.reached] ?? 0 });
      return made.id;
    };
    const rest = liveness.hold();
    const reservation = {
      id: await reserve().catch((error: unknown) => {
        rest();
        throw error;
      }),
      day,
      startedAt,
      reserved: tokensOf(promised),
      reservedCost: cost,
    };
    let closed = false;
    return {
      async close(outcome, spent) {
        if (closed) return;
        closed = true;
        const ended = { ...reservation, endedAt: startedAt + took() };
        if ((await settle(call, ended, outcome, spent)) === 'failed')
          pending.add([call, ended, outcome, spent]);
        else rest();
        end();
      },
    };
  }
}

/** Calls from the beginning of their reservation until they are settled. */
function createRunning() {
  const running = new Set<Promise<void>>();
  return {
    /** Returns what is called at the end. */
    begin() {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.add(promise);
      return () => {
        running.delete(promise);
        resolve();
      };
    },
    async ended(limit: AbortSignal): Promise<void> {
      const limited = new Promise<void>((resolve) => {
        if (limit.aborted) resolve();
        limit.addEventListener('abort', () => resolve(), { once: true });
      });
      // Another call may have begun meanwhile.
      while (running.size > 0 && !limit.aborted) await Promise.race([Promise.all(running), limited]);
    },
  };
}

/** A ceiling that is reached, and what has been used of it. */
interface Reached {
  readonly reached: 'tokens' | 'cost';
  readonly used: number;
  readonly ceiling: number;
}

/** How a refusal is recorded and told, by the ceiling. */
const refusals = {
  tokens: {
    error: (ceiling: number) => `The daily ceiling of ${ceiling} tokens is reached`,
    limit: 'model-tokens',
    words: 'model_limit',
  },
  cost: {
    error: (ceiling: number) => `The daily spending limit of ${ceiling} is reached`,
    limit: 'daily-cost',
    words: 'cost_limit',
  },
} as const;
