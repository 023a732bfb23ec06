import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { nothingSpent, tokensOf, type Spending } from '../ledger/spending.ts';
import { createSeriesNumbers } from './series.ts';
import { createCostStore, reserveCost, settleCost } from './costs.ts';
import { createSpendingStore, lockSpending, reserveTokens, settleTokens, type Spent } from './spending.ts';
import type { SeriesKey, UsageTables } from './tables.ts';
import { addTotals } from './totals.ts';

export interface Reservation {
  readonly day: number;
  readonly startedAt: number;
  /** Series with the status `open`. */
  readonly key: SeriesKey;
  readonly promised: Spending;
  readonly logId: string;
  /** The failed model that this one replaces. */
  readonly fallbackFor?: string | undefined;
  readonly instance: string;
  /** Daily ceiling of the model in tokens; `undefined` for none. */
  readonly ceiling: number | undefined;
  /** Cost of `promised`; 0 for a model that costs nothing. */
  readonly cost?: number;
  /** Daily ceiling in money; `undefined` for none. */
  readonly costCeiling?: number | undefined;
}

/** A call that was not opened: the ceiling that is reached, and what has been used of it. */
interface Full {
  readonly reached: 'tokens' | 'cost';
  readonly used: number;
}

/** Day's spending after a settlement: of the model in tokens, and of all models in money. */
interface Settled {
  readonly tokens: Spent | undefined;
  /** `undefined` when the call had no cost. */
  readonly cost: Spent | undefined;
}

export interface Settlement {
  readonly id: number;
  readonly day: number;
  readonly key: SeriesKey;
  /** Reserved tokens. */
  readonly reserved: number;
  /** Reserved cost. */
  readonly reservedCost?: number;
  readonly spent: Spending;
  readonly cost: number;
  readonly durationMs: number;
  readonly error: string;
}

export interface RefusedCall extends Pick<Reservation, 'day' | 'startedAt' | 'key' | 'logId'> {
  readonly error: string;
}

/** Records and running totals of calls. Each operation changes both in one transaction. */
export function createLedgerStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  const seriesNumber = createSeriesNumbers(db);
  const spending = createSpendingStore(database);
  const costs = createCostStore(database);
  return {
    /** Opens a call if the ceilings have room. */
    async reserve(call: Reservation): Promise<{ readonly id: number } | Full> {
      const series = await seriesNumber(call.key);
      const taken = await db.transaction().execute((tx) => openCall(tx, call, series));
      if (taken === 'tokens') return { reached: taken, used: await spending.of(call.day, call.key.model) };
      if (taken === 'cost') return { reached: taken, used: (await costs.of(call.day)).used };
      return taken;
    },

    /**
     * Settles an open call; `undefined` when it was settled before. Like a reservation it survives a crash of the
     * process; waiting for the disk would delay every stream.
     */
    async settle(call: Settlement): Promise<Settled | undefined> {
      const series = await seriesNumber(call.key);
      const { day, key, spent, cost, reservedCost = 0 } = call;
      return db.transaction().execute(async (tx) => {
        const closed = await tx
          .updateTable('usage_calls')
          .set({
            ...figures(call),
            cached_tokens: spent.cachedTokens ?? 0,
            series,
            error: call.error,
            instance: null,
          })
          .where('id', '=', call.id)
          .where('instance', 'is not', null)
          .returning('id')
          .executeTakeFirst();
        if (!closed) return undefined;
        // Spending is locked before costs, and costs before totals, here and in clean-ups, which prevents deadlocks.
        const tokens = await settleTokens(tx, {
          day,
          model: key.model,
          reserved: call.reserved,
          used: tokensOf(spent),
        });
        const ofDay = await settleCost(tx, { day, reserved: reservedCost, used: cost });
        await addTotals(tx, { ...figures(call), day: call.day, series, calls: 1 });
        return { tokens, cost: ofDay };
      });
    },

    /** Records a call that was refused before it was sent; it uses nothing. */
    async refuse(call: RefusedCall): Promise<void> {
      const series = await seriesNumber(call.key);
      const { day, key, startedAt, logId, error } = call;
      const nothing = figures({ spent: nothingSpent, cost: 0, durationMs: 0 });
      await db.transaction().execute(async (tx) => {
        await lockSpending(tx, day, key.model);
        await tx
          .insertInto('usage_calls')
          .values({
            ...nothing,
            day,
            started_at: startedAt,
            series,
            error,
            log_id: logId,
            fallback_for: '',
            instance: null,
          })
          .execute();
        await addTotals(tx, { ...nothing, day, series, calls: 1 });
      });
    },

    /** Open calls in order of their start, after the call `afterId`; `promised` is their reservation. */
    async open(afterId: number, size: number) {
      const rows = await db
        .selectFrom('usage_calls')
        .innerJoin('usage_series', 'usage_series.id', 'usage_calls.series')
        .selectAll('usage_series')
        .select(['usage_calls.id as call', 'day', 'started_at', 'instance', 'images'])
        .select(['prompt_tokens', 'completion_tokens', 'embedding_tokens', 'cost'])
        .where('instance', 'is not', null)
        .where('usage_calls.id', '>', afterId)
        .orderBy('usage_calls.id')
        .limit(size)
        .execute();
      return rows.map((row) => ({
        id: row.call,
        day: row.day,
        startedAt: row.started_at,
        instance: row.instance ?? '',
        model: row.model,
        type: row.type,
        scenario: row.scenario,
        reservedCost: row.cost,
        promised: {
          promptTokens: row.prompt_tokens,
          completionTokens: row.completion_tokens,
          embeddingTokens: row.embedding_tokens,
          images: row.images,
          estimated: true,
        },
      }));
    },
  };
}

export type LedgerStore = ReturnType<typeof createLedgerStore>;

/** Reserves and inserts a call; the ceiling that is reached otherwise. */
async function openCall(
  tx: Kysely<UsageTables>,
  call: Reservation,
  series: number,
): Promise<{ readonly id: number } | Full['reached']> {
  const { day, promised, ceiling, cost = 0, costCeiling } = call;
  const { model } = call.key;
  const tokens = tokensOf(promised);
  if (!(await reserveTokens(tx, { day, model, tokens, ceiling }))) return 'tokens';
  if (cost > 0 && !(await reserveCost(tx, { day, amount: cost, ceiling: costCeiling }))) {
    await settleTokens(tx, { day, model, reserved: tokens, used: 0 });
    return 'cost';
  }
  return tx
    .insertInto('usage_calls')
    .values({ ...openRow(call), series })
    .returning('id')
    .executeTakeFirstOrThrow();
}

const openRow = ({ day, startedAt, promised, cost = 0, logId, fallbackFor, instance }: Reservation) => ({
  ...figures({ spent: promised, cost, durationMs: 0 }),
  day,
  started_at: startedAt,
  error: '',
  log_id: logId,
  fallback_for: fallbackFor ?? '',
  instance,
});

const figures = ({ spent, cost, durationMs }: Pick<Settlement, 'spent' | 'cost' | 'durationMs'>) => ({
  prompt_tokens: spent.promptTokens,
  completion_tokens: spent.completionTokens,
  embedding_tokens: spent.embeddingTokens,
  images: spent.images,
  cost,
  duration_ms: durationMs,
  estimated: spent.estimated ? 1 : 0,
});
