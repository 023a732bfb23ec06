import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import type { UsageTables } from './tables.ts';

/** Tokens of a model on a day, and the highest alert raised for it. */
export interface Spent {
  readonly used: number;
  readonly alerted: number;
}

/** Tokens by model and day, which ceilings are checked against. */
export function createSpendingStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  return {
    /** Tokens of a model on a day, used and reserved. */
    async of(day: number, model: string): Promise<number> {
      const row = await db
        .selectFrom('usage_spending')
        .select(['used', 'reserved'])
        .where('day', '=', day)
        .where('model', '=', model)
        .executeTakeFirst();
      return row ? row.used + row.reserved : 0;
    },

    /** All models with calls or refusals on a day. */
    ofDay: (day: number) =>
      db
        .selectFrom('usage_spending')
        .select(['model', 'used', 'reserved', 'alerted'])
        .where('day', '=', day)
        .orderBy('model')
        .execute(),

    /** Marks an alert as raised; false when any process has raised it before. */
    async raiseAlert(day: number, model: string, level: number): Promise<boolean> {
      const row = await db
        .updateTable('usage_spending')
        .set({ alerted: level })
        .where('day', '=', day)
        .where('model', '=', model)
        .where('alerted', '<', level)
        .returning('alerted')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

export type SpendingStore = ReturnType<typeof createSpendingStore>;

/**
 * Reserves tokens of a model; false when the ceiling is reached. One upsert decides, so that concurrent calls and processes
 * cannot both take the last room.
 */
export async function reserveTokens(
  tx: Kysely<UsageTables>,
  {
    day,
    model,
    tokens,
    ceiling,
  }: {
    readonly day: number;
    readonly model: string;
    readonly tokens: number;
    readonly ceiling: number | undefined;
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('usage_spending')
    .values({ day, model, used: 0, reserved: tokens, alerted: 0 })
    .onConflict((on) => {
      const add = on.columns(['day', 'model']).doUpdateSet((eb) => ({
        reserved: eb('usage_spending.reserved', '+', eb.ref('excluded.reserved')),
      }));
      return ceiling === undefined
        ? add
        : add.where(sql<number>`usage_spending.used + usage_spending.reserved`, '<', ceiling);
    })
    .returning('used')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces a reservation by the tokens used. */
export const settleTokens = (
  tx: Kysely<UsageTables>,
  {
    day,
    model,
    reserved,
    used,
  }: { readonly day: number; readonly model: string; readonly reserved: number; readonly used: number },
): Promise<Spent | undefined> =>
  tx
    .updateTable('usage_spending')
    .set((eb) => ({ used: eb('used', '+', used), reserved: eb('reserved', '-', reserved) }))
    .where('day', '=', day)
    .where('model', '=', model)
    .returning(['used', 'alerted'])
    .executeTakeFirst();

/** Locks the row of a model and day until the transaction ends; clean-ups do so too while they change totals and records. */
export async function lockSpending(tx: Kysely<UsageTables>, day: number, model: string): Promise<void> {
  await tx
    .insertInto('usage_spending')
    .values({ day, model, used: 0, reserved: 0, alerted: 0 })
    .onConflict((on) =>
      on.columns(['day', 'model']).doUpdateSet((eb) => ({ used: eb.ref('usage_spending.used') })),
    )
    .execute();
}
