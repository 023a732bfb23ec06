import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { settleCost } from './costs.ts';
import { tokensOf } from '../ledger/spending.ts';
import { deleteInBatches, inBatches } from './batches.ts';
import { createSeriesNumbers } from './series.ts';
import type { TotalsTable, UsageTables } from './tables.ts';
import { addTotals } from './totals.ts';

/** Usage of a model on the days `first` to `last`. */
export interface PastUsage {
  readonly model: string;
  readonly first: number;
  readonly last: number;
}

export interface Changed {
  readonly changedDays: number;
  /** Calls in the changed totals, without those refused by a ceiling. */
  readonly affectedCalls: number;
  /** Number of changed call records. */
  readonly affectedLogs: number;
}

/**
 * Changes of past usage, each in one durable transaction. Open calls are unchanged. Locks are taken in the order of
 * settlements: spending, then costs and totals, then records.
 */
export function createCleanupStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  const seriesNumber = createSeriesNumbers(db);

  const seriesOf = (model: string) =>
    db
      .selectFrom('usage_series')
      .selectAll()
      .where('model', '=', model)
      .where('status', '!=', 'open')
      .execute();

  return {
    /** Moves a model's past usage to another name. */
    async merge(past: PastUsage, target: string): Promise<Changed> {
      const series = await seriesOf(past.model);
      const targets = new Map<number, number>();
      for (const { id, ...key } of series) targets.set(id, await seriesNumber({ ...key, model: target }));
      return database.durable(async (transaction) => {
        const tx = transaction.withTables<UsageTables>();
        for (const model of [past.model, target].toSorted()) await hold(tx, { ...past, model });
        const taken = await takeTotals(tx, past, series);
        for (const row of taken) {
          await addSpending(tx, row.day, target, tokensOfRow(row));
          await addTotals(tx, { ...row, series: targets.get(row.series) ?? row.series });
        }
        let affectedLogs = 0;
        for (const [from, to] of targets) {
          affectedLogs += await inBatches(async (size) => {
            const moved = await tx
              .updateTable('usage_calls')
              .set({ series: to })
              .where('id', 'in', recordsOf(tx, past, from, size))
              .executeTakeFirst();
            return Number(moved.numUpdatedRows);
          });
        }
        return changed(taken, series, affectedLogs);
      });
    },

    /** Deletes a model's past usage, which frees the ceilings of today. */
    async remove(past: PastUsage): Promise<Changed> {
      const series = await seriesOf(past.model);
      return database.durable(async (transaction) => {
        const tx = transaction.withTables<UsageTables>();
        await hold(tx, past);
        const taken = await takeTotals(tx, past, series);
        for (const { day, cost } of taken.toSorted((a, b) => a.day - b.day))
          await settleCost(tx, { day, reserved: 0, used: -cost });
        let affectedLogs = 0;
        for (const { id } of series) {
          affectedLogs += await deleteInBatches((size) =>
            tx
              .deleteFrom('usage_calls')
              .where('id', 'in', recordsOf(tx, past, id, size))
              .executeTakeFirst(),
          );
        }
        return changed(taken, series, affectedLogs);
      });
    },

    /** Deletes settled records of days before `day`; totals stay. Returns their number. */
    forgetCalls: (day: number): Promise<number> =>
      deleteInBatches((size) =>
        db
          .deleteFrom('usage_calls')
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('usage_calls')
              .select('id')
              .where('day', '<', day)
              .where('instance', 'is', null)
              .limit(size),
          )
          .executeTakeFirst(),
      ),
  };
}

type Tx = Kysely<UsageTables>;
type Series = readonly { readonly id: number; readonly status: string }[];

const tokensOfRow = (row: TotalsTable) =>
  tokensOf({
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    embeddingTokens: row.embedding_tokens,
  });

/** Locks the rows that every settlement of these days and this model writes first. */
const hold = (tx: Tx, { model, first, last }: PastUsage) =>
  tx
    .updateTable('usage_spending')
    .set((eb) => ({ used: eb.ref('used') }))
    .where('model', '=', model)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();

/** Removes a model's totals of the days, and subtracts them from its spending. */
async function takeTotals(tx: Tx, { model, first, last }: PastUsage, series: Series): Promise<TotalsTable[]> {
  if (series.length === 0) return [];
  const ids = series.map(({ id }) => id);
  const taken = await tx
    .deleteFrom('usage_totals')
    .where('series', 'in', ids)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .returningAll()
    .execute();
  for (const row of taken) await addSpending(tx, row.day, model, -tokensOfRow(row));
  return taken;
}

const addSpending = (tx: Tx, day: number, model: string, tokens: number) =>
  tx
    .insertInto('usage_spending')
    .values({ day, model, used: tokens, reserved: 0, alerted: 0 })
    .onConflict((on) =>
      on
        .columns(['day', 'model'])
        .doUpdateSet((eb) => ({ used: eb('usage_spending.used', '+', eb.ref('excluded.used')) })),
    )
    .execute();

const recordsOf = (tx: Tx, { first, last }: PastUsage, series: number, size: number) =>
  tx
    .selectFrom('usage_calls')
    .select('id')
    .where('series', '=', series)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .limit(size);

function changed(taken: readonly TotalsTable[], series: Series, affectedLogs: number): Changed {
  const limited = new Set(series.flatMap(({ id, status }) => (status === 'limited' ? id : [])));
  const counted = taken.filter((row) => !limited.has(row.series));
  return {
    changedDays: new Set(taken.map((row) => row.day)).size,
    affectedCalls: counted.reduce((sum, row) => sum + row.calls, 0),
    affectedLogs,
  };
}
