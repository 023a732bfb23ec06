import type { Database } from '../../../kit/database.ts';
import { nothingSpent, tokensOf, type Spending } from '../ledger/spending.ts';
import { createSeriesNumbers } from './series.ts';
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
}

export interface Settlement {
  readonly id: number;
  readonly day: number;
  readonly key: SeriesKey;
  /** Reserved tokens. */
  readonly reserved: number;
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
  return {
    /** Opens a call if the ceiling has room; otherwise `full` is the number of tokens that fill it. */
    async reserve(call: Reservation): Promise<{ readonly id: number } | { readonly full: number }> {
      const series = await seriesNumber(call.key);
      const { day, promised, ceiling } = call;
      const { model } = call.key;
      const taken = await db.transaction().execute(async (tx) => {
        if (!(await reserveTokens(tx, { day, model, tokens: tokensOf(promised), ceiling }))) return undefined;
        return tx
          .insertInto('usage_calls')
          .values({ ...openRow(call), series })
          .returning('id')
          .executeTakeFirstOrThrow();
      });
      return taken ?? { full: await spending.of(day, model) };
    },

    /**
     * Settles an open call; `undefined` when it was settled before. Like a reservation it survives a crash of the
     * process; waiting for the disk would delay every stream.
     */
    async settle(call: Settlement): Promise<Spent | undefined> {
      const series = await seriesNumber(call.key);
      const { day, key, spent } = call;
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
        // Spending is locked before totals here and in clean-ups, which prevents deadlocks.
        const spentSoFar = await settleTokens(tx, {
          day,
          model: key.model,
          reserved: call.reserved,
          used: tokensOf(spent),
        });
        await addTotals(tx, { ...figures(call), day: call.day, series, calls: 1 });
        return spentSoFar;
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
        .select(['prompt_tokens', 'completion_tokens', 'embedding_tokens'])
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

const openRow = ({ day, startedAt, promised, logId, fallbackFor, instance }: Reservation) => ({
  ...figures({ spent: promised, cost: 0, durationMs: 0 }),
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
